import type { KubernetesObject, Stored } from '@kubewright/api';
import type { KindName } from '@kubewright/client';

import type { ObjectMetaEntry } from './informer-event.js';

const decoder = new TextDecoder();

export function parseBytes(bytes: Uint8Array): unknown {
  return JSON.parse(decoder.decode(bytes));
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

/** What the cache keeps of an object that was just parsed from `bytes`. */
export function metaEntry(object: Stored<KubernetesObject>, bytes: Uint8Array): ObjectMetaEntry {
  const { metadata } = object;
  return {
    namespace: metadata.namespace ?? '',
    name: metadata.name,
    uid: metadata.uid,
    resourceVersion: metadata.resourceVersion,
    generation: metadata.generation,
    labels: metadata.labels,
    ownerReferences: metadata.ownerReferences,
    bytes: ownBytes(bytes),
  };
}

/** A view on a much larger buffer would keep all of it alive; then the bytes are copied. */
function ownBytes(bytes: Uint8Array): Uint8Array {
  return bytes.buffer.byteLength > bytes.byteLength * 2 ? Uint8Array.prototype.slice.call(bytes) : bytes;
}
