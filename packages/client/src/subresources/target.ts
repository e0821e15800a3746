import type { KubernetesObject, ObjectKey } from '@kubewright/api';

import { keyOf, parseKey } from '../keys.js';

/** An object in hand, or its key: `'name'`, `'namespace/name'` or `{ namespace, name }`. */
export type ObjectOrKey = string | ObjectKey | KubernetesObject;

export function keyOfTarget(target: ObjectOrKey): string | ObjectKey {
  return typeof target === 'string' || 'name' in target ? (target as string | ObjectKey) : keyOf(target);
}

/** For the metadata of what is posted, which must name the object of the path. */
export function metadataOfKey(
  target: string | ObjectKey,
  defaultNamespace: string,
): { namespace: string; name: string } {
  const { namespace = defaultNamespace, name } = typeof target === 'string' ? parseKey(target) : target;
  return { namespace, name };
}
