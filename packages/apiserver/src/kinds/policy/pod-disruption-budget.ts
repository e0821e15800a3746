import type { PodDisruptionBudget, PodDisruptionBudgetSpec } from '@kubewright/api/policy/v1';
import { invalid } from '../../errors/field-error.js';
import type { FieldError } from '../../errors/field-error.js';
import { behaviour } from '../behaviour.js';
import { AGE, column, NAME } from '../shared/columns.js';
import { age } from '../shared/duration.js';
import { validLabelSelector } from '../shared/labels.js';
import { atMost100Percent, countOrPercent, nonNegativeFields } from '../shared/numbers.js';
import { optionalOneOf } from '../shared/rules.js';

/** registry/policy/poddisruptionbudget/strategy.go. */
export const podDisruptionBudget = behaviour<PodDisruptionBudget>({
  group: 'policy',
  kind: 'PodDisruptionBudget',
  nameRule: 'pathSegment',
  judgesMetadata: true,
  prepareForCreate: (object) => {
    object.status = { currentHealthy: 0, desiredHealthy: 0, disruptionsAllowed: 0, expectedPods: 0 };
  },
  validate: ({ spec }) => validateSpec(spec ?? {}),
  validateStatusUpdate: ({ status }) => {
    const errors: FieldError[] = [];
    const counters = ['disruptionsAllowed', 'currentHealthy', 'desiredHealthy', 'expectedPods'] as const;
    nonNegativeFields(errors, 'status', status, counters);
    return errors;
  },
  table: {
    columns: [
      NAME,
      column('Min Available', 'string', 'The minimum number of pods that must be available.'),
      column('Max Unavailable', 'string', 'The maximum number of pods that may be unavailable.'),
      column(
        'Allowed Disruptions',
        'integer',
        'Calculated number of pods that may be disrupted at this time.',
      ),
      AGE,
    ],
    row: ({ metadata, spec, status }, nowMs) => [
      metadata?.name,
      String(spec?.minAvailable ?? 'N/A'),
      String(spec?.maxUnavailable ?? 'N/A'),
      status?.disruptionsAllowed ?? 0,
      age(metadata?.creationTimestamp, nowMs),
    ],
  },
});

const EVICTION_POLICIES: readonly string[] = ['AlwaysAllow', 'IfHealthyBudget'];

/** policy validation, ValidatePodDisruptionBudgetSpec. */
function validateSpec(spec: PodDisruptionBudgetSpec): FieldError[] {
  const errors: FieldError[] = [];
  const { minAvailable, maxUnavailable, selector, unhealthyPodEvictionPolicy } = spec;
  if (minAvailable !== undefined && maxUnavailable !== undefined) {
    // The real server prints its internal type here.
    const value = {
      MinAvailable: minAvailable,
      Selector: selector ?? null,
      MaxUnavailable: maxUnavailable,
      UnhealthyPodEvictionPolicy: unhealthyPodEvictionPolicy ?? null,
    };
    errors.push(invalid('spec', value, 'minAvailable and maxUnavailable cannot be both set'));
  }
  for (const field of ['minAvailable', 'maxUnavailable'] as const) {
    const amount = spec[field];
    if (amount === undefined) continue;
    countOrPercent(errors, `spec.${field}`, amount);
    atMost100Percent(errors, `spec.${field}`, amount);
  }
  validLabelSelector(errors, 'spec.selector', selector);
  optionalOneOf(errors, 'spec.unhealthyPodEvictionPolicy', unhealthyPodEvictionPolicy, EVICTION_POLICIES);
  return errors;
}
