import path from 'node:path';
import { CliError } from '../../errors.js';
import type { CommandIo } from '../../io/terminal.js';
import type { OutputFormat } from '../../io/output-format.js';
import { carryOut } from '../carry-out.js';
import type { ProjectConfig, ProjectResource } from '../model.js';
import { apiPlan } from '../plans/api-plan.js';
import { joinPlans } from '../plans/plan-parts.js';
import { openProject } from '../project-folder.js';
import { formatProjectFile } from '../project-file/write-project-file.js';
import { report } from '../report.js';
import { withResource } from '../resources.js';
import { runManifests } from '../run-manifests.js';
import { apiFile, controllerNames } from '../templates/sources/names.js';
import type { KindFlags } from './ask-kind.js';
import { askKind } from './ask-kind.js';
import { externalSteps } from './external-steps.js';
import { nextApiResource } from './next-api-resource.js';
import { findResource } from './next-resource.js';
import { templateOptions } from './template-options.js';

export interface CreateApiOptions extends KindFlags {
  readonly folder: string;
  readonly namespaced?: boolean;
  /** Make the type; absent: asked for, or else true unless the type is external. */
  readonly resource?: boolean;
  /** Make a controller; absent: asked for, or else true. */
  readonly controller?: boolean;
  readonly controllerName?: string;
  readonly force: boolean;
  /** Make the manifests afterwards. Default true. */
  readonly make?: boolean;
  readonly output: OutputFormat;
}

/**
 * `kubewright create api`: a kind with its type, its controller and its place in `config/`, and the manifests of all that.
 * Again with the same flags it changes nothing. Exit code 1 when the sources are wrong, so that manifests cannot be made.
 */
export async function createApiCommand(options: CreateApiOptions, io: CommandIo): Promise<number> {
  const { folder, config, projectFile } = await openProject(path.resolve(io.cwd, options.folder));
  const named = await askKind(options, io);
  const makesApi = options.resource ?? (await asks('Make the type of the kind?', options, io));
  const makesController = options.controller ?? (await asks('Make a controller?', options, io, true));
  if (!makesApi && !makesController)
    throw new CliError('InvalidArgument', 'neither the type nor a controller is to be made: nothing to do');
  checkExternal(options, makesApi);
  const former = findResource(config, named);
  const resource = nextApiResource(config, named, { ...options, makesApi, makesController });
  const next = withResource(config, resource.value);
  // PROJECT is written last: what it says is there was made whole, and what users removed since stays removed.
  const isNew = (made: boolean): boolean => options.force || !made;
  const { controller } = resource;
  const controllers = controller === undefined ? [] : [controller];
  const plan = joinPlans(
    apiPlan(next, resource.value, {
      ...templateOptions(io),
      api: makesApi && isNew(former?.api !== undefined),
      controllers: controllers.filter((name) => isNew(former?.controllers.includes(name) === true)),
    }),
    {
      files: [{ path: 'PROJECT', content: await formatProjectFile(next, projectFile), ifExists: 'replace' }],
    },
  );
  const isKnown = (file: string): boolean =>
    file.startsWith('config/') && hasOtherVersion(config, resource.value);
  const changes = await carryOut({ folder, plan, force: options.force, isKnown }, io);
  const manifests = await runManifests(folder, io, options.make);
  const steps = [
    ...externalSteps(folder, resource.value),
    ...nextSteps(next, resource.value, makesApi, resource.controller),
  ];
  report(
    {
      changes,
      manifests,
      next: manifests.needsInstall ? ['npm install', 'npm run manifests', ...steps] : steps,
    },
    options.output,
    io,
  );
  return manifests.failed ? 1 : 0;
}

/** Versions of a kind share its roles, which are the user's since the first one. */
function hasOtherVersion(config: ProjectConfig, { group, domain, kind }: ProjectResource): boolean {
  return config.resources.some(
    (one) => one.group === group && one.domain === domain && one.kind === kind && one.api !== undefined,
  );
}

/** On a terminal whoever runs it without flags is asked; scripts get what is usual. */
async function asks(
  message: string,
  options: CreateApiOptions,
  { prompts }: CommandIo,
  evenExternal = false,
): Promise<boolean> {
  const usual = evenExternal || options.externalApiPath === undefined;
  return options.kind === undefined && prompts !== undefined && usual
    ? prompts.confirm({ message, initial: true })
    : usual;
}

function checkExternal(options: CreateApiOptions, makesApi: boolean): void {
  const { externalApiPath, externalApiDomain, externalApiModule } = options;
  const isExternal = [externalApiPath, externalApiDomain, externalApiModule].some(
    (value) => value !== undefined,
  );
  if (makesApi && isExternal)
    throw new CliError(
      'InvalidArgument',
      'the project either makes the type or takes it from elsewhere: --external-api-... needs --resource=false',
    );
  if (isExternal && externalApiPath === undefined)
    throw new CliError(
      'InvalidArgument',
      'external types need --external-api-path: what the sources import them from',
    );
}

function nextSteps(
  config: ProjectConfig,
  resource: ProjectResource,
  makesApi: boolean,
  controller: string | undefined,
): string[] {
  return [
    ...(makesApi ? [`edit ${apiFile(config, resource)}, then: npm run generate`] : []),
    ...(controller === undefined ? [] : [`edit ${controllerNames(config, resource, controller).file}`]),
    'npm run dev',
  ];
}
