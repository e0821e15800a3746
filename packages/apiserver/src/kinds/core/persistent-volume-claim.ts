import { compareQuantity } from '@kubewright/api';
import type { PersistentVolumeClaim, PersistentVolumeClaimSpec } from '@kubewright/api/core/v1';
import { forbidden, key } from '../../errors/field-error.js';
import type { FieldError } from '../../errors/field-error.js';
import { behaviour } from '../behaviour.js';
import { UNSET } from '../shared/cells.js';
import { defaultClaimSpec, normalizeDataSources } from '../shared/claim-defaults.js';
import { claimSpec } from '../shared/claim-spec.js';
import { AGE, column, documented, NAME } from '../shared/columns.js';
import { age } from '../shared/duration.js';
import { goClaimSpec } from '../shared/go-volumes.js';
import { immutable, sameValue } from '../shared/immutable.js';
import { warnOfFractions } from '../shared/pod/pod-warnings.js';
import { nonNegativeQuantity } from '../shared/quantities.js';
import { unifiedDiff } from '../shared/unified-diff.js';
import { warnOfVolumeAnnotations } from '../shared/volume-annotations.js';
import { accessModesCell, storageClassCell } from '../shared/volume-cells.js';

/** registry/core/persistentvolumeclaim/strategy.go. */
export const persistentVolumeClaim = behaviour<PersistentVolumeClaim>({
  group: '',
  kind: 'PersistentVolumeClaim',
  hasGeneration: false,
  defaults: (object) => {
    if (object.spec !== undefined) defaultClaimSpec(object.spec);
    object.status = { ...object.status, phase: object.status?.phase ?? 'Pending' };
  },
  prepareForCreate: (object) => {
    object.status = { phase: 'Pending' };
    if (object.spec !== undefined) normalizeDataSources(object.spec, undefined);
  },
  prepareForUpdate: (object, old) => {
    if (object.spec !== undefined) normalizeDataSources(object.spec, old.spec ?? {});
  },
  warnings: ({ metadata, spec }, _old, context) => {
    const warn = (path: string, message: string) => context.warn(`${path}: ${message}`);
    warnOfVolumeAnnotations(metadata, warn);
    warnOfFractions('spec.resources.requests', spec?.resources?.requests, warn, 'storage');
    warnOfFractions('spec.resources.limits', spec?.resources?.limits, warn, 'storage');
  },
  validate: ({ spec }) => validateSpec(spec),
  validateUpdate,
  validateStatusUpdate: ({ status }) => {
    const errors: FieldError[] = [];
    const { capacity } = status ?? {};
    for (const name in capacity)
      nonNegativeQuantity(errors, key('status.capacity', name), capacity[name] as string);
    return errors;
  },
  table: {
    columns: [
      NAME,
      documented('Status', 'string', 'core.v1.PersistentVolumeClaimStatus.phase'),
      documented('Volume', 'string', 'core.v1.PersistentVolumeClaimSpec.volumeName'),
      documented('Capacity', 'string', 'core.v1.PersistentVolumeClaimStatus.capacity'),
      documented('Access Modes', 'string', 'core.v1.PersistentVolumeClaimStatus.accessModes'),
      column('StorageClass', 'string', 'StorageClass of the pvc'),
      column('VolumeAttributesClass', 'string', 'VolumeAttributesClass of the pvc'),
      AGE,
      documented('VolumeMode', 'string', 'core.v1.PersistentVolumeClaimSpec.volumeMode', { priority: 1 }),
    ],
    row: ({ metadata, spec, status }, nowMs) => [
      metadata?.name,
      metadata?.deletionTimestamp === undefined ? (status?.phase ?? '') : 'Terminating',
      spec?.volumeName ?? '',
      spec?.volumeName ? (status?.capacity?.['storage'] ?? '0') : '',
      spec?.volumeName ? accessModesCell(status?.accessModes) : '',
      storageClassCell(metadata, spec?.storageClassName),
      spec?.volumeAttributesClassName ?? UNSET,
      age(metadata?.creationTimestamp, nowMs),
      spec?.volumeMode ?? UNSET,
    ],
  },
});

function validateSpec(spec: PersistentVolumeClaimSpec | undefined): FieldError[] {
  const errors: FieldError[] = [];
  claimSpec(errors, 'spec', spec ?? {});
  return errors;
}

const IMMUTABLE =
  'spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims';

/** core validation, ValidatePersistentVolumeClaimUpdate: a claim may be bound once, and grow when it is. */
function validateUpdate(
  { spec = {}, status }: PersistentVolumeClaim,
  old: PersistentVolumeClaim,
): FieldError[] {
  const errors: FieldError[] = [];
  const before = old.spec ?? {};
  const rest: PersistentVolumeClaimSpec = { ...spec };
  const expected: PersistentVolumeClaimSpec = { ...before };
  if (!before.volumeName && spec.volumeName !== undefined) expected.volumeName = spec.volumeName;
  if (before.storageClassName === undefined && spec.storageClassName !== undefined)
    delete rest.storageClassName;
  const size = spec.resources?.requests?.['storage'];
  const oldSize = before.resources?.requests?.['storage'];
  if (status?.phase === 'Bound') {
    if (spec.resources?.requests !== undefined && oldSize !== undefined) {
      rest.resources = { ...spec.resources, requests: { ...spec.resources.requests, storage: oldSize } };
    }
    delete rest.volumeAttributesClassName;
    delete expected.volumeAttributesClassName;
  }
  if (!sameValue(rest, expected))
    errors.push(forbidden('spec', `${IMMUTABLE}\n${unifiedDiff(goClaimSpec(expected), goClaimSpec(rest))}`));
  if (compareQuantity(size ?? '0', oldSize ?? '0') < 0) {
    if (compareQuantity(size ?? '0', old.status?.capacity?.['storage'] ?? '0') <= 0) {
      errors.push(forbidden('spec.resources.requests.storage', 'field can not be less than status.capacity'));
    }
  }
  immutable(errors, 'volumeMode', spec.volumeMode, before.volumeMode);
  return errors;
}
