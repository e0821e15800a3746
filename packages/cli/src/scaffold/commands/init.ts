import path from 'node:path';
import { CliError } from '../../errors.js';
import type { CommandIo } from '../../io/terminal.js';
import { version } from '../../version.js';
import type { OutputFormat } from '../../io/output-format.js';
import { carryOut } from '../carry-out.js';
import { projectReader } from '../changes/write-changes.js';
import type { ProjectConfig, ProjectPlugin } from '../model.js';
import { domainFault, projectNameFault, requireName } from '../names/check-names.js';
import { initPlan } from '../plans/init-plan.js';
import { joinPlans } from '../plans/plan-parts.js';
import { LAYOUT, parseProjectFile } from '../project-file/read-project-file.js';
import { formatProjectFile } from '../project-file/write-project-file.js';
import { report } from '../report.js';
import { installPackages } from './install-packages.js';
import { templateOptions } from './template-options.js';

export interface InitOptions {
  readonly folder: string;
  readonly domain?: string;
  readonly projectName?: string;
  readonly license?: ProjectPlugin['license'];
  readonly owner?: string;
  readonly namespaced: boolean;
  readonly multigroup: boolean;
  readonly certificates: ProjectPlugin['certificates'];
  readonly force: boolean;
  readonly skipInstall: boolean;
  readonly output: OutputFormat;
}

/**
 * `kubewright init`: a project without kinds, in a folder that may have other files. Again in the same folder it changes
 * nothing. Exit code 1 when its packages could not be installed; the project is there all the same.
 */
export async function initCommand(options: InitOptions, io: CommandIo): Promise<number> {
  const folder = path.resolve(io.cwd, options.folder);
  const present = await projectReader(folder)('PROJECT');
  const config = await askedConfig(options, folder, io);
  if (present !== undefined) await requireSame(config, present, folder);
  const plan = joinPlans(
    present === undefined || options.force ? initPlan(config, templateOptions(io)) : {},
    {
      files: [
        {
          path: 'PROJECT',
          content: present ?? (await formatProjectFile(config)),
          ifExists: 'replace',
        },
      ],
    },
  );
  const changes = await carryOut({ folder, plan, force: options.force, isKnown: isUsers }, io);
  const next = nextSteps(path.relative(io.cwd, folder), options.skipInstall);
  if (options.skipInstall) {
    report({ changes, next }, options.output, io);
    return 0;
  }
  const installed = await installPackages(folder, options.output, io);
  report({ changes, next: installed ? next : ['npm install', ...next] }, options.output, io);
  return installed ? 0 : 1;
}

/** Files that people bring into a folder before it is a project. */
const isUsers = (file: string): boolean =>
  ['README.md', 'LICENSE', '.gitignore', '.editorconfig', '.dockerignore'].includes(file);

async function askedConfig(options: InitOptions, folder: string, io: CommandIo): Promise<ProjectConfig> {
  const { prompts } = io;
  const isBare = options.domain === undefined && options.projectName === undefined && prompts !== undefined;
  const domain =
    options.domain ??
    (await prompts?.text({
      message: 'Domain of your API groups, as example.com',
      fault: domainFault,
    }));
  if (domain === undefined)
    throw new CliError('InvalidArgument', 'name the domain of your API groups: --domain example.com');
  const ofFolder = path.basename(folder).toLowerCase();
  const projectName =
    options.projectName ??
    (isBare
      ? await prompts.text({ message: 'Name of the project', initial: ofFolder, fault: projectNameFault })
      : ofFolder);
  const license =
    options.license ??
    (isBare
      ? await prompts.select<ProjectPlugin['license']>({
          message: 'License of the sources',
          options: [
            { value: 'apache2', label: 'Apache 2.0' },
            { value: 'copyright', label: 'copyright only' },
            { value: 'none', label: 'none' },
          ],
        })
      : 'apache2');
  requireName(domain, domainFault);
  requireName(projectName, projectNameFault);
  return {
    domain,
    projectName,
    multigroup: options.multigroup,
    namespaced: options.namespaced,
    cliVersion: version,
    layout: [LAYOUT],
    resources: [],
    plugins: {
      license,
      ...(options.owner === undefined ? {} : { owner: options.owner }),
      certificates: options.certificates,
    },
  };
}

/** What is a project already does not become another one. */
async function requireSame(config: ProjectConfig, present: string, folder: string): Promise<void> {
  const there = await parseProjectFile(present, path.join(folder, 'PROJECT'));
  const of = ({ domain, projectName, multigroup, namespaced, plugins }: ProjectConfig): string =>
    JSON.stringify({ domain, projectName, multigroup, namespaced, ...plugins });
  if (there.resources.length === 0 && of(config) === of(there)) return;
  throw new CliError(
    'Refused',
    `${folder} is the project ${there.projectName} already: "kubewright edit" changes its settings, "kubewright create api" adds kinds`,
  );
}

function nextSteps(folder: string, needsInstall: boolean): string[] {
  return [
    ...(folder === '' ? [] : [`cd ${folder}`]),
    ...(needsInstall ? ['npm install'] : []),
    'npx kubewright create api --group <group> --version v1 --kind <Kind>',
  ];
}
