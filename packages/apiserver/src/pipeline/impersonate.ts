import { goQuote } from '../errors/go-text.js';
import { badRequestError } from '../errors/status-error.js';
import { splitServiceAccountName } from '../tokens/service-account-user.js';
import type { Authorizer } from './authorize.js';
import { authorize } from './authorize.js';
import type { RequestInfo } from './request-info.js';
import type { ServerRequest, UserInfo } from './server-request.js';

const EXTRA_PREFIX = 'impersonate-extra-';
const AUTHENTICATION_GROUP = 'authentication.k8s.io';

/** Whom the headers name, as they name them. */
interface WantedUser {
  readonly name: string;
  readonly uid: string;
  readonly groups: readonly string[];
  readonly extra: Readonly<Record<string, readonly string[]>>;
}

/**
 * Lets a user act as another (`Impersonate-User`, `Impersonate-Group`, `Impersonate-Uid`, `Impersonate-Extra-*`), if the
 * authorizer allows the verb `impersonate` on that user and on each of those groups and values (apiserver
 * `endpoints/filters/impersonation`, the legacy mode). Throws StatusError 400 when they name no user.
 */
export async function impersonate(
  authorizer: Authorizer,
  user: UserInfo,
  request: ServerRequest,
  info: RequestInfo,
): Promise<UserInfo> {
  const wanted = wantedUser(request.headers);
  if (wanted === undefined) return user;
  const { name, uid, groups, extra } = wanted;
  const ask = async (target: Partial<RequestInfo>): Promise<void> =>
    authorize(authorizer, user, {
      ...info,
      isResource: true,
      verb: 'impersonate',
      group: '',
      version: 'v1',
      namespace: '',
      subresource: '',
      ...target,
    });
  const account = splitServiceAccountName(name);
  await ask(
    account === undefined ? { resource: 'users', name } : { resource: 'serviceaccounts', ...account },
  );
  if (uid !== '') await ask({ group: AUTHENTICATION_GROUP, resource: 'uids', name: uid });
  for (const group of groups) await ask({ resource: 'groups', name: group });
  for (const [subresource, values] of Object.entries(extra)) {
    for (const value of values)
      await ask({ group: AUTHENTICATION_GROUP, resource: 'userextras', subresource, name: value });
  }
  return {
    name,
    groups: effectiveGroups(name, groups, account?.namespace),
    ...(uid === '' ? {} : { uid }),
    ...(Object.keys(extra).length === 0 ? {} : { extra }),
  };
}

function wantedUser(headers: ServerRequest['headers']): WantedUser | undefined {
  const name = headers['impersonate-user'] ?? '';
  const uid = headers['impersonate-uid'] ?? '';
  const groups = splitHeader(headers['impersonate-group']);
  const extra = Object.fromEntries(
    Object.keys(headers)
      .filter((header) => header.startsWith(EXTRA_PREFIX) && headers[header] !== undefined)
      .map((header) => [unescapeKey(header.slice(EXTRA_PREFIX.length)), splitHeader(headers[header])]),
  );
  const wanted = { name, uid, groups, extra };
  if (name !== '') return wanted;
  if (uid === '' && groups.length === 0 && Object.keys(extra).length === 0) return undefined;
  throw badRequestError(`requested ${goUser(wanted)} without impersonating a user name`);
}

function effectiveGroups(name: string, groups: readonly string[], namespace: string | undefined): string[] {
  const own =
    groups.length === 0 && namespace !== undefined
      ? ['system:serviceaccounts', `system:serviceaccounts:${namespace}`]
      : groups;
  if (name === 'system:anonymous') return [...new Set([...own, 'system:unauthenticated'])];
  if (own.includes('system:unauthenticated')) return [...own];
  return [...new Set([...own, 'system:authenticated'])];
}

/** The keys of extra are percent-encoded, as not all characters may stand in the name of a header. */
function unescapeKey(key: string): string {
  try {
    return decodeURIComponent(key);
  } catch {
    return key;
  }
}

/** A `*user.DefaultInfo` as `%#v` prints it. */
function goUser({ name, uid, groups, extra }: WantedUser): string {
  const strings = (list: readonly string[]): string => `[]string{${list.map(goQuote).join(', ')}}`;
  const keys = Object.keys(extra).sort();
  const map = keys.map((key) => `${goQuote(key)}:${strings(extra[key] ?? [])}`).join(', ');
  return [
    `&user.DefaultInfo{Name:${goQuote(name)}, UID:${goQuote(uid)}`,
    `Groups:${groups.length === 0 ? '[]string(nil)' : strings(groups)}`,
    `Extra:map[string][]string${keys.length === 0 ? '(nil)' : `{${map}}`}}`,
  ].join(', ');
}

// Node joins repeated headers with a comma and a space.
function splitHeader(value: string | undefined): string[] {
  return value === undefined ? [] : value.split(', ').filter((item) => item !== '');
}
