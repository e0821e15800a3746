import type { DaemonSet, DaemonSetSpec, DaemonSetUpdateStrategy } from '@kubewright/api/apps/v1';
import { child, invalid, notSupported, required } from '../../errors/field-error.js';
import type { FieldError } from '../../errors/field-error.js';
import { warnOfPodTemplate } from '../shared/pod/pod-warnings.js';
import { behaviour } from '../behaviour.js';
import { containerCells, labelsCell, selectorCell } from '../shared/cells.js';
import { AGE, documented, NAME } from '../shared/columns.js';
import { age } from '../shared/duration.js';
import { immutable, sameValue } from '../shared/immutable.js';
import { sortedSelector, validLabelSelector } from '../shared/labels.js';
import { atMost100Percent, countOrPercent, nonNegative, nonNegativeFields } from '../shared/numbers.js';
import { defaultPodTemplate } from '../shared/pod/pod-spec-defaults.js';
import {
  alwaysRestarts,
  emptySelector,
  mismatch,
  podTemplate,
  templateMatches,
} from '../shared/pod/pod-template.js';
import { amount } from '../shared/rolling-update.js';
import { wideWorkloadColumns } from '../shared/workload.js';

const TEMPLATE_GENERATION = 'deprecated.daemonset.template.generation';

/** registry/apps/daemonset/strategy.go, apis/apps/v1/defaults.go. */
export const daemonSet = behaviour<DaemonSet>({
  group: 'apps',
  kind: 'DaemonSet',
  internalAnnotations: [TEMPLATE_GENERATION],
  defaults: (object) => {
    if (object.spec !== undefined) defaultSpec(object.spec);
    setTemplateGeneration(object, templateGeneration(object));
  },
  // It counts as a part of the spec, which this leaves alone.
  prepareForStatusUpdate: (object, old) => setTemplateGeneration(object, templateGeneration(old)),
  prepareForCreate: (object) => {
    object.status = {
      currentNumberScheduled: 0,
      desiredNumberScheduled: 0,
      numberMisscheduled: 0,
      numberReady: 0,
    };
    setTemplateGeneration(object, Math.max(1, templateGeneration(object)));
  },
  prepareForUpdate: (object, old) => {
    const changed = !sameValue(object.spec?.template, old.spec?.template);
    setTemplateGeneration(object, templateGeneration(old) + (changed ? 1 : 0));
  },
  warnings: (object, old, context) => {
    if (old !== undefined && old.metadata?.generation === object.metadata?.generation) return;
    warnOfPodTemplate('spec.template', object.spec?.template ?? {}, context);
  },
  validate: ({ spec }) => validateSpec(spec),
  updateJudgesAll: true,
  validateUpdate: ({ spec }, old) => {
    const errors: FieldError[] = [];
    immutable(errors, 'spec.selector', sortedSelector(spec?.selector), sortedSelector(old.spec?.selector));
    return [...errors, ...validateSpec(spec)];
  },
  validateStatusUpdate: ({ status }, old) => {
    const errors: FieldError[] = [];
    nonNegativeFields(errors, 'status', status, STATUS_COUNTERS);
    const count = status?.collisionCount ?? 0;
    if (count < (old.status?.collisionCount ?? 0)) {
      errors.push(invalid('status.collisionCount', count, 'cannot be decremented'));
    }
    return errors;
  },
  table: {
    columns: [
      NAME,
      documented('Desired', 'integer', 'apps.v1.DaemonSetStatus.desiredNumberScheduled'),
      documented('Current', 'integer', 'apps.v1.DaemonSetStatus.currentNumberScheduled'),
      documented('Ready', 'integer', 'apps.v1.DaemonSetStatus.numberReady'),
      documented('Up-to-date', 'integer', 'apps.v1.DaemonSetStatus.updatedNumberScheduled'),
      documented('Available', 'integer', 'apps.v1.DaemonSetStatus.numberAvailable'),
      documented('Node Selector', 'string', 'core.v1.PodSpec.nodeSelector'),
      AGE,
      ...wideWorkloadColumns('apps.v1.DaemonSetSpec.selector'),
    ],
    row: ({ metadata, spec, status }, nowMs) => [
      metadata?.name,
      status?.desiredNumberScheduled ?? 0,
      status?.currentNumberScheduled ?? 0,
      status?.numberReady ?? 0,
      status?.updatedNumberScheduled ?? 0,
      status?.numberAvailable ?? 0,
      labelsCell(spec?.template.spec?.nodeSelector),
      age(metadata?.creationTimestamp, nowMs),
      ...containerCells(spec?.template.spec?.containers),
      selectorCell(spec?.selector),
    ],
  },
});

