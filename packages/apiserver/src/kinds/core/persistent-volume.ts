import { isoTime } from '@kubewright/api';
import type { PersistentVolume, PersistentVolumeSpec } from '@kubewright/api/core/v1';
import { forbidden, index, key } from '../../errors/field-error.js';
import type { FieldError } from '../../errors/field-error.js';
import { behaviour } from '../behaviour.js';
import { UNSET } from '../shared/cells.js';
import { AGE, column, documented, NAME } from '../shared/columns.js';
import { age } from '../shared/duration.js';
import { goVolumeSource } from '../shared/go-volumes.js';
import { immutable, sameValue } from '../shared/immutable.js';
import { warnOfNodeSelectorTerm } from '../shared/node-labels.js';
import { warnOfVolumeAnnotations } from '../shared/volume-annotations.js';
import { roundUpQuantities } from '../shared/quantities.js';
import { unifiedDiff } from '../shared/unified-diff.js';
import { accessModesCell, storageClassCell } from '../shared/volume-cells.js';
import { volumeSourceOf, volumeSpec } from '../shared/volume-spec.js';

const MOUNT_OPTIONS = 'volume.beta.kubernetes.io/mount-options';
const OLD_SOURCES: ReadonlyArray<readonly [field: keyof PersistentVolumeSpec, message: string]> = [
  ['cephfs', 'deprecated in v1.28, non-functional in v1.31+'],
  ['photonPersistentDisk', 'deprecated in v1.11, non-functional in v1.16+'],
  ['scaleIO', 'deprecated in v1.16, non-functional in v1.22+'],
  ['storageos', 'deprecated in v1.22, non-functional in v1.25+'],
  ['glusterfs', 'deprecated in v1.25, non-functional in v1.26+'],
  ['rbd', 'deprecated in v1.28, non-functional in v1.31+'],
];

/** registry/core/persistentvolume/strategy.go. */
export const persistentVolume = behaviour<PersistentVolume>({
  group: '',
  kind: 'PersistentVolume',
  keepsEmpty: { 'spec.capacity': 'absent' },
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
  warnings: ({ metadata, spec }, _old, context) => {
    const warn = (path: string, message: string) => context.warn(`${path}: ${message}`);
    warnOfVolumeAnnotations(metadata, warn);
    if (metadata?.annotations?.[MOUNT_OPTIONS] !== undefined) {
      const message = 'deprecated since v1.31; use "mountOptions" attribute instead';
      warn(key('metadata.annotations', MOUNT_OPTIONS), message);
    }
    if (spec?.persistentVolumeReclaimPolicy === 'Recycle') {
      const message =
        'The Recycle reclaim policy is deprecated. Instead, the recommended approach is to use dynamic provisioning.';
      warn('spec.persistentVolumeReclaimPolicy', message);
    }
    spec?.nodeAffinity?.required?.nodeSelectorTerms?.forEach((term, i) => {
      const path = index('spec.nodeAffinity.required.nodeSelectorTerms', i);
      warnOfNodeSelectorTerm(path, term, context, { checkValues: false });
    });
    for (const [field, message] of OLD_SOURCES)
      if (spec?.[field] !== undefined) warn(`spec.${field === 'storageos' ? 'storageOS' : field}`, message);
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
      const diff = unifiedDiff(goVolumeSource(old.spec ?? {}), goVolumeSource(spec));
      const message = `spec.persistentvolumesource is immutable after creation\n${diff}`;
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
