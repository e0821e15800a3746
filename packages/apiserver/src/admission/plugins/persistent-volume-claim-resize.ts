import { quantityToNumber } from '@kubewright/api';
import type { PersistentVolumeClaim } from '@kubewright/api/core/v1';
import type { StorageClass } from '@kubewright/api/storage/v1';
import type { ApiObject } from '../../kinds/behaviour.js';
import type { AdmissionPlugin } from '../admission.js';
import { admissionForbidden } from '../forbidden.js';
import type { StoredObjects } from '../stored-objects.js';

type Claim = ApiObject & PersistentVolumeClaim;

const CLASSES = '/registry/storage.k8s.io/storageclasses/';
const BETA_CLASS = 'volume.beta.kubernetes.io/storage-class';

/** Only bound claims of a class that allows it may grow (plugin/pkg/admission/storage/persistentvolume/resize). */
export function persistentVolumeClaimResize(objects: StoredObjects): AdmissionPlugin {
  return {
    name: 'PersistentVolumeClaimResize',
    operations: ['UPDATE'],
    resources: ['persistentvolumeclaims'],
    subresources: [''],
    validate(attributes) {
      const [claim, old] = [attributes.object as Claim, attributes.oldObject as Claim];
      if (sizeOf(claim) <= sizeOf(old)) return;
      if (old.status?.phase !== 'Bound')
        throw admissionForbidden(attributes, 'Only bound persistent volume claims can be expanded');
      const name = classOf(claim);
      const found =
        name === '' || name !== classOf(old)
          ? undefined
          : objects.get<ApiObject & StorageClass>(CLASSES + name);
      if (found?.allowVolumeExpansion === true) return;
      throw admissionForbidden(
        attributes,
        'only dynamically provisioned pvc can be resized and the storageclass that provisions the pvc must support resize',
      );
    },
  };
}

const sizeOf = ({ spec }: Claim): number => quantityToNumber(spec?.resources?.requests?.['storage'] ?? '0');

const classOf = ({ metadata, spec }: Claim): string =>
  metadata.annotations?.[BETA_CLASS] ?? spec?.storageClassName ?? '';
