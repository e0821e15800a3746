import { handlerFor } from '../handlers/handler-table.js';
import type { ResourceHandler } from '../handlers/resource-call.js';
import { pathNotFoundError, StatusError } from '../errors/status-error.js';
import type { ServedResource } from '../resources/served-resource.js';
import type { ServerParts } from '../server-parts.js';
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
  if (!info.isResource) {
    const handle = server.nonResource(info.path);
    if (handle === undefined) throw pathNotFoundError();
    return { resource: undefined, handle };
  }
  const resource = server.resources.find(info.group, info.version, info.resource);
  if (resource === undefined || !pathFits(resource, info)) throw pathNotFoundError();
  const handle = handlerFor(resource, info);
  if (handle === undefined) throw methodNotAllowedError();
  return { resource, handle };
}

/** Whether the path names what it must: subresources exist, single objects of namespaced kinds are named with their namespace. */
function pathFits(resource: ServedResource, info: RequestInfo): boolean {
  const { name, namespace, subresource } = info;
  if (subresource !== '' && !resource.subresources.some((known) => known.name === subresource)) return false;
  if (resource.namespaced) return namespace !== '' || name === '';
  // The path of a namespace names it once, as itself and as the namespace of the request.
  return namespace === '' || (resource.plural === 'namespaces' && namespace === name);
}

const methodNotAllowedError = (): StatusError =>
  new StatusError({
    code: 405,
    reason: 'MethodNotAllowed',
    message: 'the server does not allow this method on the requested resource',
    details: {},
  });
