import type { ApiObject } from '../kinds/behaviour.js';
import { authenticate } from '../pipeline/authenticate.js';
import type { AuthorizationAttributes } from '../pipeline/authorize.js';
import { isStatusError } from '../errors/status-error.js';
import type { UserInfo } from '../pipeline/server-request.js';
import { respond } from '../representation/respond.js';
import { decodeBody } from './decode-object.js';
import type { ResourceCall, ResourceHandler } from './resource-call.js';
import { parseWriteOptions } from './write-options.js';

// Questions in the form of objects: they are answered in their status and never stored
// (pkg/registry/authorization, pkg/registry/authentication).

interface ReviewSpec {
  readonly user?: string;
  readonly groups?: readonly string[];
  readonly token?: string;
  readonly resourceAttributes?: Readonly<Record<string, string>>;
  readonly nonResourceAttributes?: Readonly<Record<string, string>>;
}

/** A handler that answers the question in the body with a status. */
function review(answer: (call: ResourceCall, spec: ReviewSpec) => object | Promise<object>): ResourceHandler {
  return async (call) => {
    const { fieldValidation } = parseWriteOptions(call.info.query, 'CreateOptions');
    const question = await decodeBody(call, call.resource, fieldValidation);
    const status = await answer(call, (question['spec'] ?? {}) as ReviewSpec);
    const { kind, apiVersion, metadata, ...rest } = question;
    return respond(call, 201, { kind, apiVersion, metadata, ...rest, status } satisfies ApiObject);
  };
}

/** Who am I: `kubectl auth whoami`. */
export const selfSubjectReview = review(({ user }) => ({ userInfo: userStatus(user) }));

/** May I: `kubectl auth can-i`. */
export const selfSubjectAccessReview = review((call, spec) => accessStatus(call, call.user, spec));

/** May somebody. */
export const subjectAccessReview = review((call, spec) =>
  accessStatus(call, { name: spec.user ?? '', groups: spec.groups ?? [] }, spec),
);

/** What may I. This server has no rules to list; it says so. */
export const selfSubjectRulesReview = review(() => ({
  resourceRules: [],
  nonResourceRules: [],
  incomplete: true,
  evaluationError: 'the authorizer of this server does not list its rules',
}));

/** Whose token is this. */
export const tokenReview = review(async ({ server, request }, { token = '' }) => {
  const asked = { ...request, peer: undefined, headers: { authorization: `Bearer ${token}` } };
  try {
    const user = await authenticate(server.authenticators, asked);
    const authenticated = !user.groups.includes('system:unauthenticated');
    return authenticated ? { authenticated, user: userStatus(user) } : { user: {} };
  } catch (error) {
    if (!isStatusError(error)) throw error;
    return { user: {}, error: 'invalid bearer token' };
  }
});

async function accessStatus({ server }: ResourceCall, user: UserInfo, spec: ReviewSpec): Promise<object> {
  const { allowed, reason } = await server.authorizer.authorize(attributesOf(user, spec));
  return { allowed, ...(reason === undefined || reason === '' ? {} : { reason }) };
}

function attributesOf(user: UserInfo, spec: ReviewSpec): AuthorizationAttributes {
  const { resourceAttributes: resource, nonResourceAttributes: path = {} } = spec;
  const {
    verb = '',
    group = '',
    version = '',
    subresource = '',
    namespace = '',
    name = '',
  } = resource ?? path;
  return {
    user,
    verb,
    isResource: resource !== undefined,
    group,
    version,
    resource: resource?.['resource'] ?? '',
    subresource,
    namespace,
    name,
    path: path['path'] ?? '',
  };
}

function userStatus({ name, groups, uid, extra }: UserInfo): object {
  return {
    username: name,
    ...(uid === undefined ? {} : { uid }),
    groups,
    ...(extra === undefined ? {} : { extra }),
  };
}
