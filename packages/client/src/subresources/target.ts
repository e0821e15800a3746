import type { KubernetesObject, ObjectKey } from '@kubewright/api';

import { keyOf } from '../keys.js';

/** An object in hand, or its key: `'name'`, `'namespace/name'` or `{ namespace, name }`. */
export type ObjectOrKey = string | ObjectKey | KubernetesObject;

export function keyOfTarget(target: ObjectOrKey): string | ObjectKey {
  return typeof target === 'string' || 'name' in target ? (target as string | ObjectKey) : keyOf(target);
}

/** For the metadata of what is posted, which must name the object of the path. */
export function metadataOfKey(key: string | ObjectKey, defaultNamespace: string): ObjectKey {
  if (typeof key !== 'string') return { namespace: defaultNamespace, ...key };
  const slash = key.indexOf('/');
  return slash < 0
    ? { namespace: defaultNamespace, name: key }
    : { namespace: key.slice(0, slash), name: key.slice(slash + 1) };
}
