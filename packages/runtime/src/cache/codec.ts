import type { KubernetesObject, Stored } from '@kubewright/api';
import type { KindName } from '@kubewright/client';

import type { ObjectMetaEntry } from './informer-event.js';
import { bufferOf } from './object-entry.js';

export function parseBytes(bytes: Uint8Array): unknown {
  return JSON.parse(bufferOf(bytes).toString('utf8'));
}

/**
 * A fresh object from the bytes of one. Items of a list of a built-in kind come without `apiVersion` and `kind`; they
 * are filled in.
 */
export function decodeObject(
  bytes: Uint8Array,
  kind: Pick<KindName, 'apiVersion' | 'kind'>,
): Stored<KubernetesObject> {
  const object = parseBytes(bytes) as KubernetesObject;
  if (object.kind === undefined || object.apiVersion === undefined) {
    return { apiVersion: kind.apiVersion, kind: kind.kind, ...object } as Stored<KubernetesObject>;
  }
  return object as Stored<KubernetesObject>;
}

/** The entry of an object that is at hand, whatever it lacks of what a stored one has. */
export function metaEntry(object: Stored<KubernetesObject>, bytes: Uint8Array): ObjectMetaEntry {
  const { namespace = '', name, uid, resourceVersion, generation, labels, ownerReferences } = object.metadata;
  return { namespace, name, uid, resourceVersion, generation, labels, ownerReferences, bytes };
}
