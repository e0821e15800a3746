import { SubjectAccessReview } from '@kubewright/api/authorization/v1';
import type { SubjectAccessReviewStatus } from '@kubewright/api/authorization/v1';
import { TokenReview } from '@kubewright/api/authentication/v1';
import type { UserInfo } from '@kubewright/api/authentication/v1';
import type { Clock, Logger } from '@kubewright/api';
import type { Client } from '@kubewright/client';

import { toError } from '../internal/errors.js';
import { LeastRecentlyUsed } from '../internal/least-recently-used.js';
import type { ServerHandler, ServerRequest, ServerResponse } from '../server/handler.js';

/*
 * What the filter promises (controller-runtime's pkg/metrics/filters/filters.go):
 *  1. Nobody passes without a bearer token that the API server knows (TokenReview); others are answered 401. Where a
 *     token is unknown, controller-runtime answers 500; 401 is what every client understands.
 *  2. Whom the API server knows passes if it allows them the verb of the request on the path (SubjectAccessReview of
 *     a nonResourceURL: `get` on `/metrics`); others are answered 403.
 *  3. When the API server cannot be asked the answer is 500: nobody passes.
 *  4. Answers are remembered: tokens for a minute, permissions for five, refusals for 30 s.
 *
 * The operator needs to be allowed `create` of tokenreviews and subjectaccessreviews; who scrapes, `get` of the
 * nonResourceURL `/metrics`.
 */
const TOKEN_TTL_MS = 60_000;
const ALLOWED_TTL_MS = 300_000;
const DENIED_TTL_MS = 30_000;
const REVIEW_TIMEOUT_MS = 10_000;
const MAX_ENTRIES = 1024;

export interface AccessFilterOptions {
  client: Client;
  clock: Clock;
  logger: Logger;
}

interface Remembered<T> {
  readonly value: T;
  readonly until: number;
}

/** Lets those pass whom the API server knows and allows what they ask. */
export class AccessFilter {
  readonly #options: AccessFilterOptions;
  readonly #users = new LeastRecentlyUsed<Remembered<UserInfo | undefined>>(MAX_ENTRIES);
  readonly #decisions = new LeastRecentlyUsed<Remembered<SubjectAccessReviewStatus>>(MAX_ENTRIES);

  constructor(options: AccessFilterOptions) {
    this.#options = options;
  }

  /** The handler behind the filter. */
  protect(handler: ServerHandler): ServerHandler {
    return async (request) => (await this.#refuse(request)) ?? handler(request);
  }

  async #refuse(request: ServerRequest): Promise<ServerResponse | undefined> {
    const { logger } = this.#options;
    let user: UserInfo | undefined;
    try {
      user = await this.#authenticate(bearerToken(request), request.signal);
    } catch (error) {
      logger.error('authentication failed', { path: request.path, error: toError(error) });
      return text(500, 'Authentication failed');
    }
    if (user === undefined) return text(401, 'Unauthorized');
    const { username = '' } = user;
    try {
      const { allowed, reason } = await this.#authorize(user, request);
      if (allowed) return undefined;
      logger.debug('authorization denied', { path: request.path, user: username, reason });
      return text(403, `Authorization denied for user ${username}`);
    } catch (error) {
      logger.error('authorization failed', { path: request.path, user: username, error: toError(error) });
      return text(500, `Authorization for user ${username} failed`);
    }
  }

  async #authenticate(token: string | undefined, signal: AbortSignal): Promise<UserInfo | undefined> {
    if (token === undefined) return undefined;
    const { client, clock } = this.#options;
    const known = this.#users.get(token);
    if (known !== undefined && clock.now() < known.until) return known.value;
    const { status } = await client.create(TokenReview({ metadata: {}, spec: { token } }), {
      signal,
      timeoutMs: REVIEW_TIMEOUT_MS,
    });
    const user = status?.authenticated === true ? status.user : undefined;
    this.#users.set(token, { value: user, until: clock.now() + TOKEN_TTL_MS });
    return user;
  }

  async #authorize(
    user: UserInfo,
    { method, path, signal }: ServerRequest,
  ): Promise<SubjectAccessReviewStatus> {
    const { client, clock } = this.#options;
    const { username, groups, uid, extra } = user;
    const spec = {
      ...(username !== undefined && { user: username }),
      ...(groups !== undefined && { groups }),
      ...(uid !== undefined && { uid }),
      ...(extra !== undefined && { extra }),
      nonResourceAttributes: { path, verb: method.toLowerCase() },
    };
    const key = JSON.stringify(spec);
    const known = this.#decisions.get(key);
    if (known !== undefined && clock.now() < known.until) return known.value;
    const review = await client.create(SubjectAccessReview({ metadata: {}, spec }), {
      signal,
      timeoutMs: REVIEW_TIMEOUT_MS,
    });
    const decision = review.status ?? { allowed: false };
    const ttlMs = decision.allowed ? ALLOWED_TTL_MS : DENIED_TTL_MS;
    this.#decisions.set(key, { value: decision, until: clock.now() + ttlMs });
    return decision;
  }
}

/** As k8s.io/apiserver's pkg/authentication/request/bearertoken reads it. */
function bearerToken({ headers }: ServerRequest): string | undefined {
  const [scheme, token] = (headers.authorization ?? '').trim().split(' ');
  return scheme?.toLowerCase() === 'bearer' && token !== undefined && token !== '' ? token : undefined;
}

function text(status: number, message: string): ServerResponse {
  return { status, headers: { 'x-content-type-options': 'nosniff' }, body: `${message}\n` };
}
