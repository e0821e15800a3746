import type { Kind, KubernetesObject } from '@kubewright/api';

import { InvalidRequestError } from './errors.js';

/** An object of which nothing but the metadata was asked for (meta/v1's PartialObjectMetadata), under its own kind. */
export interface PartialObjectMetadata extends KubernetesObject {}

/** `application/json` for a server that knows no partial metadata: it then sends whole objects. */
export const METADATA_ACCEPT =
  'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1,application/json';
export const METADATA_LIST_ACCEPT =
  'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json';

/**
 * The same kind, of which reads, watches and patches bring nothing but `apiVersion`, `kind` and `metadata`: for those
 * who want names, labels, owners or finalizers of many objects (client-go's `metadata` client, controller-runtime's
 * `PartialObjectMetadata`). An object that came so is refused by `create`, `update` and `status.update`, which would
 * empty it: patch it, or take what it names into an object of your own.
 */
export function metadataOnly(kind: Kind): Kind<PartialObjectMetadata> {
  const make = (init: Parameters<Kind<PartialObjectMetadata>>[0]) => kind(init);
  Object.defineProperty(make, 'name', { value: kind.kind });
  const { group, version, apiVersion, plural, namespaced } = kind;
  const names = { group, version, kind: kind.kind, apiVersion, plural, namespaced };
  return Object.assign(make, names, { metadataOnly: true });
}

/** Whether the kind is one of `metadataOnly`. */
export function isMetadataOnly(kind: Pick<Kind, 'kind'>): boolean {
  return (kind as { metadataOnly?: boolean }).metadataOnly === true;
}

/** Takes off what a server puts on metadata alone, so that the object goes by its kind; a whole object loses the rest. */
export function asMetadata<T extends KubernetesObject>(
  object: T,
  { apiVersion, kind }: Pick<Kind, 'apiVersion' | 'kind'>,
): T {
  return markMetadataOnly({ apiVersion, kind, metadata: object.metadata } as T);
}

/** Objects that came as metadata alone, for as long as somebody has them. */
const incomplete = new WeakSet<KubernetesObject>();

/** Says of an object that it came as metadata alone. */
export function markMetadataOnly<T extends KubernetesObject>(object: T): T {
  incomplete.add(object);
  return object;
}

/** Refuses to write as a whole what is not whole. */
export function checkComplete(object: KubernetesObject): void {
  if (!incomplete.has(object)) return;
  const { kind, metadata } = object;
  throw new InvalidRequestError(
    'MetadataOnly',
    `cannot write ${kind} ${JSON.stringify(metadata?.name)}: it was read as metadata alone, and to write it would empty it; patch it instead`,
  );
}
