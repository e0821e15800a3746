import { formatKey } from '@kubewright/api';
import type { KubernetesObject, Stored } from '@kubewright/api';
import type { KindName } from '@kubewright/client';

import { messageOf } from '../internal/errors.js';
import { decodeObject } from './codec.js';
import type { ObjectEntry } from './object-entry.js';
import { entryOf } from './object-entry.js';
import { describeKind } from './kind-name.js';
import { fieldSpan, metadataSpan } from './scan-metadata.js';

/**
 * Changes an object before the cache keeps it, for example to keep less of it. It may change what it is given, and must
 * leave the name, the namespace, the uid and the resourceVersion (client-go's `TransformFunc`).
 */
export type TransformFunction<T extends KubernetesObject = KubernetesObject> = (
  object: Stored<T>,
) => Stored<T>;

/**
 * A transform that drops `metadata.managedFields`, often the largest part of an object (controller-runtime's
 * `TransformStripManagedFields`). The cache cuts them out without parsing the object.
 */
export const dropManagedFields: TransformFunction = (object) => {
  delete object.metadata.managedFields;
  return object;
};

/** Makes of an object that arrived what is kept of it; gives back the same entry when that is all of it. */
export type ObjectShape = (entry: ObjectEntry) => ObjectEntry;

export interface ShapeOptions {
  kind: KindName;
  /** Keep nothing but the metadata. */
  metadataOnly?: boolean;
  transform?: TransformFunction | undefined;
}

/** Undefined when objects are kept as they come. */
export function objectShape({ kind, metadataOnly, transform }: ShapeOptions): ObjectShape | undefined {
  const cut = metadataOnly === true ? metadataAlone : undefined;
  const change = transform === undefined ? undefined : transformed(kind, transform);
  if (cut === undefined || change === undefined) return cut ?? change;
  return (entry) => change(cut(entry));
}

const OPEN = Buffer.from('{"metadata":');
const CLOSE = Buffer.from('}');

/** A server that was asked for metadata calls it PartialObjectMetadata; in the cache it goes by the kind of the object. */
function metadataAlone(entry: ObjectEntry): ObjectEntry {
  const [start, end] = metadataSpan(entry.buffer, entry.start);
  return entryOf(Buffer.concat([OPEN, entry.buffer.subarray(start, end), CLOSE]));
}

function transformed(kind: KindName, transform: TransformFunction): ObjectShape {
  if (transform === dropManagedFields) return withoutManagedFields;
  return (entry) => {
    try {
      return entryOf(Buffer.from(JSON.stringify(transform(decodeObject(entry.bytes, kind)))));
    } catch (cause) {
      const which = `${describeKind(kind)} ${formatKey(entry)}`;
      throw new Error(`the transform of the cache failed for ${which}: ${messageOf(cause)}`, { cause });
    }
  };
}

function withoutManagedFields(entry: ObjectEntry): ObjectEntry {
  const { buffer, start, end } = entry;
  const [metadata] = metadataSpan(buffer, start);
  const span = fieldSpan(buffer, metadata, 'managedFields');
  if (span === undefined) return entry;
  return entryOf(Buffer.concat([buffer.subarray(start, span[0]), buffer.subarray(span[1], end)]));
}
