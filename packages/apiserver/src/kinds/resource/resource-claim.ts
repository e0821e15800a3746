import type { ResourceClaim } from '@kubewright/api/resource/v1';
import { invalid } from '../../errors/field-error.js';
import type { FieldError } from '../../errors/field-error.js';
import { behaviour } from '../behaviour.js';
import { AGE, column, NAME } from '../shared/columns.js';
import { age } from '../shared/duration.js';
import { IMMUTABLE_MESSAGE, sameValue } from '../shared/immutable.js';
import { isNew } from '../shared/is-new.js';
import { metadataStays } from '../shared/metadata-stays.js';
import { claimStatusUpdate, dropDeallocatedDevices } from './claim-status.js';
import { adminRequests, defaultDeviceClaim, deviceClaim, internalClaim } from './device-requests.js';

/** registry/resource/resourceclaim/strategy.go. */
export const resourceClaim = behaviour<ResourceClaim>({
  group: 'resource.k8s.io',
  kind: 'ResourceClaim',
  hasGeneration: false,
  defaults: ({ spec }) => defaultDeviceClaim(spec?.devices),
  prepareForStatusUpdate: (object, old) => {
    metadataStays(object, old);
    dropDeallocatedDevices(object, old);
  },
  // The spec never changes, and so is checked once.
  validate: (object, context) => {
    const errors: FieldError[] = [];
    if (!isNew(object)) return errors;
    adminRequests(errors, object.spec?.devices, object.metadata?.namespace, context);
    deviceClaim(errors, 'spec.devices', object.spec?.devices ?? {});
    return errors;
  },
  validateUpdate: (object, old) =>
    sameValue(object.spec, old.spec) ? [] : [invalid('spec', internalClaim(object.spec), IMMUTABLE_MESSAGE)],
  validateStatusUpdate: claimStatusUpdate,
  table: {
    columns: [
      NAME,
      column('State', 'string', 'A summary of the current state (allocated, pending, reserved, etc.).'),
      AGE,
    ],
    row: (object, nowMs) => [
      object.metadata?.name,
      stateCell(object),
      age(object.metadata?.creationTimestamp, nowMs),
    ],
  },
});

function stateCell({ metadata, status }: ResourceClaim): string {
  const deleted = metadata?.deletionTimestamp !== undefined;
  const states = deleted ? ['deleted'] : [];
  if (status?.allocation !== undefined) {
    states.push('allocated');
    if ((status.reservedFor?.length ?? 0) > 0) states.push('reserved');
  } else if (!deleted) states.push('pending');
  return states.join(',');
}
