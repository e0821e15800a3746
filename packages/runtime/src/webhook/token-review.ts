import type { ObjectMeta } from '@kubewright/api';
import type { TokenReviewSpec, TokenReviewStatus, UserInfo } from '@kubewright/api/authentication/v1';

import { messageOf, toError } from '../internal/errors.js';
import type { ServerHandler, ServerRequest } from '../server/handler.js';
import { isServerError } from '../server/server-error.js';
import { beginCall } from './call-context.js';
import type { WebhookParts } from './call-context.js';
import type { WebhookContext, WebhookDefinition } from './definition.js';
import { checkPath } from './paths.js';

/** Says whose token it is; `spec.audiences` are those that the API server asks for. */
export type Authenticator = (
  spec: TokenReviewSpec,
  context: WebhookContext,
) => TokenReviewStatus | Promise<TokenReviewStatus>;

/** The token is this user's. `audiences` are those asked for that it is good for. */
export function authenticated(user: UserInfo, audiences?: string[]): TokenReviewStatus {
  return { authenticated: true, user, ...(audiences !== undefined && { audiences }) };
}

/** The token is nobody's, and why, for the log of the API server. */
export function unauthenticated(reason?: string): TokenReviewStatus {
  return { authenticated: false, user: {}, ...(reason !== undefined && { error: reason }) };
}

/**
 * A webhook that authenticates bearer tokens for an API server that has `--authentication-token-webhook-config-file`
 * (controller-runtime's pkg/webhook/authentication):
 *
 * ```ts
 * authenticationHandler({
 *   path: '/authenticate',
 *   authenticate: ({ token }) => users.has(token) ? authenticated({ username: users.get(token) }) : unauthenticated(),
 * })
 * ```
 *
 * What it throws is logged and counted, and authenticates nobody.
 */
export function authenticationHandler(options: {
  path: string;
  authenticate: Authenticator;
}): WebhookDefinition {
  const { path, authenticate } = options;
  return { endpoints: [{ type: 'authentication', path: checkPath(path), authenticate }] };
}

export interface TokenReviewEndpointOptions extends WebhookParts {
  readonly path: string;
  readonly authenticate: Authenticator;
  /** Is told of each authenticator that throws. */
  readonly onPanic: () => void;
}

interface IncomingTokenReview {
  readonly apiVersion: string;
  readonly uid: string | undefined;
  readonly spec: TokenReviewSpec;
}

const JSON_TYPE = { 'content-type': 'application/json' };
const V1 = 'authentication.k8s.io/v1';
const VERSIONS = [V1, 'authentication.k8s.io/v1beta1'];
const MAX_BODY_BYTES = 1024 * 1024;

/** Serves token reviews, each answered in its own version; as in controller-runtime, refusals have HTTP status 200 too. */
export function tokenReviewEndpoint(options: TokenReviewEndpointOptions): ServerHandler {
  const logger = options.logger.with({ webhook: options.path });
  return async (request) => {
    let review: IncomingTokenReview;
    try {
      const { 'content-type': type = '' } = request.headers;
      review = readReview(await bodyOf(request), type);
    } catch (error) {
      logger.error('bad request', { error: toError(error) });
      return { headers: JSON_TYPE, body: encode(undefined, unauthenticated(messageOf(error))) };
    }
    const { apiVersion, uid, spec } = review;
    const log = logger.with(uid === undefined ? {} : { requestID: uid });
    const call = beginCall(request, options, log);
    let status: TokenReviewStatus;
    try {
      status = await options.authenticate(spec, call.context);
    } catch (error) {
      options.onPanic();
      log.error('webhook failed', { error: toError(error) });
      status = unauthenticated(`panic: ${messageOf(error)} [recovered]`);
    } finally {
      call.end();
    }
    log.debug('webhook answered', {
      authenticated: status.authenticated === true,
      user: status.user?.username,
    });
    return { headers: JSON_TYPE, body: encode(apiVersion, status, uid) };
  };
}

async function bodyOf(request: ServerRequest): Promise<Buffer> {
  const tooLarge = `request entity is too large; limit is ${MAX_BODY_BYTES} bytes`;
  const body = await request.body().catch((error: unknown) => {
    throw isServerError(error, 'BodyTooLarge') ? new Error(tooLarge, { cause: error }) : error;
  });
  if (body.length > MAX_BODY_BYTES) throw new Error(tooLarge);
  return body;
}

/** Throws an Error in the words of controller-runtime (pkg/webhook/authentication/http.go). */
function readReview(body: Buffer, type: string): IncomingTokenReview {
  if (body.length === 0) throw new Error('request body is empty');
  if (type !== 'application/json') throw new Error(`contentType=${type}, expected application/json`);
  let review: { apiVersion?: string; kind?: string; metadata?: ObjectMeta; spec?: TokenReviewSpec } | null;
  try {
    review = JSON.parse(body.toString()) as typeof review;
  } catch (cause) {
    throw new Error(`couldn't get version/kind; json parse error: ${(cause as Error).message}`, { cause });
  }
  const { apiVersion = V1, kind = 'TokenReview', spec } = review ?? {};
  if (kind !== 'TokenReview' || !VERSIONS.includes(apiVersion))
    throw new Error(
      `no kind ${JSON.stringify(kind)} is registered for version ${JSON.stringify(apiVersion)}`,
    );
  if (spec?.token === undefined || spec.token === '') throw new Error('token is empty');
  return { apiVersion, uid: review?.metadata?.uid, spec };
}

function encode(apiVersion: string | undefined, status: TokenReviewStatus, uid?: string): string {
  return JSON.stringify({
    ...(apiVersion !== undefined && { kind: 'TokenReview', apiVersion }),
    metadata: { ...(uid !== undefined && { uid }) },
    spec: {},
    status: { user: {}, ...status },
  });
}
