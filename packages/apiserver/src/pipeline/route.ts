import { handlerFor } from '../handlers/handler-table.js';
import type { ResourceHandler } from '../handlers/resource-call.js';
import {
  badRequestError,
  methodNotAllowedError,
  notFoundError,
  pathNotFoundError,
  StatusError,
} from '../errors/status-error.js';
import { pathSegmentFaults } from '../kinds/shared/path-segment.js';
import { aboutResource } from '../registry/about.js';
import type { ServedResource } from '../resources/served-resource.js';
import type { ServerParts } from '../server-parts.js';
import { pageNotFound } from './page-not-found.js';
import type { RequestInfo } from './request-info.js';
import type { ServerRequest, ServerResponse } from './server-request.js';

/** Answers a path that is no resource. */
export type NonResourceHandler = (request: ServerRequest, info: RequestInfo) => Promise<ServerResponse>;

/** What a request is for. */
export type Route =
  | { readonly resource: ServedResource; readonly handle: ResourceHandler }
  | { readonly resource: undefined; readonly handle: NonResourceHandler };

/** Finds what answers a request. Throws StatusError 404, or 405 when the path is known and the verb is not. */
export function findRoute(server: ServerParts, info: RequestInfo): Route {
  // Multiplexers of Go compare whole paths; only what comes after the group is cut into segments.
  if (info.path.startsWith('//')) return { resource: undefined, handle: async () => pageNotFound };
  if (!info.isResource) {
    const handle = server.nonResource(info.path);
    return { resource: undefined, handle: handle ?? (async () => pageNotFound) };
  }
  const resource = server.resources.find(info.group, info.version, info.resource);
  if (resource === undefined) return nothing(server, info);
  if (!isPathOf(resource, info)) return noSuchPath(resource);
  const verb = handlerFor(resource, info);
  // go-restful knows no HEAD; custom resources are not behind it.
  if (verb === undefined || (info.method === 'HEAD' && !resource.custom)) {
    const error = verbError(resource, info);
    // What can be listed has a handler that refuses to watch.
    if (info.verb === 'watch') return { resource, handle: () => Promise.reject(error) };
    throw error;
  }
  if (info.name !== '') checkName(info.name);
  return { resource, handle: verb };
}

/** A path that leads nowhere: below a built-in group a Status says so. */
function nothing({ resources }: ServerParts, { group }: RequestInfo): Route {
  if (resources.all().some((known) => !known.custom && known.group === group)) throw pathNotFoundError();
  return { resource: undefined, handle: async () => pageNotFound };
}

const BELOW_ITSELF = /^\/api\/v1\/namespaces\/[^/]+\/namespaces\//;

function noSuchPath({ custom }: ServedResource): Route {
  if (custom) return { resource: undefined, handle: async () => pageNotFound };
  throw pathNotFoundError();
}

/**
 * Whether the path names what it must: single objects of namespaced kinds are named with their namespace. Throws 404
 * for subresources that do not exist.
 */
function isPathOf(resource: ServedResource, info: RequestInfo): boolean {
  const { name, namespace, subresource } = info;
  if (subresource !== '' && !resource.subresources.some((known) => known.name === subresource))
    throw resource.custom ? notFoundError(aboutResource(resource), name) : pathNotFoundError();
  // The path of a namespace names it once, as itself and as the namespace of the request.
  return resource.namespaced
    ? namespace !== '' || name === ''
    : namespace === '' ||
        (resource.plural === 'namespaces' && namespace === name && !BELOW_ITSELF.test(info.path));
}

// registry/generic/registry/store.go, NamespaceKeyFunc.
function checkName(name: string): void {
  const faults = pathSegmentFaults(name);
  if (faults.length === 0) return;
  throw badRequestError(`Name parameter invalid: ${JSON.stringify(name)}: ${faults.join(';')}`);
}

/** What is done with one object by its name. */
const OF_ONE: readonly string[] = ['get', 'update', 'patch', 'delete'];

function verbError({ custom, group, plural, verbs }: ServedResource, info: RequestInfo): StatusError {
  const { verb, name, subresource } = info;
  if (!custom && name !== '' && subresource === '' && !verbs.some((known) => OF_ONE.includes(known)))
    return pathNotFoundError();
  if (!custom && !(verb === 'watch' && verbs.includes('list'))) return methodNotAllowedError();
  return new StatusError({
    code: 405,
    reason: 'MethodNotAllowed',
    message: `${verb} is not supported on resources of kind ${JSON.stringify(group === '' ? plural : `${plural}.${group}`)}`,
    details: { ...(group === '' ? {} : { group }), kind: plural },
  });
}
