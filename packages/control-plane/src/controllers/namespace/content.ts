import type { Kind } from '@kubewright/api';
import { isMethodNotAllowed, isNotFound } from '@kubewright/client';
import type { Client, DiscoveredResource } from '@kubewright/client';

/** What is left of one resource in a namespace. */
export interface Remaining {
  readonly kind: Kind;
  readonly count: number;
  /** How many objects each finalizer holds. */
  readonly finalizers: ReadonlyMap<string, number>;
}

/** Deletes all objects of one resource in a namespace and says what is left (deleteAllContentForGroupVersionResource). */
export async function deleteAll(
  resource: DiscoveredResource,
  namespace: string,
  client: Client,
): Promise<Remaining | undefined> {
  const { kind, verbs } = resource;
  const propagationPolicy = 'Background' as const;
  try {
    if (verbs.includes('deletecollection')) await client.deleteAllOf(kind, { namespace, propagationPolicy });
    if (!verbs.includes('list')) return undefined;
    let { items } = await client.list(kind, { namespace });
    if (items.length > 0 && !verbs.includes('deletecollection')) {
      for (const { metadata } of items) {
        await ignoreNotFound(client.delete(kind, { namespace, name: metadata.name }, { propagationPolicy }));
      }
      ({ items } = await client.list(kind, { namespace }));
    }
    if (items.length === 0) return undefined;
    const finalizers = new Map<string, number>();
    for (const { metadata } of items) {
      for (const name of metadata.finalizers ?? []) finalizers.set(name, (finalizers.get(name) ?? 0) + 1);
    }
    return { kind, count: items.length, finalizers };
  } catch (error) {
    // The resource went, or never really was.
    if (isNotFound(error) || isMethodNotAllowed(error)) return undefined;
    throw error;
  }
}

async function ignoreNotFound(promise: Promise<unknown>): Promise<void> {
  try {
    await promise;
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}
