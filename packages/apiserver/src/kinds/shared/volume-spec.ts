import type {
  CSIPersistentVolumeSource,
  PersistentVolumeSpec,
  SecretReference,
} from '@kubewright/api/core/v1';
import { child, forbidden, key, required } from '../../errors/field-error.js';
import type { FieldError } from '../../errors/field-error.js';
import { accessModes, className, volumeMode } from './claim-spec.js';
import { driverName } from './driver-name.js';
import { sorted } from './labels.js';
import { nodeSelector } from './pod/affinity.js';
import type { Quantities } from './quantities.js';
import { basicQuantity, positiveQuantity } from './quantities.js';
import { noBacksteps, optionalOneOf } from './rules.js';

const NOT_A_SOURCE = new Set([
  'accessModes',
  'capacity',
  'claimRef',
  'mountOptions',
  'nodeAffinity',
  'persistentVolumeReclaimPolicy',
  'storageClassName',
  'volumeAttributesClassName',
  'volumeMode',
]);

/** The fields of a volume that say where it comes from. */
export const volumeSourceOf = (spec: PersistentVolumeSpec): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(spec).filter(([field, value]) => !NOT_A_SOURCE.has(field) && value !== undefined),
  );

/** The spec of a persistent volume (core validation, ValidatePersistentVolumeSpec). Vendors' sources are not looked into. */
export function volumeSpec(errors: FieldError[], path: string, spec: PersistentVolumeSpec): void {
  accessModeRules(errors, path, spec);
  const capacityPath = child(path, 'capacity');
  const { capacity } = spec;
  if (capacity === undefined || Object.keys(capacity).length === 0) errors.push(required(capacityPath));
  capacityRules(errors, capacityPath, capacity);
  const policies = ['Delete', 'Recycle', 'Retain'];
  const policyPath = child(path, 'persistentVolumeReclaimPolicy');
  optionalOneOf(errors, policyPath, spec.persistentVolumeReclaimPolicy, policies);
  const affinity = spec.nodeAffinity;
  const affinityPath = child(path, 'nodeAffinity.required');
  if (affinity?.required !== undefined) nodeSelector(errors, affinityPath, affinity.required);
  else if (affinity !== undefined)
    errors.push(required(affinityPath, 'must specify required node constraints'));
  sourceRules(errors, path, spec);
  className(errors, child(path, 'storageClassName'), spec.storageClassName);
  volumeMode(errors, child(path, 'volumeMode'), spec.volumeMode);
  attributesClassRules(errors, path, spec);
}

const INLINE = 'may not be specified in the context of inline volumes';

/** The spec of a volume that stands in an attachment: of a CSI driver, and without what binding needs. */
export function inlineVolumeSpec(errors: FieldError[], path: string, spec: PersistentVolumeSpec): void {
  if (spec.claimRef !== undefined) errors.push(forbidden(child(path, 'claimRef'), INLINE));
  if (Object.keys(spec.capacity ?? {}).length > 0) errors.push(forbidden(child(path, 'capacity'), INLINE));
  if (spec.csi === undefined) {
    errors.push(required(child(path, 'csi'), 'has to be specified in the context of inline volumes'));
  }
  accessModeRules(errors, path, spec);
  if (spec.persistentVolumeReclaimPolicy && spec.persistentVolumeReclaimPolicy !== 'Retain') {
    const message = 'may only be Retain in the context of inline volumes';
    errors.push(forbidden(child(path, 'persistentVolumeReclaimPolicy'), message));
  }
  if (spec.nodeAffinity !== undefined) errors.push(forbidden(child(path, 'nodeAffinity'), INLINE));
  sourceRules(errors, path, spec);
  if (spec.storageClassName) errors.push(forbidden(child(path, 'storageClassName'), INLINE));
  if (spec.volumeMode !== undefined && spec.volumeMode !== 'Filesystem') {
    const message = 'may not specify volumeMode other than Filesystem in the context of inline volumes';
    errors.push(forbidden(child(path, 'volumeMode'), message));
  }
}

