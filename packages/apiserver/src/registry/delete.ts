import { jsonEquals } from '@kubewright/api';
import { orderedMeta } from '../bytes/stored-object.js';
import { notFoundError } from '../errors/status-error.js';
import type { ApiObject } from '../kinds/behaviour.js';
import type { StoredEntry } from '../storage/storage.js';
import { aboutRequest } from './about.js';
import { checkDeletePreconditions } from './delete-options.js';
import type { DeleteOptions } from './delete-options.js';
import { deletionFinalizers, markAsDeleting, markGracefully } from './deletion-marks.js';
import { beginStagedDeletion } from './staged-deletion.js';
import type { WriteContext } from './write-context.js';

export interface DeleteResult {
  /** The object's last state, or its state while it waits for its grace period or finalizers. */
  readonly entry: StoredEntry;
  readonly removed: boolean;
}

/**
 * Deletes an object (apiserver `registry/generic/registry/store.go`, Delete): at once, or, when it has finalizers or
 * a grace period, by marking it.
 */
export function deleteObject(context: WriteContext, name: string, options: DeleteOptions): DeleteResult {
  const { store, namespace, clock, dryRun } = context;
  const { resource } = store;
  const rules = resource.behaviour;
  const entry = store.get(namespace, name);
  if (entry === undefined) throw notFoundError(aboutRequest(context), name);
  const old = store.decode(entry);
  checkDeletePreconditions(options, old, resource);
  const begun = beginStagedDeletion(context, old, options);
  if (begun !== undefined) return { entry: writeMarks(context, entry, begun, old), removed: false };

  const object = { ...old, metadata: { ...old.metadata } };
  const grace = markGracefully(object, options, rules, clock.now());
  if (grace === 'pending') return { entry, removed: false };
  object.metadata.finalizers = deletionFinalizers(object, options, rules);
  const waits = object.metadata.finalizers.length > 0;
  if (grace === 'none' && waits) markAsDeleting(object, clock.now());
  object.metadata = orderedMeta(object.metadata);

  const marked = grace === 'none' && !waits ? entry : writeMarks(context, entry, object, old);
  if (waits || (grace === 'marked' && (object.metadata.deletionGracePeriodSeconds ?? 0) > 0)) {
    return { entry: marked, removed: false };
  }
  const removed = store.remove(namespace, object, { expected: marked.revision, dryRun });
  rules.afterDelete?.(object, context);
  return { entry: removed, removed: true };
}

function writeMarks(
  context: WriteContext,
  entry: StoredEntry,
  object: ApiObject,
  old: ApiObject,
): StoredEntry {
  if (jsonEquals(object, old)) return entry;
  return context.store.put(context.namespace, object, { expected: entry.revision, dryRun: context.dryRun });
}
