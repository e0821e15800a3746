import type { DeviceClass } from '@kubewright/api/resource/v1';
import { invalid } from '../../errors/field-error.js';
import type { FieldError } from '../../errors/field-error.js';
import { behaviour } from '../behaviour.js';
import { AGE, NAME } from '../shared/columns.js';
import { age } from '../shared/duration.js';
import { isExtendedResource } from '../shared/resource-names.js';
import { boundedList } from './bounded-list.js';
import { deviceConfiguration } from './device-configuration.js';
import { deviceSelectors, MAX_CONFIGURATIONS } from './device-requests.js';

/** registry/resource/deviceclass/strategy.go. */
export const deviceClass = behaviour<DeviceClass>({
  group: 'resource.k8s.io',
  kind: 'DeviceClass',
  hasStatus: false,
  hasGeneration: true,
  validate: ({ spec }) => {
    const errors: FieldError[] = [];
    deviceSelectors(errors, 'spec.selectors', spec?.selectors);
    boundedList(errors, 'spec.config', spec?.config, MAX_CONFIGURATIONS, (at, config) =>
      deviceConfiguration(errors, at, config),
    );
    const name = spec?.extendedResourceName;
    if (name !== undefined && !isExtendedResource(name))
      errors.push(invalid('spec.extendedResourceName', name, 'must be a valid extended resource name'));
    return errors;
  },
  table: {
    columns: [NAME, AGE],
    row: ({ metadata }, nowMs) => [metadata?.name, age(metadata?.creationTimestamp, nowMs)],
  },
});
