import type { Kind, KubernetesObject, ObjectKey, Stored } from '@kubewright/api';
import { isNotFound } from '@kubewright/client';
import type { AbortOptions, Client } from '@kubewright/client';

/** `Client.get` that answers undefined for what is not there. */
type Peek = <T extends KubernetesObject>(
  kind: Kind<T>,
  key: ObjectKey,
  options: AbortOptions,
) => Promise<Stored<T> | undefined>;

const peeks = new WeakMap<Client, Peek>();

/** Tells how the client's cache is asked without the error for what is not there, whose stack costs more than the answer. */
export function setPeek(client: Client, peek: Peek): void {
  peeks.set(client, peek);
}

/** The object, undefined when there is none; from the cache where the client has one. */
export async function peek<T extends KubernetesObject>(
  client: Client,
  kind: Kind<T>,
  key: ObjectKey,
  options: AbortOptions,
): Promise<Stored<T> | undefined> {
  const cached = peeks.get(client);
  if (cached !== undefined) return cached(kind, key, options);
  try {
    return await client.get(kind, key, options);
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}
