import { goQuote } from '../errors/go-text.js';
import type { ApiObject, ObjectReader } from '../kinds/behaviour.js';
import type { UserInfo } from '../pipeline/server-request.js';
import { serviceAccountUser } from './service-account-user.js';

/** The claim `kubernetes.io` of a token (pkg/serviceaccount/claims.go). */
export interface PrivateClaims {
  readonly namespace?: string;
  readonly serviceaccount?: Reference;
  readonly pod?: Reference;
  readonly secret?: Reference;
  readonly node?: Reference;
  readonly warnafter?: number;
}

interface Reference {
  readonly name?: string;
  readonly uid?: string;
}

// How far clocks may be apart.
const LEEWAY_MS = 60_000;
const EXTRA_PREFIX = 'authentication.kubernetes.io/';
const INVALIDATED = 'service account token has been invalidated';

/**
 * The user of a verified token: it must be its time, and its service account and what it is bound to must still be the
 * same. @throws Error in the words of the real server
 */
export function boundUser(
  claims: Readonly<Record<string, unknown>>,
  objects: ObjectReader,
  nowMs: number,
): UserInfo {
  checkTimes(claims, nowMs);
  const {
    namespace = '',
    serviceaccount = {},
    pod,
    secret,
    node,
  } = (claims['kubernetes.io'] ?? {}) as PrivateClaims;
  const find = (plural: string, within: string | undefined, name = ''): ApiObject | undefined =>
    objects.get('', plural, within, name);
  checkAccount(find('serviceaccounts', namespace, serviceaccount.name), namespace, serviceaccount, nowMs);
  if (secret !== undefined) checkBound('secret', find('secrets', namespace, secret.name), secret, nowMs);
  if (pod !== undefined) checkBound('pod', find('pods', namespace, pod.name), pod, nowMs);
  // The node of a pod is only told.
  if (node !== undefined && pod === undefined)
    checkBound('node', find('nodes', undefined, node.name), node, nowMs);
  const jti = claims['jti'];
  return serviceAccountUser(namespace, serviceaccount.name ?? '', serviceaccount.uid ?? '', {
    ...(typeof jti === 'string' && jti !== '' ? { [`${EXTRA_PREFIX}credential-id`]: [`JTI=${jti}`] } : {}),
    ...extra('node', node),
    ...(pod?.uid ? extra('pod', pod) : {}),
  });
}

function extra(kind: string, reference: Reference | undefined): Record<string, string[]> {
  if (!reference?.name) return {};
  const { name, uid } = reference;
  return {
    [`${EXTRA_PREFIX}${kind}-name`]: [name],
    ...(uid === undefined || uid === '' ? {} : { [`${EXTRA_PREFIX}${kind}-uid`]: [uid] }),
  };
}

function checkTimes(claims: Readonly<Record<string, unknown>>, nowMs: number): void {
  const ms = (claim: string): number | undefined => {
    const value = claims[claim];
    return typeof value === 'number' ? value * 1000 : undefined;
  };
  const notBefore = ms('nbf');
  const expiry = ms('exp');
  const issued = ms('iat');
  if (notBefore !== undefined && nowMs + LEEWAY_MS < notBefore)
    throw new Error('service account token is not valid yet');
  if (expiry !== undefined && nowMs - LEEWAY_MS > expiry)
    throw new Error('service account token has expired');
  if (issued !== undefined && nowMs + LEEWAY_MS < issued)
    throw new Error('service account token is issued in the future');
}

function checkAccount(
  account: ApiObject | undefined,
  namespace: string,
  { name = '', uid = '' }: Reference,
  nowMs: number,
): void {
  if (account === undefined) throw new Error(`serviceaccounts ${goQuote(name)} not found`);
  const { metadata } = account;
  if (metadata.uid !== uid)
    throw new Error(`service account UID (${metadata.uid ?? ''}) does not match claim (${uid})`);
  if (isLongDeleted(account, nowMs)) throw new Error(`service account ${namespace}/${name} has been deleted`);
}

function checkBound(
  kind: string,
  object: ApiObject | undefined,
  { uid = '' }: Reference,
  nowMs: number,
): void {
  if (object === undefined) throw new Error(INVALIDATED);
  const actual = object.metadata.uid ?? '';
  if (actual !== uid)
    throw new Error(`${kind} UID (${actual}) does not match service account ${kind} ref claim (${uid})`);
  if (isLongDeleted(object, nowMs)) throw new Error(INVALIDATED);
}

function isLongDeleted({ metadata }: ApiObject, nowMs: number): boolean {
  const { deletionTimestamp } = metadata;
  return deletionTimestamp !== undefined && Date.parse(deletionTimestamp) < nowMs - LEEWAY_MS;
}
