import { isoTime } from '@kubewright/api';
import type { PersistentVolume } from '@kubewright/api/core/v1';
import { forbidden } from '../../errors/field-error.js';
import type { FieldError } from '../../errors/field-error.js';
import { behaviour } from '../behaviour.js';
import { UNSET } from '../shared/cells.js';
import { AGE, column, documented, NAME } from '../shared/columns.js';
import { age } from '../shared/duration.js';
import { immutable, sameValue } from '../shared/immutable.js';
import { roundUpQuantities } from '../shared/quantities.js';
import { unifiedDiff } from '../shared/unified-diff.js';
import { accessModesCell, storageClassCell } from '../shared/volume-cells.js';
import { volumeSourceOf, volumeSpec } from '../shared/volume-spec.js';

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
  validate: ({ spec }) => {
    const errors: FieldError[] = [];
    volumeSpec(errors, 'spec', spec ?? {});
    return errors;
  },
  validateUpdate: ({ spec = {} }, old) => {
    const errors: FieldError[] = [];
    const [before, after] = [volumeSourceOf(old.spec ?? {}), volumeSourceOf(spec)];
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
