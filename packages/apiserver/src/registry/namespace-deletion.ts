import { isoTime } from '@kubewright/api';
import type { ApiObject } from '../kinds/behaviour.js';
import type { DeleteOptions } from './delete-options.js';
import { deletionFinalizers } from './deletion-marks.js';
import type { DeletionStage } from './staged-deletion.js';

interface Namespace extends ApiObject {
  spec?: { finalizers?: string[] };
  status?: Record<string, unknown>;
}

/** A namespace goes only when `spec.finalizers` is empty too; true for every other kind. */
export function isNamespaceFinalized(object: ApiObject): boolean {
  if (object.kind !== 'Namespace' || object.apiVersion !== 'v1') return true;
  return ((object as Namespace).spec?.finalizers ?? []).length === 0;
}

/** A namespace first becomes Terminating, and the namespace controller empties it (pkg/registry/core/namespace/storage). */
export const namespaceDeletion: DeletionStage = {
  isDue: (object) => object.metadata.deletionTimestamp === undefined || !isNamespaceFinalized(object),
  begin(object, options: DeleteOptions, { store, clock }) {
    if (object.metadata.deletionTimestamp !== undefined) return object;
    const finalizers = deletionFinalizers(object, options, store.resource.behaviour);
    return {
      ...object,
      metadata: { ...object.metadata, deletionTimestamp: isoTime(clock.now()), finalizers },
      status: { ...(object as Namespace).status, phase: 'Terminating' },
    };
  },
};
