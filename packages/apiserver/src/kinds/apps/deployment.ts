import type { Deployment, DeploymentSpec, DeploymentStrategy } from '@kubewright/api/apps/v1';
import { child, forbidden, invalid, notSupported, required } from '../../errors/field-error.js';
import type { FieldError } from '../../errors/field-error.js';
import { warnOfPodTemplate } from '../shared/pod/pod-warnings.js';
import { behaviour } from '../behaviour.js';
import { containerCells, selectorCell } from '../shared/cells.js';
import { AGE, column, documented, NAME } from '../shared/columns.js';
import { age } from '../shared/duration.js';
import { nextGeneration } from '../shared/generation.js';
import { immutable, sameValue } from '../shared/immutable.js';
import { sortedSelector } from '../shared/labels.js';
import { nonNegative } from '../shared/numbers.js';
import { defaultPodTemplate } from '../shared/pod/pod-spec-defaults.js';
import { selectorAndTemplate } from '../shared/pod/pod-template.js';
import { warnUnlessDnsLabel } from '../shared/recommended-name.js';
import { rollingUpdateRules } from '../shared/rolling-update.js';
import { REPLICA_SCALE, wideWorkloadColumns } from '../shared/workload.js';
import { validateReplicaStatus } from './replica-status.js';

/** registry/apps/deployment/strategy.go, apis/apps/v1/defaults.go. */
export const deployment = behaviour<Deployment>({
  group: 'apps',
  kind: 'Deployment',
  defaults: ({ spec }) => {
    if (spec !== undefined) defaultDeploymentSpec(spec);
  },
  prepareForCreate: (object) => {
    object.status = {};
  },
  prepareForStatusUpdate: (object, old) => {
    object.metadata = { ...object.metadata };
    if (old.metadata?.labels === undefined) delete object.metadata.labels;
    else object.metadata.labels = old.metadata.labels;
  },
  prepareForUpdate: (object, old) => {
    // Annotations count too, because replica sets get them.
    if (!sameValue(object.metadata?.annotations, old.metadata?.annotations)) nextGeneration(object, old);
  },
  warnings: (object, old, context) => {
    if (old !== undefined && old.metadata?.generation === object.metadata?.generation) return;
    if (old === undefined) warnUnlessDnsLabel(object, context, 'Pod names and hostnames');
    warnOfPodTemplate('spec.template', object.spec?.template ?? {}, context);
  },
  validate: ({ spec }) => validateDeploymentSpec(spec),
  validateUpdate: ({ spec }, old) => {
    const errors: FieldError[] = [];
    immutable(errors, 'spec.selector', sortedSelector(spec?.selector), sortedSelector(old.spec?.selector));
    return errors;
  },
  validateStatusUpdate: (object, old) =>
    validateReplicaStatus(object.status, old.status, [
      'observedGeneration',
      'replicas',
      'updatedReplicas',
      'readyReplicas',
      'availableReplicas',
      'unavailableReplicas',
      'terminatingReplicas',
      'collisionCount',
    ]),
  scale: REPLICA_SCALE,
  table: {
    columns: [
      NAME,
      column('Ready', 'string', 'Number of the pod with ready state'),
      documented('Up-to-date', 'string', 'apps.v1.DeploymentStatus.updatedReplicas'),
      documented('Available', 'string', 'apps.v1.DeploymentStatus.availableReplicas'),
      AGE,
      ...wideWorkloadColumns('apps.v1.DeploymentSpec.selector'),
    ],
    row: ({ metadata, spec, status }, nowMs) => [
      metadata?.name,
      `${status?.readyReplicas ?? 0}/${spec?.replicas ?? 0}`,
      status?.updatedReplicas ?? 0,
      status?.availableReplicas ?? 0,
      age(metadata?.creationTimestamp, nowMs),
      ...containerCells(spec?.template.spec?.containers),
      selectorCell(spec?.selector),
    ],
  },
});

function defaultDeploymentSpec(spec: DeploymentSpec): void {
  spec.replicas ??= 1;
  const strategy = (spec.strategy ??= {});
  strategy.type ??= 'RollingUpdate';
  if (strategy.type === 'RollingUpdate') {
    const rollingUpdate = (strategy.rollingUpdate ??= {});
    rollingUpdate.maxUnavailable ??= '25%';
    rollingUpdate.maxSurge ??= '25%';
  }
  spec.revisionHistoryLimit ??= 10;
  spec.progressDeadlineSeconds ??= 600;
  defaultPodTemplate((spec.template ??= {}));
}

const WORDS = { selectorOf: 'deployment', kind: 'ReplicaSet' };

/** apps validation, ValidateDeploymentSpec. */
function validateDeploymentSpec(spec: DeploymentSpec | undefined): FieldError[] {
  const errors: FieldError[] = [];
  if (spec === undefined) return errors;
  nonNegative(errors, 'spec.replicas', spec.replicas);
  selectorAndTemplate(errors, 'spec', spec, WORDS);
  strategyRules(errors, 'spec.strategy', spec.strategy ?? {});
  nonNegative(errors, 'spec.minReadySeconds', spec.minReadySeconds);
  nonNegative(errors, 'spec.revisionHistoryLimit', spec.revisionHistoryLimit);
  const { progressDeadlineSeconds: deadline } = spec;
  nonNegative(errors, 'spec.progressDeadlineSeconds', deadline);
  if (deadline !== undefined && deadline <= (spec.minReadySeconds ?? 0)) {
    errors.push(invalid('spec.progressDeadlineSeconds', deadline, 'must be greater than minReadySeconds'));
  }
  return errors;
}

function strategyRules(
  errors: FieldError[],
  path: string,
  { type, rollingUpdate }: DeploymentStrategy,
): void {
  const at = child(path, 'rollingUpdate');
  if (type === 'RollingUpdate') {
    if (rollingUpdate === undefined) errors.push(required(at, 'this should be defaulted and never be nil'));
    else rollingUpdateRules(errors, at, rollingUpdate);
  } else if (type === 'Recreate') {
    if (rollingUpdate === undefined) return;
    errors.push(forbidden(at, "may not be specified when strategy `type` is 'Recreate'"));
  } else {
    const value = { Type: type, RollingUpdate: rollingUpdate ?? null };
    errors.push(notSupported(path, value as unknown, ['Recreate', 'RollingUpdate']));
  }
}
