import type { PersistentVolumeClaimSpec, PersistentVolumeSpec } from '@kubewright/api/core/v1';
import { goStruct } from './go-struct.js';
import type { GoFields } from './go-struct.js';
import { sorted, sortedSelector } from './labels.js';

const CLAIM_SPEC: GoFields = {
  accessModes: null,
  selector: null,
  resources: { limits: null, requests: null },
  volumeName: '',
  storageClassName: null,
  volumeMode: null,
  dataSource: { apiGroup: null, kind: '', name: '' },
  dataSourceRef: { apiGroup: null, kind: '', name: '', namespace: null },
  volumeAttributesClassName: null,
};

/** The spec of a claim as the real server shows it where it may not change (pkg/apis/core/types.go). */
export function goClaimSpec(spec: PersistentVolumeClaimSpec): Record<string, unknown> {
  const { selector, resources } = spec;
  const { limits, requests } = resources ?? {};
  return goStruct(
    {
      ...spec,
      selector: sortedSelector(selector),
      resources: { limits: sorted(limits), requests: sorted(requests) },
    },
    CLAIM_SPEC,
  );
}

const SECRET: GoFields = { name: '', namespace: '' };

// Sources of vendors are shown in the form of the API.
const VOLUME_SOURCE: GoFields = {
  gcePersistentDisk: null,
  awsElasticBlockStore: null,
  hostPath: { path: '', type: null },
  glusterfs: null,
  nfs: { server: '', path: '', readOnly: false },
  rbd: null,
  quobyte: null,
  iscsi: null,
  flexVolume: null,
  cinder: null,
  cephfs: null,
  fc: null,
  flocker: null,
  azureFile: null,
  vsphereVolume: null,
  azureDisk: null,
  photonPersistentDisk: null,
  portworxVolume: null,
  scaleIO: null,
  local: { path: '', fsType: null },
  storageos: null,
  csi: {
    driver: '',
    volumeHandle: '',
    readOnly: false,
    fsType: '',
    volumeAttributes: null,
    controllerPublishSecretRef: SECRET,
    nodeStageSecretRef: SECRET,
    nodePublishSecretRef: SECRET,
    controllerExpandSecretRef: SECRET,
    nodeExpandSecretRef: SECRET,
  },
};

/** The same of what a volume is made of. */
export const goVolumeSource = (spec: PersistentVolumeSpec): Record<string, unknown> =>
  goStruct(spec, VOLUME_SOURCE);
