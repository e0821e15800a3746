import type { Authorizer } from './authorize.js';
import { authorize } from './authorize.js';
import type { RequestInfo } from './request-info.js';
import type { ServerRequest, UserInfo } from './server-request.js';

/**
 * Lets a user act as another (`Impersonate-User`, `Impersonate-Group`, `Impersonate-Uid`), if the authorizer allows
 * the verb `impersonate` on that user and those groups (apiserver `endpoints/filters/impersonation`).
 */
export async function impersonate(
  authorizer: Authorizer,
  user: UserInfo,
  request: ServerRequest,
  info: RequestInfo,
): Promise<UserInfo> {
  const name = request.headers['impersonate-user'];
  if (name === undefined) return user;
  const groups = splitHeader(request.headers['impersonate-group']);
  const uid = request.headers['impersonate-uid'];
  const ask = async (resource: string, target: string) =>
    authorize(authorizer, user, {
      ...info,
      isResource: true,
      verb: 'impersonate',
      group: '',
      version: 'v1',
      namespace: '',
      resource,
      subresource: '',
      name: target,
    });
  await ask('users', name);
  for (const group of groups) await ask('groups', group);
  const authenticated = name === 'system:anonymous' ? 'system:unauthenticated' : 'system:authenticated';
  return { name, groups: [...new Set([...groups, authenticated])], ...(uid === undefined ? {} : { uid }) };
}

// Node joins repeated headers with a comma and a space.
function splitHeader(value: string | undefined): string[] {
  return value === undefined ? [] : value.split(', ').filter((item) => item !== '');
}
