import path from 'node:path';
import { CliError } from '../../errors.js';
import type { CommandIo } from '../../io/terminal.js';
import { carryOut } from '../carry-out.js';
import type { ProjectConfig, ProjectResource } from '../model.js';
import { controllerNameFault, requireName } from '../names/check-names.js';
import { apiPlan } from '../plans/api-plan.js';
import { joinPlans } from '../plans/plan-parts.js';
import { openProject } from '../project-folder.js';
import { formatProjectFile } from '../project-file/write-project-file.js';
import type { OutputFormat } from '../report.js';
import { report } from '../report.js';
import { defaultControllerName, withResource } from '../resources.js';
import { runManifests } from '../run-manifests.js';
import { apiFile, controllerNames } from '../templates/sources/names.js';
import type { KindFlags } from './ask-kind.js';
import { askKind } from './ask-kind.js';
import type { NamedKind } from './next-resource.js';
import { describe, findResource, resourceFor } from './next-resource.js';
import { externalSteps } from './external-steps.js';
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
  const resource = nextResource(config, named, { ...options, makesApi, makesController });
  const next = withResource(config, resource.value);
  const plan = joinPlans(
    apiPlan(next, resource.value, {
      ...templateOptions(io),
      api: makesApi,
      controllers: resource.controller === undefined ? [] : [resource.controller],
    }),
    {
      files: [{ path: 'PROJECT', content: await formatProjectFile(next, projectFile), ifExists: 'replace' }],
    },
  );
  const isKnown = (file: string): boolean =>
    former !== undefined &&
    (former.api !== undefined || !makesApi || file !== apiFile(config, former)) &&
    (resource.controller === undefined ||
      former.controllers.includes(resource.controller) ||
      !file.startsWith('src/controllers/'));
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

interface Wishes {
  readonly makesApi: boolean;
  readonly makesController: boolean;
  readonly namespaced?: boolean;
  readonly controllerName?: string;
  readonly force: boolean;
}

function nextResource(
  config: ProjectConfig,
  named: NamedKind,
  wishes: Wishes,
): { value: ProjectResource; controller?: string } {
  const former = findResource(config, named);
  const isOwn = wishes.makesApi || former?.api !== undefined;
  const resource = resourceFor(config, named, isOwn);
  if (!isOwn && !resource.core && resource.external === undefined)
    throw new CliError(
      'InvalidArgument',
      `the project has no type for ${describe(resource)}: make it with --resource, or name with --external-api-path what to import it from`,
    );
  const api = wishes.makesApi ? apiOf(config, resource, wishes) : resource.api;
  const controller = wishes.makesController ? controllerOf(config, resource, wishes) : undefined;
  const controllers =
    controller === undefined || resource.controllers.includes(controller)
      ? resource.controllers
      : [...resource.controllers, controller];
  const value = { ...resource, ...(api === undefined ? {} : { api }), controllers };
  return controller === undefined ? { value } : { value, controller };
}

function apiOf(config: ProjectConfig, resource: ProjectResource, wishes: Wishes): { namespaced: boolean } {
  if (resource.core || resource.external !== undefined)
    throw new CliError(
      'InvalidArgument',
      `the type of ${describe(resource)} comes from elsewhere: use --resource=false`,
    );
  const { namespaced = resource.api?.namespaced ?? scopeOfKind(config, resource) ?? true, force } = wishes;
  if (resource.api !== undefined && resource.api.namespaced !== namespaced && !force)
    throw new CliError(
      'Refused',
      `${describe(resource)} is ${resource.api.namespaced ? 'namespaced' : 'cluster-scoped'} in this project: change its type, or use --force to make it anew`,
    );
  const isNewGroup = !config.resources.some(({ group }) => group === resource.group);
  if (!config.multigroup && config.resources.length > 0 && isNewGroup)
    throw new CliError(
      'InvalidArgument',
      `the project has kinds of the group "${config.resources[0]?.group ?? ''}" and is not laid out for several: run "kubewright edit --multigroup" first`,
    );
  return { namespaced };
}

/** All versions of a kind have the same scope. */
function scopeOfKind(config: ProjectConfig, { group, kind }: ProjectResource): boolean | undefined {
  return config.resources.find(
    (other) => other.group === group && other.kind === kind && other.api !== undefined,
  )?.api?.namespaced;
}

function controllerOf(config: ProjectConfig, resource: ProjectResource, wishes: Wishes): string | undefined {
  const { controllerName, makesApi } = wishes;
  const [first] = resource.controllers;
  if (
    controllerName === undefined &&
    first !== undefined &&
    !resource.controllers.includes(defaultControllerName(resource))
  ) {
    // The kind has a controller with a name of its own, which a type made anew does not change.
    if (makesApi) return undefined;
    throw new CliError(
      'InvalidArgument',
      `${describe(resource)} has the controller ${first}: name another one with --controller-name`,
    );
  }
  const name = requireName(controllerName ?? defaultControllerName(resource), controllerNameFault);
  const { file } = controllerNames(config, resource, name);
  for (const other of config.resources)
    for (const taken of other.controllers) {
      if (other === resource && taken === name) continue;
      if (controllerNames(config, other, taken).file === file)
        throw new CliError(
          'InvalidArgument',
          `the controller ${taken} of ${describe(other)} has the file ${file} already: choose another --controller-name`,
        );
    }
  return name;
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
