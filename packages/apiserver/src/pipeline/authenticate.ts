import { unauthorizedError } from '../errors/status-error.js';
import type { ServerRequest, UserInfo } from './server-request.js';

/** One way to tell who asks. */
export interface Authenticator {
  /** The user; undefined when the request carries nothing that this authenticator understands. Throws StatusError 401 for wrong credentials. */
  authenticate(request: ServerRequest): UserInfo | undefined | Promise<UserInfo | undefined>;
}

/** The user of a request without credentials. */
export const ANONYMOUS: UserInfo = { name: 'system:anonymous', groups: ['system:unauthenticated'] };

/** Asks each authenticator in turn; a request that none of them knows is anonymous. */
export async function authenticate(
  authenticators: readonly Authenticator[],
  request: ServerRequest,
): Promise<UserInfo> {
  for (const authenticator of authenticators) {
    const user = await authenticator.authenticate(request);
    if (user !== undefined) return withAuthenticatedGroup(user);
  }
  return ANONYMOUS;
}

/** Believes the transport: the owner of an in-process transport, or of a verified client certificate. */
export const peerAuthenticator: Authenticator = { authenticate: (request) => request.peer };

/** Bearer tokens from a table, which may change while the server runs. */
export function tokenAuthenticator(users: ReadonlyMap<string, UserInfo>): Authenticator {
  return {
    authenticate(request) {
      const token = bearerToken(request);
      if (token === undefined) return undefined;
      const user = users.get(token);
      if (user === undefined) throw unauthorizedError();
      return user;
    },
  };
}

function bearerToken(request: ServerRequest): string | undefined {
  const match = /^bearer +([^ ]+) *$/i.exec(request.headers['authorization'] ?? '');
  return match?.[1];
}

function withAuthenticatedGroup(user: UserInfo): UserInfo {
  if (user.groups.includes('system:authenticated') || user.groups.includes('system:unauthenticated'))
    return user;
  return { ...user, groups: [...user.groups, 'system:authenticated'] };
}
