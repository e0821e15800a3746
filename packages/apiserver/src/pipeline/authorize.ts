import { StatusError, unauthorizedError } from '../errors/status-error.js';
import { ANONYMOUS } from './authenticate.js';
import type { RequestInfo } from './request-info.js';
import type { UserInfo } from './server-request.js';

/** What is asked for, in the words of SubjectAccessReview. */
export interface AuthorizationAttributes {
  readonly user: UserInfo;
  readonly verb: string;
  /** For resources; `path` is set for all requests. */
  readonly isResource: boolean;
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
  readonly path: string;
}

export interface Decision {
  readonly allowed: boolean;
  /** Why, in the words of the authorizer; shown to who is refused. */
  readonly reason?: string;
}

/** Decides who may do what. */
export interface Authorizer {
  authorize(attributes: AuthorizationAttributes): Decision | Promise<Decision>;
}

// What the real server's role system:public-info-viewer allows to everyone.
const PUBLIC_PATHS = /^\/(healthz|livez|readyz)(\/.*)?$|^\/version\/?$/;

/** Everyone who is authenticated may do everything; others may see health and version. */
export const alwaysAllowAuthenticated: Authorizer = {
  authorize: ({ user, isResource, path }) => ({
    allowed: !user.groups.includes('system:unauthenticated') || (!isResource && PUBLIC_PATHS.test(path)),
  }),
};

/** Throws 403, or 401 when nobody said who they are. */
export async function authorize(authorizer: Authorizer, user: UserInfo, info: RequestInfo): Promise<void> {
  const attributes: AuthorizationAttributes = {
    user,
    verb: info.verb,
    isResource: info.isResource,
    group: info.group,
    version: info.version,
    resource: info.resource,
    subresource: info.subresource,
    namespace: info.namespace,
    name: info.name,
    path: info.path,
  };
  const decision = await authorizer.authorize(attributes);
  if (decision.allowed) return;
  if (user.name === ANONYMOUS.name) throw unauthorizedError();
  throw accessDeniedError(attributes, decision.reason);
}

/** The sentence of apiserver `endpoints/handlers/responsewriters/errors.go`. */
function accessDeniedError(attributes: AuthorizationAttributes, reason: string | undefined): StatusError {
  const { user, verb, isResource, group, resource, subresource, namespace, name, path } = attributes;
  const suffix = reason === undefined || reason === '' ? '' : `: ${reason}`;
  if (!isResource) {
    const message = `forbidden: User ${JSON.stringify(user.name)} cannot ${verb} path ${JSON.stringify(path)}${suffix}`;
    return new StatusError({ code: 403, reason: 'Forbidden', message, details: {} });
  }
  const full = subresource === '' ? resource : `${resource}/${subresource}`;
  const scope = namespace === '' ? ' at the cluster scope' : ` in the namespace ${JSON.stringify(namespace)}`;
  const about = `${group === '' ? resource : `${resource}.${group}`}${name === '' ? '' : ` ${JSON.stringify(name)}`}`;
  return new StatusError({
    code: 403,
    reason: 'Forbidden',
    message: `${about} is forbidden: User ${JSON.stringify(user.name)} cannot ${verb} resource ${JSON.stringify(full)} in API group ${JSON.stringify(group)}${scope}${suffix}`,
    details: { ...(name === '' ? {} : { name }), ...(group === '' ? {} : { group }), kind: resource },
  });
}
