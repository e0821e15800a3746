import type { KubernetesObject, Stored } from '@kubewright/api';
import { isNotFound } from '@kubewright/client';
import type { Client } from '@kubewright/client';
import type { Manifest } from '../io/manifests.js';
import { callsService } from './local-webhooks.js';

/**
 * Takes back what made a cluster call this machine, which will not answer any more: deletes the webhook configurations of
 * a run, and lets the conversions of definitions go to the services that their manifests name. What cannot be taken back
 * does not keep the rest; the first failure is thrown in the end.
 */
export async function withdrawWebhooks(
  client: Client,
  applied: ReadonlyArray<Stored<KubernetesObject>>,
  definitions: readonly Manifest[],
): Promise<void> {
  const configurations = new Map(
    applied.filter(isWebhookConfiguration).map((one) => [`${one.kind} ${one.metadata.name}`, one]),
  );
  const failures: unknown[] = [];
  const attempt = async (act: () => Promise<unknown>): Promise<void> => {
    try {
      await act();
    } catch (error) {
      if (!isNotFound(error)) failures.push(error);
    }
  };
  for (const { apiVersion, kind, metadata } of configurations.values())
    await attempt(async () => client.delete(await client.mapper.kindFor(apiVersion, kind), metadata.name));
  for (const { object } of definitions.filter(callsService))
    await attempt(() => client.apply(object, { force: true }));
  if (failures.length > 0) throw failures[0];
}

export function isWebhookConfiguration({ kind = '' }: KubernetesObject): boolean {
  return /^(Mutating|Validating)WebhookConfiguration$/.test(kind);
}
