import type { KubernetesObject, Stored } from '@kubewright/api';

/** The namespace, where there is one, and the name of an object. */
export function keyOf(object: Stored<KubernetesObject>): { namespace?: string; name: string } {
  const { namespace, name } = object.metadata;
  return namespace === undefined ? { name } : { namespace, name };
}
