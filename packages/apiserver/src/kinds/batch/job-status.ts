import type { Job, JobStatus } from '@kubewright/api/batch/v1';
import { invalid, required } from '../../errors/field-error.js';
import type { FieldError } from '../../errors/field-error.js';
import { nonNegativeFields } from '../shared/numbers.js';

const isTrue = (status: JobStatus | undefined, type: string): boolean =>
  status?.conditions?.some((condition) => condition.type === type && condition.status === 'True') ?? false;

/** The rules of a job's status that a mistaken controller would break (batch validation, validateJobStatus). */
export function validateJobStatus({ status = {} }: Job, old: Job): FieldError[] {
  const errors: FieldError[] = [];
  nonNegativeFields(errors, 'status', status, ['active', 'succeeded', 'failed', 'ready', 'terminating']);
  const complete = isTrue(status, 'Complete');
  const failed = isTrue(status, 'Failed');
  if (status.completionTime !== undefined && !complete) {
    const message = 'cannot set completionTime when there is no Complete=True condition';
    errors.push(invalid('status.completionTime', status.completionTime, message));
  }
  if (status.completionTime === undefined && complete) {
    errors.push(required('status.completionTime', 'completionTime is required for Complete jobs'));
  }
  const newlyFinished =
    (complete || failed) && !isTrue(old.status, 'Complete') && !isTrue(old.status, 'Failed');
  if (newlyFinished && (status.active ?? 0) > 0) {
    errors.push(invalid('status.active', status.active, 'active>0 is invalid for finished job'));
  }
  if (newlyFinished && status.startTime === undefined) {
    errors.push(required('status.startTime', 'startTime is required for finished job'));
  }
  return errors;
}
