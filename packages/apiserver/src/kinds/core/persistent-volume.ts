import { isoTime } from '@kubewright/api';
import type { PersistentVolume, PersistentVolumeSpec } from '@kubewright/api/core/v1';
import { child, forbidden, required } from '../../errors/field-error.js';
import type { FieldError } from '../../errors/field-error.js';
import { behaviour } from '../behaviour.js';
import { UNSET } from '../shared/cells.js';
import { accessModes, className, volumeMode } from '../shared/claim-spec.js';
import { AGE, column, documented, NAME } from '../shared/columns.js';
import { age } from '../shared/duration.js';
import { immutable, sameValue } from '../shared/immutable.js';
import { sorted } from '../shared/labels.js';
import { nodeSelector } from '../shared/pod/affinity.js';
import type { Quantities } from '../shared/quantities.js';
import { positiveQuantity, roundUpQuantities } from '../shared/quantities.js';
import { noBacksteps, optionalOneOf } from '../shared/rules.js';
import { unifiedDiff } from '../shared/unified-diff.js';
import { accessModesCell, storageClassCell } from '../shared/volume-cells.js';

/** registry/core/persistentvolume/strategy.go. */
export const persistentVolume = behaviour<PersistentVolume>({
  group: '',
  kind: 'PersistentVolume',
  hasGeneration: false,
  defaults: (object) => {
    const spec = (object.spec ??= {});
    spec.persistentVolumeReclaimPolicy ??= 'Retain';
    spec.volumeMode ??= 'Filesystem';
    if (spec.hostPath !== undefined) spec.hostPath.type ??= '';
    roundUpQuantities(spec.capacity);
    object.status = { ...object.status, phase: object.status?.phase ?? 'Pending' };
  },
  prepareForCreate: (object, context) => {
    object.status = { phase: 'Pending', lastPhaseTransitionTime: isoTime(context.clock.now()) };
  },
  prepareForStatusUpdate: (object, old, context) => {
    const status = (object.status ??= {});
    const before = old.status ?? {};
    if (status.phase !== before.phase && status.lastPhaseTransitionTime === before.lastPhaseTransitionTime) {
      status.lastPhaseTransitionTime = isoTime(context.clock.now());
    }
  },
  validate: ({ spec }) => validateSpec(spec ?? {}),
  validateUpdate: ({ spec = {} }, old) => {
    const errors: FieldError[] = [];
    const [before, after] = [sourceOf(old.spec ?? {}), sourceOf(spec)];
    if (!sameValue(before, after)) {
      const message = `spec.persistentvolumesource is immutable after creation\n${unifiedDiff(before, after)}`;
      errors.push(forbidden('spec.persistentvolumesource', message));
    }
    immutable(errors, 'volumeMode', spec.volumeMode, old.spec?.volumeMode);
    return errors;
  },
  table: {
    columns: [
      NAME,
      documented('Capacity', 'string', 'core.v1.PersistentVolumeSpec.capacity'),
      documented('Access Modes', 'string', 'core.v1.PersistentVolumeSpec.accessModes'),
      documented('Reclaim Policy', 'string', 'core.v1.PersistentVolumeSpec.persistentVolumeReclaimPolicy'),
      documented('Status', 'string', 'core.v1.PersistentVolumeStatus.phase'),
      documented('Claim', 'string', 'core.v1.PersistentVolumeSpec.claimRef'),
      column('StorageClass', 'string', 'StorageClass of the pv'),
      column('VolumeAttributesClass', 'string', 'VolumeAttributesClass of the pv'),
      documented('Reason', 'string', 'core.v1.PersistentVolumeStatus.reason'),
      AGE,
      documented('VolumeMode', 'string', 'core.v1.PersistentVolumeSpec.volumeMode', { priority: 1 }),
    ],
    row: ({ metadata, spec, status }, nowMs) => [
      metadata?.name,
      spec?.capacity?.['storage'] ?? '0',
      accessModesCell(spec?.accessModes),
      spec?.persistentVolumeReclaimPolicy ?? '',
      metadata?.deletionTimestamp === undefined ? (status?.phase ?? '') : 'Terminating',
      spec?.claimRef === undefined ? '' : `${spec.claimRef.namespace ?? ''}/${spec.claimRef.name ?? ''}`,
      storageClassCell(metadata, spec?.storageClassName),
      spec?.volumeAttributesClassName ?? UNSET,
      status?.reason ?? '',
      age(metadata?.creationTimestamp, nowMs),
      spec?.volumeMode ?? UNSET,
    ],
  },
});

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

const sourceOf = (spec: PersistentVolumeSpec): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(spec).filter(([field, value]) => !NOT_A_SOURCE.has(field) && value !== undefined),
  );

/** core validation, ValidatePersistentVolumeSpec. Vendors' sources are not looked into. */
function validateSpec(spec: PersistentVolumeSpec): FieldError[] {
  const errors: FieldError[] = [];
  if ((spec.accessModes?.length ?? 0) === 0) errors.push(required('spec.accessModes'));
  accessModes(errors, 'spec.accessModes', spec.accessModes);
  const { capacity } = spec;
  if (capacity === undefined || Object.keys(capacity).length === 0) errors.push(required('spec.capacity'));
  else capacityRules(errors, 'spec.capacity', capacity);
  const policies = ['Delete', 'Recycle', 'Retain'];
  optionalOneOf(errors, 'spec.persistentVolumeReclaimPolicy', spec.persistentVolumeReclaimPolicy, policies);
  const affinity = spec.nodeAffinity;
  if (affinity?.required !== undefined) nodeSelector(errors, 'spec.nodeAffinity.required', affinity.required);
  else if (affinity !== undefined)
    errors.push(required('spec.nodeAffinity.required', 'must specify required node constraints'));
  sourceRules(errors, spec);
  className(errors, 'spec.storageClassName', spec.storageClassName);
  volumeMode(errors, 'spec.volumeMode', spec.volumeMode);
  return errors;
}

function capacityRules(errors: FieldError[], path: string, capacity: Quantities): void {
  const names = Object.keys(capacity);
  if (capacity['storage'] === undefined || names.length > 1) {
    errors.push({
      type: 'FieldValueNotSupported',
      field: path,
      badValue: sorted(capacity),
      detail: 'supported values: "storage"',
    });
  }
  for (const name of names) positiveQuantity(errors, `${path}[${name}]`, capacity[name] as string);
}

function sourceRules(errors: FieldError[], spec: PersistentVolumeSpec): void {
  const [first, ...more] = Object.keys(sourceOf(spec));
  if (first === undefined) errors.push(required('spec', 'must specify a volume type'));
  for (const source of more)
    errors.push(forbidden(child('spec', source), 'may not specify more than 1 volume type'));
  const { hostPath, nfs, local } = spec;
  if (hostPath !== undefined) {
    if (!hostPath.path) errors.push(required('spec.hostPath.path'));
    else noBacksteps(errors, 'spec.hostPath.path', hostPath.path);
  }
  if (nfs !== undefined && !nfs.server) errors.push(required('spec.nfs.server'));
  if (local !== undefined && !local.path) errors.push(required('spec.local.path'));
  if (local !== undefined && spec.nodeAffinity?.required === undefined) {
    errors.push(required('spec.nodeAffinity', 'Local volume requires node affinity'));
  }
}