function accessModeRules(errors: FieldError[], path: string, spec: PersistentVolumeSpec): void {
  const at = child(path, 'accessModes');
  if ((spec.accessModes?.length ?? 0) === 0) errors.push(required(at));
  accessModes(errors, at, spec.accessModes);
}

function capacityRules(errors: FieldError[], path: string, capacity: Quantities | undefined): void {
  const names = Object.keys(capacity ?? {});
  if (capacity?.['storage'] === undefined || names.length > 1) {
    errors.push({
      type: 'FieldValueNotSupported',
      field: path,
      badValue: capacity === undefined ? null : sorted(capacity),
      detail: 'supported values: "storage"',
    });
  }
  for (const name of names) {
    basicQuantity(errors, key(path, name), capacity?.[name] as string);
    positiveQuantity(errors, key(path, name), capacity?.[name] as string);
  }
}

function attributesClassRules(errors: FieldError[], path: string, spec: PersistentVolumeSpec): void {
  const name = spec.volumeAttributesClassName;
  if (name === undefined) return;
  const at = child(path, 'volumeAttributesClassName');
  if (name === '') errors.push(required(at, 'an empty string is disallowed'));
  else className(errors, at, name);
  if (spec.csi === undefined) {
    const message = 'has to be specified when using volumeAttributesClassName';
    errors.push(required(child(path, 'csi'), message));
  }
}

// The order in which ValidatePersistentVolumeSpec looks for them.
const SOURCES =
  'hostPath gcePersistentDisk awsElasticBlockStore glusterfs flocker nfs rbd quobyte cephfs iscsi cinder fc flexVolume azureFile vsphereVolume photonPersistentDisk portworxVolume azureDisk scaleIO local storageos csi'.split(
    ' ',
  );

function sourceRules(errors: FieldError[], path: string, spec: PersistentVolumeSpec): void {
  const [first, ...more] = Object.keys(volumeSourceOf(spec)).sort(
    (a, b) => SOURCES.indexOf(a) - SOURCES.indexOf(b),
  );
  if (first === undefined) errors.push(required(path, 'must specify a volume type'));
  for (const source of more)
    errors.push(forbidden(child(path, source), 'may not specify more than 1 volume type'));
  const { hostPath, nfs, local, csi } = spec;
  if (hostPath !== undefined) {
    const at = child(path, 'hostPath.path');
    if (!hostPath.path) errors.push(required(at));
    else noBacksteps(errors, at, hostPath.path);
  }
  if (nfs !== undefined && !nfs.server) errors.push(required(child(path, 'nfs.server')));
  if (local !== undefined && !local.path) errors.push(required(child(path, 'local.path')));
  if (local !== undefined && spec.nodeAffinity?.required === undefined) {
    errors.push(required(child(path, 'nodeAffinity'), 'Local volume requires node affinity'));
  }
  if (csi !== undefined) csiRules(errors, child(path, 'csi'), csi);
}

const SECRETS = [
  'controllerPublishSecretRef',
  'controllerExpandSecretRef',
  'nodePublishSecretRef',
  'nodeExpandSecretRef',
] as const;

function csiRules(errors: FieldError[], path: string, csi: CSIPersistentVolumeSource): void {
  driverName(errors, child(path, 'driver'), csi.driver);
  if (!csi.volumeHandle) errors.push(required(child(path, 'volumeHandle')));
  for (const field of SECRETS) {
    const secret = csi[field];
    if (secret !== undefined) secretReference(errors, child(path, field), secret);
  }
}

function secretReference(errors: FieldError[], path: string, { name, namespace }: SecretReference): void {
  if (!name) errors.push(required(child(path, 'name')));
  if (!namespace) errors.push(required(child(path, 'namespace')));
}
