import { isoTime, jsonEquals } from '@kubewright/api';
import { orderedMeta } from '../bytes/stored-object.js';
import type { ApiObject } from '../kinds/behaviour.js';
import type { StoredEntry } from '../storage/storage.js';
import type { DeleteOptions } from './delete-options.js';
import { deletionFinalizers } from './deletion-marks.js';
import type { WriteContext } from './write-context.js';

interface Namespace extends ApiObject {
  spec?: { finalizers?: string[] };
  status?: Record<string, unknown>;
}

/** A namespace goes only when `spec.finalizers` is empty too; true for every other kind. */
export function isNamespaceFinalized(object: ApiObject): boolean {
  if (object.kind !== 'Namespace' || object.apiVersion !== 'v1') return true;
  return ((object as Namespace).spec?.finalizers ?? []).length === 0;
}

/**
 * The first step of deleting a namespace (pkg/registry/core/namespace/storage): it becomes Terminating, and the
 * namespace controller empties it. Undefined when that is behind it, and the namespace can be deleted like any object.
 */
export function terminateNamespace(
  context: WriteContext,
  entry: StoredEntry,
  options: DeleteOptions,
): StoredEntry | undefined {
  const { store, clock, dryRun } = context;
  if (store.resource.kind !== 'Namespace' || store.resource.group !== '') return undefined;
  const object = store.decode(entry) as Namespace;
  if (object.metadata.deletionTimestamp !== undefined) return isNamespaceFinalized(object) ? undefined : entry;
  const finalizers = deletionFinalizers(object, options, store.resource.behaviour);
  const deletionTimestamp = isoTime(clock.now());
  const terminating: ApiObject = {
    ...object,
    metadata: orderedMeta({ ...object.metadata, deletionTimestamp, finalizers }),
    status: { ...object.status, phase: 'Terminating' },
  };
  if (jsonEquals(terminating, object)) return entry;
  return store.put('', terminating, { expected: entry.revision, dryRun });
}
