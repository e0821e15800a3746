import type { VolumeAttributesClass } from '@kubewright/api/storage/v1';
import { forbidden, required } from '../../errors/field-error.js';
import type { FieldError } from '../../errors/field-error.js';
import { behaviour } from '../behaviour.js';
import { AGE, documented, NAME } from '../shared/columns.js';
import { age } from '../shared/duration.js';
import { sameValue } from '../shared/immutable.js';
import { driverParameters, provisionerName } from './provisioner-rules.js';

/** registry/storage/volumeattributesclass/strategy.go. */
export const volumeAttributesClass = behaviour<VolumeAttributesClass>({
  group: 'storage.k8s.io',
  kind: 'VolumeAttributesClass',
  hasGeneration: false,
  validate: ({ driverName, parameters }) => {
    const errors: FieldError[] = [];
    provisionerName(errors, 'driverName', driverName);
    driverParameters(errors, 'parameters', parameters);
    if (Object.keys(parameters ?? {}).length === 0)
      errors.push(required('parameters', 'must contain at least one key/value pair'));
    return errors;
  },
  validateUpdate: (object, old) => {
    const errors: FieldError[] = [];
    for (const field of ['driverName', 'parameters'] as const) {
      if (!sameValue(object[field], old[field]))
        errors.push(forbidden(field, `updates to ${field} are forbidden.`));
    }
    return errors;
  },
  table: {
    columns: [NAME, documented('DriverName', 'string', 'storage.v1.VolumeAttributesClass.driverName'), AGE],
    row: ({ metadata, driverName }, nowMs) => [
      metadata?.name,
      driverName,
      age(metadata?.creationTimestamp, nowMs),
    ],
  },
});
