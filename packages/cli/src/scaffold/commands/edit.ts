import path from 'node:path';
import { CliError } from '../../errors.js';
import type { CommandIo } from '../../io/terminal.js';
import type { OutputFormat } from '../../io/output-format.js';
import { carryOut } from '../carry-out.js';
import { projectReader } from '../changes/write-changes.js';
import type { ProjectConfig, ProjectPlugin } from '../model.js';
import { editPlan } from '../plans/edit-plan.js';
import { joinPlans } from '../plans/plan-parts.js';
import { formatProjectFile } from '../project-file/write-project-file.js';
import { openProject } from '../project-folder.js';
import { projectSources } from '../project-sources.js';
import { report } from '../report.js';
import { runManifests } from '../run-manifests.js';
import { templateOptions } from './template-options.js';

export interface EditOptions {
  readonly folder: string;
  readonly multigroup?: boolean;
  readonly namespaced?: boolean;
  readonly certificates?: ProjectPlugin['certificates'];
  readonly license?: ProjectPlugin['license'];
  readonly owner?: string;
  readonly force: boolean;
  readonly output: OutputFormat;
}

/**
 * `kubewright edit`: other settings of a project, and what follows from them in its files; what users changed in these
 * stays, and they are asked only where both changed the same lines. Exit code 1 when the sources are wrong, so that
 * manifests cannot be made.
 */
export async function editCommand(options: EditOptions, io: CommandIo): Promise<number> {
  const { folder, config, projectFile } = await openProject(path.resolve(io.cwd, options.folder));
  const next = nextConfig(config, options);
  const files = { read: projectReader(folder), sources: await projectSources(folder) };
  const plan = joinPlans(await editPlan(config, next, files, templateOptions(io)), {
    files: [{ path: 'PROJECT', content: await formatProjectFile(next, projectFile), ifExists: 'replace' }],
  });
  const changes = await carryOut({ folder, plan, force: options.force, isKnown: () => false }, io);
  const manifests = await runManifests(folder, io);
  const steps = manifests.needsInstall ? ['npm install', 'npm run manifests'] : [];
  report({ changes, manifests, next: steps }, options.output, io);
  return manifests.failed ? 1 : 0;
}

function nextConfig(config: ProjectConfig, options: EditOptions): ProjectConfig {
  const { multigroup, namespaced, certificates, license, owner } = options;
  if ([multigroup, namespaced, certificates, license, owner].every((value) => value === undefined))
    throw new CliError(
      'InvalidArgument',
      'say what to change: --multigroup, --namespaced, --certificates, --license, --owner',
    );
  const groups = new Set(config.resources.filter(({ api }) => api !== undefined).map(({ group }) => group));
  if (multigroup === false && groups.size > 1)
    throw new CliError(
      'InvalidArgument',
      `the project has kinds of several groups (${[...groups].join(', ')}), and must stay laid out for them`,
    );
  return {
    ...config,
    multigroup: multigroup ?? config.multigroup,
    namespaced: namespaced ?? config.namespaced,
    plugins: {
      ...config.plugins,
      ...(license === undefined ? {} : { license }),
      ...(owner === undefined ? {} : { owner }),
      ...(certificates === undefined ? {} : { certificates }),
    },
  };
}
