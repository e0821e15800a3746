import type { NonResourceRule, ResourceRule } from '@kubewright/api/authorization/v1';
import { goQuote } from '../errors/go-text.js';
import { forbiddenError, StatusError } from '../errors/status-error.js';
import { pathSegmentFaults } from '../kinds/shared/path-segment.js';
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
  /** What a user may do in a namespace, for SelfSubjectRulesReview. Without it such reviews say that they cannot tell. */
  rulesFor?(user: UserInfo, namespace: string): UserRules;
}

/** The status of a SelfSubjectRulesReview. */
export interface UserRules {
  readonly resourceRules: readonly ResourceRule[];
  readonly nonResourceRules: readonly NonResourceRule[];
  /** Whether there may be more. */
  readonly incomplete: boolean;
  readonly evaluationError?: string;
}

// What the real server's role system:public-info-viewer allows to everyone.
const PUBLIC_PATHS = /^\/(healthz|livez|readyz)(\/.*)?$|^\/version\/?$/;

/** Everyone who is authenticated may do everything; others may see health and version. */
export const alwaysAllowAuthenticated: Authorizer = {
  authorize: ({ user, isResource, path }) => ({
    allowed: !user.groups.includes('system:unauthenticated') || (!isResource && PUBLIC_PATHS.test(path)),
  }),
};

/** Throws 403. */
export async function authorize(authorizer: Authorizer, user: UserInfo, info: RequestInfo): Promise<void> {
  await checkAccess(authorizer, authorizationAttributes(user, info));
}

/** Throws 403. */
export async function checkAccess(
  authorizer: Authorizer,
  attributes: AuthorizationAttributes,
): Promise<void> {
  const decision = await authorizer.authorize(attributes);
  if (!decision.allowed) throw accessDeniedError(attributes, decision.reason);
}

/** What the server asks by itself of a user, besides what the request is about; what is not named is empty. */
export function resourceQuestion(
  user: UserInfo,
  about: Pick<AuthorizationAttributes, 'verb' | 'group' | 'version'> & Partial<AuthorizationAttributes>,
): AuthorizationAttributes {
  return {
    user,
    isResource: true,
    resource: '',
    subresource: '',
    namespace: '',
    name: '',
    path: '',
    ...about,
  };
}

export function authorizationAttributes(user: UserInfo, info: RequestInfo): AuthorizationAttributes {
  return {
    user,
    verb: info.verb,
    isResource: info.isResource,
    group: info.group,
    version: info.version,
    resource: info.resource,
    subresource: info.subresource,
    namespace: info.namespace,
    name: info.name === '' ? selectedName(info) : info.name,
    path: info.path,
  };
}

/** Who lists or watches one object by its name asks for that one (apiserver `endpoints/request/requestinfo.go`). */
function selectedName({ verb, query }: RequestInfo): string {
  if (verb !== 'list' && verb !== 'watch') return '';
  const selector = query.get('fieldSelector');
  if (selector === null || !selector.includes('metadata.name')) return '';
  const [, name = ''] = /(?:^|,)metadata\.name==?([^,=]+)(?:,|$)/.exec(selector) ?? [];
  return pathSegmentFaults(name).length === 0 ? name : '';
}

/** apiserver `endpoints/handlers/responsewriters/errors.go`, ForbiddenStatusError. */
export function accessDeniedError(
  attributes: AuthorizationAttributes,
  reason: string | undefined,
): StatusError {
  const { isResource, group, resource, name } = attributes;
  const sentence = escaped(deniedSentence(attributes));
  const text = reason === undefined || reason === '' ? sentence : `${sentence}: ${reason}`;
  if (!isResource || resource === '') {
    return new StatusError({ code: 403, reason: 'Forbidden', message: `forbidden: ${text}`, details: {} });
  }
  return forbiddenError({ group, resource }, name, text);
}

function deniedSentence(attributes: AuthorizationAttributes): string {
  const { user, verb, isResource, group, resource, subresource, namespace, path } = attributes;
  const start = `User ${goQuote(user.name)} cannot ${verb}`;
  if (!isResource) return `${start} path ${goQuote(path)}`;
  const full = subresource === '' ? resource : `${resource}/${subresource}`;
  const scope = namespace === '' ? 'at the cluster scope' : `in the namespace ${goQuote(namespace)}`;
  return `${start} resource ${goQuote(full)} in API group ${goQuote(group)} ${scope}`;
}

// So that no part of it reads as HTML.
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