const STATUS_COUNTERS = [
  'currentNumberScheduled',
  'numberMisscheduled',
  'desiredNumberScheduled',
  'numberReady',
  'observedGeneration',
  'updatedNumberScheduled',
  'numberAvailable',
  'numberUnavailable',
  'collisionCount',
] as const;

function templateGeneration({ metadata }: DaemonSet): number {
  const value = Number(metadata?.annotations?.[TEMPLATE_GENERATION] ?? 0);
  return Number.isInteger(value) ? value : 0;
}

// A field of older versions, which lives on as an annotation (apis/apps/v1/conversion.go).
function setTemplateGeneration(object: DaemonSet, generation: number): void {
  const metadata = (object.metadata ??= {});
  metadata.annotations = { ...metadata.annotations, [TEMPLATE_GENERATION]: String(generation) };
}

function defaultSpec(spec: DaemonSetSpec): void {
  const strategy = (spec.updateStrategy ??= {});
  strategy.type ??= 'RollingUpdate';
  if (strategy.type === 'RollingUpdate') {
    const rollingUpdate = (strategy.rollingUpdate ??= {});
    rollingUpdate.maxUnavailable ??= 1;
    rollingUpdate.maxSurge ??= 0;
  }
  spec.revisionHistoryLimit ??= 10;
  defaultPodTemplate((spec.template ??= {}));
}

/** apps validation, ValidateDaemonSetSpec. */
function validateSpec(spec: DaemonSetSpec | undefined): FieldError[] {
  const errors: FieldError[] = [];
  if (spec === undefined) return errors;
  selectorRules(errors, spec);
  podTemplate(errors, 'spec.template', spec.template);
  alwaysRestarts(errors, 'spec.template', spec.template, 'DaemonSet');
  nonNegative(errors, 'spec.minReadySeconds', spec.minReadySeconds);
  strategyRules(errors, 'spec.updateStrategy', spec.updateStrategy ?? {});
  nonNegative(errors, 'spec.revisionHistoryLimit', spec.revisionHistoryLimit);
  return errors;
}

// Unlike other workloads, a daemon set is not told that its selector is required, only that it does not match.
function selectorRules(errors: FieldError[], { selector, template }: DaemonSetSpec): void {
  if (selector === undefined || selector === null) {
    errors.push(mismatch('spec.template', template));
    return;
  }
  const before = errors.length;
  validLabelSelector(errors, 'spec.selector', selector);
  if (errors.length === before) templateMatches(errors, 'spec.template', template, selector);
  emptySelector(errors, 'spec.selector', selector, { selectorOf: 'daemonset' });
}

function strategyRules(
  errors: FieldError[],
  path: string,
  { type, rollingUpdate }: DaemonSetUpdateStrategy,
): void {
  if (type === 'OnDelete') return;
  if (type !== 'RollingUpdate') {
    const value = { Type: type ?? '', RollingUpdate: rollingUpdate ?? null };
    errors.push(notSupported(path, value, ['RollingUpdate', 'OnDelete']));
    return;
  }
  const at = child(path, 'rollingUpdate');
  if (rollingUpdate === undefined) {
    errors.push(required(at));
    return;
  }
  const { maxUnavailable = 0, maxSurge = 0 } = rollingUpdate;
  for (const field of ['maxUnavailable', 'maxSurge'] as const) {
    countOrPercent(errors, child(at, field), rollingUpdate[field] ?? 0);
  }
  for (const field of ['maxUnavailable', 'maxSurge'] as const) {
    atMost100Percent(errors, child(at, field), rollingUpdate[field]);
  }
  const [unavailable, surge] = [amount(maxUnavailable), amount(maxSurge)];
  if (unavailable !== 0 && surge !== 0) {
    errors.push(invalid(child(at, 'maxSurge'), maxSurge, 'may not be set when maxUnavailable is non-zero'));
  } else if (unavailable === 0 && surge === 0) {
    errors.push(required(child(at, 'maxUnavailable'), 'cannot be 0 when maxSurge is 0'));
  }
}
