import type { KubernetesObject, ObjectKey, Stored } from '@kubewright/api';

/** The namespace, where there is one, and the name of an object. */
export function keyOf(object: Stored<KubernetesObject>): ObjectKey {
  const { namespace, name } = object.metadata;
  return namespace === undefined ? { name } : { namespace, name };
}
