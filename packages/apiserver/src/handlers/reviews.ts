import { isoTime } from '@kubewright/api';
import { badRequestError, isStatusError } from '../errors/status-error.js';
import type { ApiObject } from '../kinds/behaviour.js';
import { authenticate, withAuthenticatedGroup } from '../pipeline/authenticate.js';
import type { UserInfo } from '../pipeline/server-request.js';
import { ensureNamespace, wipeSystemFields } from '../registry/create.js';
import { respondComputed } from '../representation/present.js';
import { findTokenOwner } from '../tokens/token-authenticator.js';
import type { TokenOwner } from '../tokens/token-authenticator.js';
import { decodeBody } from './decode-object.js';
import type { ResourceCall, ResourceHandler } from './resource-call.js';
import { admissionValidator, admitObject } from './write-call.js';
import { trackFields } from './track-fields.js';
import { parseWriteOptions } from './write-options.js';

// Questions in the form of objects: they are answered in their status and never stored
// (pkg/registry/authorization, pkg/registry/authentication).

/** A handler that answers the question in the body; what `answer` returns replaces those fields of the question. */
export function review(
  answer: (call: ResourceCall, question: ApiObject) => Promise<Partial<ApiObject>> | Partial<ApiObject>,
): ResourceHandler {
  return async (call) => {
    const { fieldValidation, dryRun } = parseWriteOptions(call.info.query, 'CreateOptions');
    const body = await decodeBody(call, call.resource, fieldValidation);
    body['spec'] ??= {};
    ensureNamespace(body, call.resource.namespaced ? call.info.namespace : '');
    wipeSystemFields(body);
    trackFields(call, body, undefined);
    const write = { name: body.metadata.name ?? '', dryRun };
    const question = await admitObject(call, write, body, undefined);
    const answered = await answer(call, question);
    await admissionValidator(call, write)(question, undefined);
    const { status: _status, ...asked } = question;
    return respondComputed(call, 201, { ...asked, ...answered } satisfies ApiObject);
  };
}

/** Who am I: `kubectl auth whoami`. */
export const selfSubjectReview = review(({ user, server }) => ({
  metadata: { creationTimestamp: isoTime(server.clock.now()) },
  spec: undefined,
  status: { userInfo: userStatus(user) },
}));

/** What may I: `kubectl auth can-i --list`. */
export const selfSubjectRulesReview = review(({ server, user }, question) => {
  const { namespace = '' } = question['spec'] as { namespace?: string };
  if (namespace === '') throw badRequestError('no namespace on request');
  const status = server.authorizer.rulesFor?.(user, namespace) ?? {
    resourceRules: [],
    nonResourceRules: [],
    incomplete: true,
    evaluationError: 'the authorizer of this server does not list its rules',
  };
  // The real server answers with an object of its own.
  return { metadata: {}, spec: {}, status };
});

/** Whose token is this. */
export const tokenReview = review(async (call, question) => {
  const { token = '', audiences: asked = [] } = question['spec'] as { token?: string; audiences?: string[] };
  if (token === '') throw badRequestError('token is required for TokenReview in authentication');
  const audiences = asked.length === 0 ? call.server.tokens.audiences : asked;
  try {
    const owner = await tokenOwner(call, token, audiences);
    if (owner === undefined) return { status: { user: {}, error: INVALID_TOKEN } };
    const user = userStatus(withAuthenticatedGroup(owner.user));
    return { status: { authenticated: true, user, audiences: owner.audiences } };
  } catch (error) {
    return { status: { user: {}, error: `[${INVALID_TOKEN}, ${(error as Error).message}]` } };
  }
});

const INVALID_TOKEN = 'invalid bearer token';

/** Asks what knows tokens, and then whoever else tells users by their requests: their tokens are for the server. */
async function tokenOwner(
  { server, request }: ResourceCall,
  token: string,
  audiences: readonly string[],
): Promise<TokenOwner | undefined> {
  const owner = findTokenOwner(server.tokenAuthenticators, token, audiences);
  const meant = server.tokens.audiences.filter((audience) => audiences.includes(audience));
  if (owner !== undefined || meant.length === 0) return owner;
  const asked = { ...request, peer: undefined, headers: { authorization: `Bearer ${token}` } };
  try {
    const user = await authenticate(server.authenticators, asked, { anonymous: false });
    return { user, audiences: meant };
  } catch (error) {
    if (isStatusError(error)) return undefined;
    throw error;
  }
}

/** A user as reviews show it. */
function userStatus({ name, groups, uid = '', extra = {} }: UserInfo): object {
  return {
    username: name,
    ...(uid === '' ? {} : { uid }),
    ...(groups.length === 0 ? {} : { groups }),
    ...(Object.keys(extra).length === 0 ? {} : { extra }),
  };
}
