import type { KubernetesObject, ObjectMeta } from '@kubewright/api';

const WRITTEN_BY_USERS = ['labels', 'annotations', 'finalizers', 'ownerReferences'] as const;

/**
 * Takes labels, annotations, finalizers and owners from the old object: writes of the status do not change them
 * (apimachinery `apis/meta/v1/helpers.go`, ResetObjectMetaForStatus).
 */
export function metadataStays(object: KubernetesObject, old: KubernetesObject): void {
  const metadata: ObjectMeta = { ...object.metadata };
  for (const field of WRITTEN_BY_USERS) {
    delete metadata[field];
    if (old.metadata?.[field] !== undefined) Object.assign(metadata, { [field]: old.metadata[field] });
  }
  object.metadata = metadata;
}
