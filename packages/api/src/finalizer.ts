import type { KubernetesObject } from './meta.js';

/** Whether the finalizer keeps the object from being removed. */
export function hasFinalizer(object: KubernetesObject, finalizer: string): boolean {
  return object.metadata?.finalizers?.includes(finalizer) ?? false;
}

/** Adds the finalizer to the object in hand, unless it is there; returns whether the object changed. The caller writes it. */
export function addFinalizer(object: KubernetesObject, finalizer: string): boolean {
  if (hasFinalizer(object, finalizer)) return false;
  object.metadata = { ...object.metadata, finalizers: [...(object.metadata?.finalizers ?? []), finalizer] };
  return true;
}

/**
 * Removes the finalizer from the object in hand; returns whether the object changed. The caller writes it. An object
 * without finalizers has no list of them, as on the wire.
 */
export function removeFinalizer(object: KubernetesObject, finalizer: string): boolean {
  if (!hasFinalizer(object, finalizer)) return false;
  const { finalizers = [], ...metadata } = object.metadata ?? {};
  const rest = finalizers.filter((name) => name !== finalizer);
  object.metadata = rest.length === 0 ? metadata : { ...metadata, finalizers: rest };
  return true;
}
