import type { AdmissionPlugin } from '../admission.js';

const FINALIZERS: Readonly<Record<string, string>> = {
  persistentvolumes: 'kubernetes.io/pv-protection',
  persistentvolumeclaims: 'kubernetes.io/pvc-protection',
  volumeattributesclasses: 'kubernetes.io/vac-protection',
};

/** Volumes, claims and attributes classes stay as long as they are used (plugin/pkg/admission/storage/storageobjectinuseprotection). */
export function storageObjectInUseProtection(): AdmissionPlugin {
  return {
    name: 'StorageObjectInUseProtection',
    operations: ['CREATE'],
    resources: ['persistentvolumes', 'persistentvolumeclaims', 'volumeattributesclasses.storage.k8s.io'],
    subresources: [''],
    admit({ object, resource }) {
      const finalizer = FINALIZERS[resource.plural];
      if (object === undefined || finalizer === undefined) return;
      const { finalizers = [] } = object.metadata;
      if (!finalizers.includes(finalizer)) object.metadata.finalizers = [...finalizers, finalizer];
    },
  };
}
