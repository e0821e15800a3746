import { invalid } from '../../errors/field-error.js';
import type { FieldError } from '../../errors/field-error.js';
import { countersNotAbove, nonNegativeFields } from '../shared/numbers.js';

/** The counters that statuses of replica workloads share. */
export interface ReplicaStatus {
  readonly replicas?: number;
  readonly updatedReplicas?: number;
  readonly currentReplicas?: number;
  readonly fullyLabeledReplicas?: number;
  readonly readyReplicas?: number;
  readonly availableReplicas?: number;
  readonly collisionCount?: number;
}

const PARTS = [
  'updatedReplicas',
  'currentReplicas',
  'fullyLabeledReplicas',
  'readyReplicas',
  'availableReplicas',
] as const;

/** Counters are not negative, and parts are not more than the whole (apps validation, ValidateDeploymentStatus and its siblings). */
export function validateReplicaStatus<T extends ReplicaStatus>(
  status: T | undefined,
  old: T | undefined,
  counters: ReadonlyArray<keyof T & string>,
  readyField = 'readyReplicas',
): FieldError[] {
  const errors: FieldError[] = [];
  nonNegativeFields(errors, 'status', status, counters);
  const whole: ReplicaStatus | undefined = status;
  const parts = PARTS.filter((field) => (counters as readonly string[]).includes(field));
  countersNotAbove(errors, 'status', whole, parts, { field: 'replicas', name: 'status.replicas' });
  countersNotAbove(errors, 'status', whole, ['availableReplicas'], {
    field: 'readyReplicas',
    name: readyField,
  });
  const count = status?.collisionCount ?? 0;
  if (count < (old?.collisionCount ?? 0)) {
    errors.push(invalid('status.collisionCount', count, 'cannot be decremented'));
  }
  return errors;
}
