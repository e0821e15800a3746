import { unauthorizedError } from '../errors/status-error.js';
import type { ServerRequest, UserInfo } from './server-request.js';

/** One way to tell who asks. */
export interface Authenticator {
  /**
   * The user; undefined when the request carries nothing that this authenticator understands. Throws StatusError 401
   * for wrong credentials, whereupon the next one is asked.
   */
  authenticate(request: ServerRequest): UserInfo | undefined | Promise<UserInfo | undefined>;
}

/** The user of a request without credentials, where such requests are let in. */
const ANONYMOUS: UserInfo = { name: 'system:anonymous', groups: ['system:unauthenticated'] };

/**
 * Asks each authenticator in turn. A request that none of them knows is anonymous if `anonymous` allows it and it
 * carries no token. Throws StatusError 401.
 */
export async function authenticate(
  authenticators: readonly Authenticator[],
  request: ServerRequest,
  { anonymous }: { readonly anonymous: boolean },
): Promise<UserInfo> {
  let refusal: unknown;
  for (const authenticator of authenticators) {
    try {
      const user = await authenticator.authenticate(request);
      if (user !== undefined) return withAuthenticatedGroup(user);
    } catch (error) {
      refusal ??= error;
    }
  }
  if (refusal !== undefined) throw refusal as Error;
  if (!anonymous || bearerToken(request) !== undefined) throw unauthorizedError();
  return ANONYMOUS;
}

/**
 * Believes the transport: the owner of an in-process transport, or of a verified client certificate. A transport that
 * belongs to `system:anonymous` vouches for nobody.
 */
export const peerAuthenticator: Authenticator = {
  authenticate: ({ peer }) => (peer?.name === ANONYMOUS.name ? undefined : peer),
};

/** The token of a request (apiserver `authentication/request/bearertoken`); undefined when it has none. */
export function bearerToken(request: ServerRequest): string | undefined {
  const match = /^\s*bearer ([^ ]+)/i.exec(request.headers['authorization'] ?? '');
  return match?.[1];
}

/** The user as a member of `system:authenticated`, unless it is nobody (apiserver `authentication/group`). */
export function withAuthenticatedGroup(user: UserInfo): UserInfo {
  const { name, groups } = user;
  if (
    name === ANONYMOUS.name ||
    groups.includes('system:authenticated') ||
    groups.includes('system:unauthenticated')
  )
    return user;
  return { ...user, groups: [...groups, 'system:authenticated'] };
}
