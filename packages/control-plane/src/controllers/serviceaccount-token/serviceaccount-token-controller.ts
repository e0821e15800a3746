import { formatKey } from '@kubewright/api';
import type { ObjectKey, Stored } from '@kubewright/api';
import { Secret, ServiceAccount } from '@kubewright/api/core/v1';
import { isConflict, isNotFound } from '@kubewright/client';
import { controllerFor } from '@kubewright/runtime';
import type { ControllerDefinition, ReconcileContext } from '@kubewright/runtime';
import { findCached } from '../../shared/find-cached.js';
import { keyOf } from '../../shared/keys.js';

export interface SecretTokenOptions {
  /** Signs the token of a service account's secret; it does not expire. */
  readonly issueToken: (account: Stored<ServiceAccount>, secretName: string) => string;
  /** PEM, once there is one. */
  readonly caCertificate: () => string | undefined;
}

const tokenType = 'kubernetes.io/service-account-token';
const nameAnnotation = 'kubernetes.io/service-account.name';
const uidAnnotation = 'kubernetes.io/service-account.uid';

/**
 * Fills secrets of type `kubernetes.io/service-account-token` with a token of the account that they name, and removes
 * those whose account is gone (k8s.io/kubernetes/pkg/controller/serviceaccount/tokens_controller.go).
 */
export function serviceAccountTokenController(options: SecretTokenOptions): ControllerDefinition {
  /** Account -> its secrets, as they were last seen. */
  const secretsOf = new Map<string, Map<string, ObjectKey>>();
  const accountOf = new Map<string, string>();
  const forget = (secret: string): void => {
    secretsOf.get(accountOf.get(secret) ?? '')?.delete(secret);
    accountOf.delete(secret);
  };
  return controllerFor(Secret)
    .named('serviceaccount-token-controller')
    .watches(ServiceAccount, (account) => [...(secretsOf.get(formatKey(keyOf(account)))?.values() ?? [])])
    .reconcileRequest(async (request, context) => {
      const key = formatKey(request);
      forget(key);
      const secret = await findCached(Secret, request, context);
      const name = secret?.metadata.annotations?.[nameAnnotation];
      if (secret?.type !== tokenType || name === undefined || request.namespace === undefined) return;
      const account = { namespace: request.namespace, name };
      accountOf.set(key, formatKey(account));
      const secrets = secretsOf.get(formatKey(account)) ?? new Map<string, ObjectKey>();
      secretsOf.set(formatKey(account), secrets.set(key, request));
      await syncSecret(secret, account, context, options);
    });
}

async function syncSecret(
  secret: Stored<Secret>,
  accountKey: ObjectKey,
  context: ReconcileContext,
  options: SecretTokenOptions,
): Promise<void> {
  const account = await findAccount(secret, accountKey, context);
  try {
    if (account === undefined) await context.client.delete(secret);
    else await fill(secret, account, context, options);
  } catch (error) {
    // Somebody changed or removed the secret, which is heard of.
    if (!isConflict(error) && !isNotFound(error)) throw error;
  }
}

/** The account that a secret names; the cache may not know of it yet. */
async function findAccount(
  secret: Stored<Secret>,
  key: ObjectKey,
  context: ReconcileContext,
): Promise<Stored<ServiceAccount> | undefined> {
  const uid = secret.metadata.annotations?.[uidAnnotation] ?? '';
  const isMeant = (account: Stored<ServiceAccount>): boolean => uid === '' || account.metadata.uid === uid;
  const cached = await findCached(ServiceAccount, key, context);
  if (cached !== undefined && isMeant(cached)) return cached;
  try {
    const live = await context.apiReader.get(ServiceAccount, key);
    return isMeant(live) ? live : undefined;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

async function fill(
  secret: Stored<Secret>,
  account: Stored<ServiceAccount>,
  context: ReconcileContext,
  { issueToken, caCertificate }: SecretTokenOptions,
): Promise<void> {
  const { metadata, data = {} } = secret;
  const certificate = caCertificate();
  const missing: Record<string, string> = {};
  if (certificate !== undefined && data['ca.crt'] !== base64(certificate))
    missing['ca.crt'] = base64(certificate);
  if ((data['namespace'] ?? '') === '') missing['namespace'] = base64(account.metadata.namespace ?? '');
  if ((data['token'] ?? '') === '') missing['token'] = base64(issueToken(account, metadata.name));
  if (Object.keys(missing).length === 0) return;
  const annotations = {
    ...metadata.annotations,
    [nameAnnotation]: account.metadata.name,
    [uidAnnotation]: account.metadata.uid,
  };
  await context.client.update({
    ...secret,
    metadata: { ...metadata, annotations },
    data: { ...data, ...missing },
  });
}

const base64 = (text: string): string => Buffer.from(text).toString('base64');
