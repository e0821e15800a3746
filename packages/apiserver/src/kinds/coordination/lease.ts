import type { Lease } from '@kubewright/api/coordination/v1';
import { invalid } from '../../errors/field-error.js';
import type { FieldError } from '../../errors/field-error.js';
import { behaviour } from '../behaviour.js';
import { AGE, documented, NAME } from '../shared/columns.js';
import { age } from '../shared/duration.js';
import { nonNegative } from '../shared/numbers.js';

/** registry/coordination/lease/strategy.go. */
export const lease = behaviour<Lease>({
  group: 'coordination.k8s.io',
  kind: 'Lease',
  hasGeneration: false,
  prepareForCreate: dropCoordination,
  prepareForUpdate: dropCoordination,
  validate: validateLease,
  table: {
    columns: [NAME, documented('Holder', 'string', 'coordination.v1.LeaseSpec.holderIdentity'), AGE],
    row: ({ metadata, spec }, nowMs) => [
      metadata?.name,
      spec?.holderIdentity ?? '',
      age(metadata?.creationTimestamp, nowMs),
    ],
  },
});

// The feature CoordinatedLeaderElection is off by default.
function dropCoordination({ spec }: Lease): void {
  delete spec?.strategy;
  delete spec?.preferredHolder;
}

/** coordination validation, ValidateLeaseSpec. */
function validateLease({ spec = {} }: Lease): FieldError[] {
  const errors: FieldError[] = [];
  const { leaseDurationSeconds: seconds } = spec;
  if (seconds !== undefined && seconds <= 0) {
    errors.push(invalid('spec.leaseDurationSeconds', seconds, 'must be greater than 0'));
  }
  nonNegative(errors, 'spec.leaseTransitions', spec.leaseTransitions);
  return errors;
}
