import { timingSafeEqual } from 'node:crypto';
import type { Secret, ServiceAccount } from '@kubewright/api/core/v1';
import { goQuote } from '../errors/go-text.js';
import type { ApiObject, ObjectReader } from '../kinds/behaviour.js';
import type { UserInfo } from '../pipeline/server-request.js';
import { serviceAccountUser, splitServiceAccountName } from './service-account-user.js';

/** The issuer of tokens that are kept in secrets (pkg/serviceaccount/legacy.go). */
export const LEGACY_ISSUER = 'kubernetes/serviceaccount';

const INVALID_SINCE = 'kubernetes.io/legacy-token-invalid-since';
const PREFIX = 'kubernetes.io/serviceaccount/';
const CLAIMS = {
  namespace: `${PREFIX}namespace`,
  secret: `${PREFIX}secret.name`,
  account: `${PREFIX}service-account.name`,
  uid: `${PREFIX}service-account.uid`,
} as const;

/** The claims of the token that a secret of a service account holds. It does not expire. */
export function legacyClaims(account: ServiceAccount, secretName: string): object {
  const { namespace = '', name = '', uid = '' } = account.metadata ?? {};
  return {
    iss: LEGACY_ISSUER,
    [CLAIMS.namespace]: namespace,
    [CLAIMS.secret]: secretName,
    [CLAIMS.account]: name,
    [CLAIMS.uid]: uid,
    sub: `system:serviceaccount:${namespace}:${name}`,
  };
}

/** The user of a verified token of a secret, which must still hold it. @throws Error in the words of the real server */
export function legacyUser(
  token: string,
  claims: Readonly<Record<string, unknown>>,
  objects: ObjectReader,
): UserInfo {
  const subject = claimed(claims, 'sub', 'sub');
  const namespace = claimed(claims, CLAIMS.namespace, 'namespace');
  const secretName = claimed(claims, CLAIMS.secret, 'secretName');
  const name = claimed(claims, CLAIMS.account, 'serviceAccountName');
  const uid = claimed(claims, CLAIMS.uid, 'serviceAccountUID');
  const split = splitServiceAccountName(subject);
  if (split?.namespace !== namespace || split.name !== name) throw new Error('sub claim is invalid');
  const secret = objects.get('', 'secrets', namespace, secretName) as (ApiObject & Secret) | undefined;
  if (secret === undefined || secret.metadata.deletionTimestamp !== undefined)
    throw new Error('Token has been invalidated');
  if (!holds(secret, token)) throw new Error("Token does not match server's copy");
  checkAccount(objects.get('', 'serviceaccounts', namespace, name), { namespace, name, uid });
  if ((secret.metadata.labels?.[INVALID_SINCE] ?? '') !== '') {
    throw new Error(
      `the token in secret ${namespace}/${secretName} for service account ${namespace}/${name} has been marked invalid. ` +
        'Use tokens from the TokenRequest API or manually created secret-based tokens, or remove the ' +
        `'${INVALID_SINCE}' label from the secret to temporarily allow use of this token`,
    );
  }
  return serviceAccountUser(namespace, name, uid);
}

function claimed(claims: Readonly<Record<string, unknown>>, claim: string, label: string): string {
  const value = claims[claim];
  if (typeof value === 'string' && value !== '') return value;
  throw new Error(`${label} claim is missing`);
}

function holds({ data }: Secret, token: string): boolean {
  const kept = Buffer.from(data?.['token'] ?? '', 'base64');
  const given = Buffer.from(token);
  return kept.length === given.length && timingSafeEqual(kept, given);
}

function checkAccount(
  account: ApiObject | undefined,
  { namespace, name, uid }: { namespace: string; name: string; uid: string },
): void {
  if (account === undefined) throw new Error(`serviceaccounts ${goQuote(name)} not found`);
  const { metadata } = account;
  if (metadata.deletionTimestamp !== undefined)
    throw new Error(`ServiceAccount ${namespace}/${name} has been deleted`);
  if (metadata.uid !== uid)
    throw new Error(`ServiceAccount UID (${metadata.uid ?? ''}) does not match claim (${uid})`);
}
