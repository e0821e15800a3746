import type { ReplicationController, ReplicationControllerSpec } from '@kubewright/api/core/v1';
import { invalid, required } from '../../errors/field-error.js';
import type { FieldError } from '../../errors/field-error.js';
import { validateReplicaStatus } from '../apps/replica-status.js';
import { warnOfPodTemplate } from '../shared/pod/pod-warnings.js';
import { warnUnlessDnsLabel } from '../shared/recommended-name.js';
import { behaviour } from '../behaviour.js';
import { containerCells, labelsCell } from '../shared/cells.js';
import { AGE, documented, NAME } from '../shared/columns.js';
import { age } from '../shared/duration.js';
import { isEmptyMap, sorted } from '../shared/labels.js';
import { nonNegative } from '../shared/numbers.js';
import { defaultPodTemplate } from '../shared/pod/pod-spec-defaults.js';
import { alwaysRestarts, podTemplate } from '../shared/pod/pod-template.js';
import { REPLICA_SCALE, wideWorkloadColumns } from '../shared/workload.js';

/** registry/core/replicationcontroller/strategy.go, apis/core/v1/defaults.go. */
export const replicationController = behaviour<ReplicationController>({
  group: '',
  kind: 'ReplicationController',
  defaultPropagation: 'Orphan',
  defaults: (object) => {
    const spec = (object.spec ??= {});
    spec.replicas ??= 1;
    if (spec.template !== undefined) defaultPodTemplate(spec.template);
    const labels = spec.template?.metadata?.labels;
    if (labels === undefined) return;
    if (isEmptyMap(spec.selector)) spec.selector = { ...labels };
    const metadata = (object.metadata ??= {});
    if (isEmptyMap(metadata.labels)) metadata.labels = { ...labels };
  },
  prepareForCreate: (object) => {
    object.status = { replicas: 0 };
  },
  warnings: (object, old, context) => {
    if (old !== undefined && old.metadata?.generation === object.metadata?.generation) return;
    if (old === undefined) warnUnlessDnsLabel(object, context, 'Pod names and hostnames');
    warnOfPodTemplate('spec.template', object.spec?.template ?? {}, context);
  },
  validate: ({ spec }) => validateSpec(spec ?? {}),
  validateStatusUpdate: ({ status }) =>
    validateReplicaStatus(status, undefined, [
      'replicas',
      'fullyLabeledReplicas',
      'readyReplicas',
      'availableReplicas',
      'observedGeneration',
    ]),
  selectableFields: { 'status.replicas': ({ status }) => String(status?.replicas ?? 0) },
  scale: REPLICA_SCALE,
  table: {
    columns: [
      NAME,
      documented('Desired', 'integer', 'core.v1.ReplicationControllerSpec.replicas'),
      documented('Current', 'integer', 'core.v1.ReplicationControllerStatus.replicas'),
      documented('Ready', 'integer', 'core.v1.ReplicationControllerStatus.readyReplicas'),
      AGE,
      ...wideWorkloadColumns('core.v1.ReplicationControllerSpec.selector'),
    ],
    row: ({ metadata, spec, status }, nowMs) => [
      metadata?.name,
      spec?.replicas ?? 0,
      status?.replicas ?? 0,
      status?.readyReplicas ?? 0,
      age(metadata?.creationTimestamp, nowMs),
      ...containerCells(spec?.template?.spec?.containers),
      labelsCell(spec?.selector),
    ],
  },
});

/** core validation, ValidateReplicationControllerSpec. */
function validateSpec({
  minReadySeconds,
  replicas,
  selector,
  template,
}: ReplicationControllerSpec): FieldError[] {
  const errors: FieldError[] = [];
  nonNegative(errors, 'spec.minReadySeconds', minReadySeconds);
  if (isEmptyMap(selector)) errors.push(required('spec.selector'));
  nonNegative(errors, 'spec.replicas', replicas);
  if (template === undefined) {
    errors.push(required('spec.template'));
    return errors;
  }
  const labels = template.metadata?.labels ?? {};
  if (Object.entries(selector ?? {}).some(([name, value]) => labels[name] !== value)) {
    const message = '`selector` does not match template `labels`';
    errors.push(invalid('spec.template.metadata.labels', sorted(template.metadata?.labels), message));
  }
  podTemplate(errors, 'spec.template', template);
  alwaysRestarts(errors, 'spec.template', template, 'ReplicationController');
  return errors;
}
