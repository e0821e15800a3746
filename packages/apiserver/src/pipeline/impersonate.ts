import { goQuote } from '../errors/go-text.js';
import { badRequestError } from '../errors/status-error.js';
import type { ImpersonationModes, WantedUser } from './impersonation-modes.js';
import { authorizationAttributes } from './authorize.js';
import type { RequestInfo } from './request-info.js';
import type { ServerRequest, UserInfo } from './server-request.js';

const PREFIX = 'impersonate-';
const EXTRA_PREFIX = 'impersonate-extra-';

/**
 * Lets a user act as another (`Impersonate-User`, `Impersonate-Group`, `Impersonate-Uid`, `Impersonate-Extra-*`), if a
 * mode of impersonation allows it (apiserver `endpoints/filters/impersonation`). Throws StatusError 400 when the headers
 * name no user, 403 when no mode allows it.
 */
export async function impersonate(
  modes: ImpersonationModes,
  user: UserInfo,
  request: ServerRequest,
  info: RequestInfo,
): Promise<UserInfo> {
  const wanted = wantedUser(request.headers);
  return wanted === undefined ? user : modes.userFor(wanted, authorizationAttributes(user, info));
}

function wantedUser(headers: ServerRequest['headers']): WantedUser | undefined {
  if (!Object.keys(headers).some((header) => header.startsWith(PREFIX))) return undefined;
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
