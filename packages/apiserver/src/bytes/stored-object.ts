import type { ObjectMeta } from '@kubewright/api';
import type { ApiObject } from '../kinds/behaviour.js';
import { decodeJson, encodeLastingJson, encodeText } from './json.js';

/** An object as its stored bytes say; the caller owns the result. */
export function decodeObject(bytes: Uint8Array): ApiObject {
  return decodeJson(bytes) as ApiObject;
}

/**
 * The bytes of an object: kind, apiVersion and metadata first, metadata in the order of Go's ObjectMeta, and without
 * what is empty there. That `typePrefix` is always how they begin lets lists leave the type out without parsing.
 * Another resource version may be given than that of the object.
 */
export function encodeObject(
  object: ApiObject,
  resourceVersion: string | undefined = object.metadata.resourceVersion,
): Uint8Array {
  const { kind, apiVersion, metadata, ...rest } = object;
  return encodeLastingJson({ kind, apiVersion, metadata: orderedMeta(metadata, resourceVersion), ...rest });
}

/** How the bytes of every object of this type begin; after it comes `"metadata":`. */
export function typePrefix(apiVersion: string, kind: string): Uint8Array {
  return encodeText(`{"kind":${JSON.stringify(kind)},"apiVersion":${JSON.stringify(apiVersion)},`);
}

const META_ORDER = [
  'name',
  'generateName',
  'namespace',
  'uid',
  'resourceVersion',
  'generation',
  'creationTimestamp',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
  'labels',
  'annotations',
  'ownerReferences',
  'finalizers',
  'managedFields',
] as const satisfies ReadonlyArray<keyof ObjectMeta>;

/** Metadata in Go's order, without empty fields (`omitempty`) and without fields that metadata does not have. */
export function orderedMeta(
  metadata: ObjectMeta,
  resourceVersion: string | undefined = metadata.resourceVersion,
): ObjectMeta {
  const ordered: Record<string, unknown> = {};
  for (const field of META_ORDER) {
    const value: unknown = field === 'resourceVersion' ? resourceVersion : metadata[field];
    if (!isEmpty(value)) ordered[field] = value;
  }
  return ordered as ObjectMeta;
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true;
  if (typeof value !== 'object') return false;
  for (const _ in value) return false;
  return true;
}
