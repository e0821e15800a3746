import type { PriorityClass } from '@kubewright/api/scheduling/v1';
import { forbidden } from '../../errors/field-error.js';
import type { FieldError } from '../../errors/field-error.js';
import { behaviour } from '../behaviour.js';
import { AGE, documented, NAME } from '../shared/columns.js';
import { age } from '../shared/duration.js';
import { immutable } from '../shared/immutable.js';
import { optionalOneOf } from '../shared/rules.js';

const HIGHEST_USER_PRIORITY = 1_000_000_000;
const SYSTEM_PREFIX = 'system-';
const SYSTEM_CLASSES: Readonly<Record<string, number>> = {
  'system-node-critical': 2_000_001_000,
  'system-cluster-critical': 2_000_000_000,
};

/** registry/scheduling/priorityclass/strategy.go. */
export const priorityClass = behaviour<PriorityClass>({
  group: 'scheduling.k8s.io',
  kind: 'PriorityClass',
  hasStatus: false,
  hasGeneration: false,
  defaults: (object) => {
    object.preemptionPolicy ??= 'PreemptLowerPriority';
  },
  // Never counted up: an update changes only metadata and the description.
  prepareForCreate: ({ metadata }) => {
    if (metadata !== undefined) metadata.generation = 1;
  },
  validate: validatePriorityClass,
  validateUpdate: (object, old) => {
    const errors: FieldError[] = [];
    if (object.value !== old.value) errors.push(forbidden('value', 'may not be changed in an update.'));
    immutable(errors, 'preemptionPolicy', object.preemptionPolicy, old.preemptionPolicy);
    return errors;
  },
  table: {
    columns: [
      NAME,
      documented('Value', 'integer', 'scheduling.v1.PriorityClass.value'),
      documented('Global-Default', 'boolean', 'scheduling.v1.PriorityClass.globalDefault'),
      AGE,
      documented('PreemptionPolicy', 'string', 'scheduling.v1.PriorityClass.preemptionPolicy'),
    ],
    row: ({ metadata, value, globalDefault, preemptionPolicy }, nowMs) => [
      metadata?.name,
      value,
      globalDefault ?? false,
      age(metadata?.creationTimestamp, nowMs),
      preemptionPolicy ?? '',
    ],
  },
});

/** scheduling validation, ValidatePriorityClass. */
function validatePriorityClass({
  metadata,
  value = 0,
  globalDefault,
  preemptionPolicy,
}: PriorityClass): FieldError[] {
  const errors: FieldError[] = [];
  const name = metadata?.name ?? '';
  if (name.startsWith(SYSTEM_PREFIX)) {
    const fault = systemClassFault(name, value, globalDefault ?? false);
    if (fault !== undefined) {
      const message = `priority class names with 'system-' prefix are reserved for system use only. error: ${fault}`;
      errors.push(forbidden('metadata.name', message));
    }
  } else if (value > HIGHEST_USER_PRIORITY) {
    const message = `maximum allowed value of a user defined priority is ${HIGHEST_USER_PRIORITY}`;
    errors.push(forbidden('value', message));
  }
  optionalOneOf(errors, 'preemptionPolicy', preemptionPolicy, ['PreemptLowerPriority', 'Never']);
  return errors;
}

function systemClassFault(name: string, value: number, globalDefault: boolean): string | undefined {
  const expected = SYSTEM_CLASSES[name];
  if (expected === undefined) return `${name} is not a known system priority class`;
  if (value !== expected) return `value of ${name} PriorityClass must be ${expected}`;
  return globalDefault ? `globalDefault of ${name} PriorityClass must be false` : undefined;
}
