import type { Clock, KubernetesObject, Stored } from '@kubewright/api';
import type { Client } from '@kubewright/client';
import { untilEstablished } from '../deploy/objects.js';

/** How long a definition may take until it is served. */
const ESTABLISH_TIMEOUT_MS = 30_000;

/** Waits until what was applied is in use: until objects of a kind that was defined can be asked for. */
export async function whenInUse(
  object: Stored<KubernetesObject>,
  options: {
    readonly client: Client;
    readonly clock: Clock;
    readonly signal: AbortSignal;
    readonly pollMs: number;
  },
): Promise<void> {
  if (object.kind !== 'CustomResourceDefinition') return;
  const { client, signal } = options;
  const kind = await client.mapper.kindFor(object.apiVersion, object.kind, { signal });
  await untilEstablished(object, kind, { ...options, timeoutMs: ESTABLISH_TIMEOUT_MS });
}
