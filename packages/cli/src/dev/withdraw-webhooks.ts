import type { KubernetesObject, Stored } from '@kubewright/api';
import { isNotFound } from '@kubewright/client';
import type { Client } from '@kubewright/client';
import type { Manifest } from '../io/manifests.js';
import { callsService } from './local-webhooks.js';

/**
 * Takes back what made a cluster call this machine, which will not answer any more: deletes the webhook configurations of
 * a run, and lets the conversions of definitions go to the services that their manifests name.
 */
export async function withdrawWebhooks(
  client: Client,
  applied: ReadonlyArray<Stored<KubernetesObject>>,
  definitions: readonly Manifest[],
): Promise<void> {
  const configurations = new Map(
    applied.filter(isWebhookConfiguration).map((one) => [`${one.kind} ${one.metadata.name}`, one]),
  );
  for (const { apiVersion, kind, metadata } of configurations.values()) {
    try {
      await client.delete(await client.mapper.kindFor(apiVersion, kind), metadata.name);
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  }
  for (const { object } of definitions.filter(callsService)) await client.apply(object, { force: true });
}

export function isWebhookConfiguration({ kind = '' }: KubernetesObject): boolean {
  return /^(Mutating|Validating)WebhookConfiguration$/.test(kind);
}
