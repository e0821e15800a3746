import type { PersistentVolumeClaim } from '@kubewright/api/core/v1';
import type { ApiObject } from '../../kinds/behaviour.js';
import type { AdmissionPlugin } from '../admission.js';
import type { StoredObjects } from '../stored-objects.js';
import { newestDefault } from './default-class.js';

const CLASSES = '/registry/storage.k8s.io/storageclasses/';
const IS_DEFAULT = [
  'storageclass.kubernetes.io/is-default-class',
  'storageclass.beta.kubernetes.io/is-default-class',
];
const BETA_CLASS = 'volume.beta.kubernetes.io/storage-class';

/** Claims that name no storage class get the default one (plugin/pkg/admission/storage/storageclass/setdefault). */
export function defaultStorageClass(objects: StoredObjects): AdmissionPlugin {
  return {
    name: 'DefaultStorageClass',
    operations: ['CREATE'],
    resources: ['persistentvolumeclaims'],
    subresources: [''],
    admit({ object }) {
      const claim = object as ApiObject & PersistentVolumeClaim;
      const spec = (claim.spec ??= {});
      if (spec.storageClassName !== undefined || claim.metadata.annotations?.[BETA_CLASS] !== undefined)
        return;
      const found = newestDefault(objects.list(CLASSES), IS_DEFAULT)?.metadata.name;
      if (found !== undefined) spec.storageClassName = found;
    },
  };
}
