import { aggregateText } from '../errors/go-text.js';
import { unauthorizedError } from '../errors/status-error.js';
import { bearerToken } from '../pipeline/authenticate.js';
import type { Authenticator } from '../pipeline/authenticate.js';
import type { UserInfo } from '../pipeline/server-request.js';

/** Whose token it is, and for which of the audiences that were asked for it is meant. */
export interface TokenOwner {
  readonly user: UserInfo;
  readonly audiences: readonly string[];
}

/** One kind of bearer tokens. */
export interface TokenAuthenticator {
  /** Undefined for tokens of another kind. @throws Error that says what is wrong with a token of this kind */
  authenticate(token: string, audiences: readonly string[]): TokenOwner | undefined;
}

/** Tokens from a table, which may change while the server runs; they are meant for the server itself. */
export function staticTokens(
  users: ReadonlyMap<string, UserInfo>,
  serverAudiences: readonly string[],
): TokenAuthenticator {
  return {
    authenticate(token, audiences) {
      const user = users.get(token);
      const meant = serverAudiences.filter((audience) => audiences.includes(audience));
      return user === undefined || meant.length === 0 ? undefined : { user, audiences: meant };
    },
  };
}

/** Lets each kind of tokens look at a token; what they say is wrong with it is thrown as one Error. */
export function findTokenOwner(
  authenticators: readonly TokenAuthenticator[],
  token: string,
  audiences: readonly string[],
): TokenOwner | undefined {
  const errors: string[] = [];
  for (const authenticator of authenticators) {
    try {
      const owner = authenticator.authenticate(token, audiences);
      if (owner !== undefined) return owner;
    } catch (error) {
      errors.push((error as Error).message);
    }
  }
  if (errors.length > 0) throw new Error(aggregateText(errors));
  return undefined;
}

/** The owner of the bearer token of a request. */
export function tokenAuthenticator(
  authenticators: readonly TokenAuthenticator[],
  serverAudiences: readonly string[],
): Authenticator {
  return {
    authenticate(request) {
      const token = bearerToken(request);
      if (token === undefined) return undefined;
      try {
        return findTokenOwner(authenticators, token, serverAudiences)?.user;
      } catch {
        throw unauthorizedError();
      }
    },
  };
}
