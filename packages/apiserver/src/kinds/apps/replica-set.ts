import type { ReplicaSet, ReplicaSetSpec } from '@kubewright/api/apps/v1';
import type { FieldError } from '../../errors/field-error.js';
import { warnOfPodTemplate } from '../shared/pod/pod-warnings.js';
import { behaviour } from '../behaviour.js';
import { containerCells, selectorCell } from '../shared/cells.js';
import { AGE, documented, NAME } from '../shared/columns.js';
import { age } from '../shared/duration.js';
import { immutable } from '../shared/immutable.js';
import { sortedSelector } from '../shared/labels.js';
import { nonNegative } from '../shared/numbers.js';
import { defaultPodTemplate } from '../shared/pod/pod-spec-defaults.js';
import { selectorAndTemplate } from '../shared/pod/pod-template.js';
import { warnUnlessDnsLabel } from '../shared/recommended-name.js';
import { REPLICA_SCALE, wideWorkloadColumns } from '../shared/workload.js';
import { validateReplicaStatus } from './replica-status.js';

/** registry/apps/replicaset/strategy.go. */
export const replicaSet = behaviour<ReplicaSet>({
  group: 'apps',
  kind: 'ReplicaSet',
  defaults: ({ spec }) => {
    if (spec === undefined) return;
    spec.replicas ??= 1;
    defaultPodTemplate((spec.template ??= {}));
  },
  prepareForCreate: (object) => {
    object.status = { replicas: 0 };
  },
  warnings: (object, old, context) => {
    if (old !== undefined && old.metadata?.generation === object.metadata?.generation) return;
    if (old === undefined) warnUnlessDnsLabel(object, context, 'Pod names and hostnames');
    warnOfPodTemplate('spec.template', object.spec?.template ?? {}, context);
  },
  validate: ({ spec }) => validateReplicaSetSpec(spec),
  validateUpdate: ({ spec }, old) => {
    const errors: FieldError[] = [];
    immutable(errors, 'spec.selector', sortedSelector(spec?.selector), sortedSelector(old.spec?.selector));
    return errors;
  },
  validateStatusUpdate: ({ status }) =>
    validateReplicaStatus(status, undefined, [
      'replicas',
      'fullyLabeledReplicas',
      'readyReplicas',
      'availableReplicas',
      'observedGeneration',
      'terminatingReplicas',
    ]),
  scale: REPLICA_SCALE,
  table: {
    columns: [
      NAME,
      documented('Desired', 'integer', 'apps.v1.ReplicaSetSpec.replicas'),
      documented('Current', 'integer', 'apps.v1.ReplicaSetStatus.replicas'),
      documented('Ready', 'integer', 'apps.v1.ReplicaSetStatus.readyReplicas'),
      AGE,
      ...wideWorkloadColumns('apps.v1.ReplicaSetSpec.selector'),
    ],
    row: ({ metadata, spec, status }, nowMs) => [
      metadata?.name,
      spec?.replicas ?? 0,
      status?.replicas ?? 0,
      status?.readyReplicas ?? 0,
      age(metadata?.creationTimestamp, nowMs),
      ...containerCells(spec?.template?.spec?.containers),
      selectorCell(spec?.selector),
    ],
  },
});

// The real server says "deployment" of replica sets too.
const WORDS = { selectorOf: 'deployment', kind: 'ReplicaSet' };

function validateReplicaSetSpec(spec: ReplicaSetSpec | undefined): FieldError[] {
  const errors: FieldError[] = [];
  if (spec === undefined) return errors;
  nonNegative(errors, 'spec.replicas', spec.replicas);
  nonNegative(errors, 'spec.minReadySeconds', spec.minReadySeconds);
  selectorAndTemplate(errors, 'spec', { ...spec, template: spec.template ?? {} }, WORDS);
  return errors;
}
