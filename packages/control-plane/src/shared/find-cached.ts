import type { Kind, KubernetesObject, ObjectKey, Stored } from '@kubewright/api';
import { isNotFound } from '@kubewright/client';
import type { ReconcileContext } from '@kubewright/runtime';

/** The object as the cache knows it, or undefined when it does not. */
export async function findCached<T extends KubernetesObject>(
  kind: Kind<T>,
  key: ObjectKey,
  context: ReconcileContext,
): Promise<Stored<T> | undefined> {
  try {
    return await context.client.get(kind, key);
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}
