import { validateDns1123Label, validateDns1123Subdomain } from '@kubewright/api';
import type { UserInfo } from '../pipeline/server-request.js';

const PREFIX = 'system:serviceaccount:';

/** A service account as a user (apiserver `authentication/serviceaccount/util.go`). */
export function serviceAccountUser(
  namespace: string,
  name: string,
  uid: string,
  extra: Readonly<Record<string, readonly string[]>> = {},
): UserInfo {
  return {
    name: `${PREFIX}${namespace}:${name}`,
    uid,
    groups: ['system:serviceaccounts', `system:serviceaccounts:${namespace}`],
    ...(Object.keys(extra).length === 0 ? {} : { extra }),
  };
}

/** The service account that a user name means; undefined when it is that of another user. */
export function splitServiceAccountName(
  userName: string,
): { readonly namespace: string; readonly name: string } | undefined {
  if (!userName.startsWith(PREFIX)) return undefined;
  const [namespace = '', name = '', ...rest] = userName.slice(PREFIX.length).split(':');
  const isValid =
    rest.length === 0 &&
    validateDns1123Label(namespace).length === 0 &&
    validateDns1123Subdomain(name).length === 0;
  return isValid ? { namespace, name } : undefined;
}
