import { validateDns1123Subdomain } from '@kubewright/api';
import type { CSIStorageCapacity } from '@kubewright/api/storage/v1';
import type { FieldError } from '../../errors/field-error.js';
import { behaviour } from '../behaviour.js';
import { immutable } from '../shared/immutable.js';
import { validLabelSelector } from '../shared/labels.js';
import { warnOfNodeLabelSelector } from '../shared/node-labels.js';
import { nonNegativeQuantity } from '../shared/quantities.js';
import { faults } from '../shared/rules.js';

/** registry/storage/csistoragecapacity/strategy.go. */
export const csiStorageCapacity = behaviour<CSIStorageCapacity>({
  group: 'storage.k8s.io',
  kind: 'CSIStorageCapacity',
  hasGeneration: false,
  prepareForCreate: ({ nodeTopology }, context) =>
    warnOfNodeLabelSelector('nodeTopology', nodeTopology, context),
  prepareForUpdate: ({ nodeTopology }, _old, context) =>
    warnOfNodeLabelSelector('nodeTopology', nodeTopology, context),
  validate: ({ nodeTopology, storageClassName, capacity }) => {
    const errors: FieldError[] = [];
    validLabelSelector(errors, 'nodeTopology', nodeTopology);
    faults(
      errors,
      'storageClassName',
      storageClassName ?? '',
      validateDns1123Subdomain(storageClassName ?? ''),
    );
    if (capacity !== undefined) nonNegativeQuantity(errors, 'capacity', capacity);
    return errors;
  },
  validateUpdate: (object, old) => {
    const errors: FieldError[] = [];
    immutable(errors, 'nodeTopology', object.nodeTopology, old.nodeTopology);
    immutable(errors, 'storageClassName', object.storageClassName, old.storageClassName);
    return errors;
  },
});
