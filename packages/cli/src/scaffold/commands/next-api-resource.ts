import { CliError } from '../../errors.js';
import type { ProjectConfig, ProjectResource } from '../model.js';
import { controllerNameFault, requireName } from '../names/check-names.js';
import { defaultControllerName } from '../resources.js';
import { controllerNames } from '../templates/sources/names.js';
import type { NamedKind } from './next-resource.js';
import { describe, findResource, resourceFor } from './next-resource.js';

/** What `create api` is to make of a kind. */
export interface ApiWishes {
  readonly makesApi: boolean;
  readonly makesController: boolean;
  readonly namespaced?: boolean;
  readonly controllerName?: string;
  readonly force: boolean;
}

/**
 * The resource as it will be, and the controller that is to be made.
 *
 * @throws CliError 'InvalidArgument' or 'Refused' for what contradicts the project
 */
export function nextApiResource(
  config: ProjectConfig,
  named: NamedKind,
  wishes: ApiWishes,
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

function apiOf(config: ProjectConfig, resource: ProjectResource, wishes: ApiWishes): { namespaced: boolean } {
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

function controllerOf(
  config: ProjectConfig,
  resource: ProjectResource,
  wishes: ApiWishes,
): string | undefined {
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
