import type { StorageClass } from '@kubewright/api/storage/v1';
import { duplicate, index, invalid, required } from '../../errors/field-error.js';
import type { FieldError } from '../../errors/field-error.js';
import { behaviour } from '../behaviour.js';
import { AGE, documented, NAME } from '../shared/columns.js';
import { age } from '../shared/duration.js';
import { immutable } from '../shared/immutable.js';
import { optionalOneOf, qualifiedName } from '../shared/rules.js';

const DEFAULT_ANNOTATIONS = [
  'storageclass.kubernetes.io/is-default-class',
  'storageclass.beta.kubernetes.io/is-default-class',
];
const IMMUTABLE = ['parameters', 'provisioner', 'reclaimPolicy', 'volumeBindingMode'] as const;

/** registry/storage/storageclass/strategy.go. */
export const storageClass = behaviour<StorageClass>({
  group: 'storage.k8s.io',
  kind: 'StorageClass',
  hasGeneration: false,
  defaults: (object) => {
    object.reclaimPolicy ??= 'Delete';
    object.volumeBindingMode ??= 'Immediate';
  },
  validate: validateStorageClass,
  validateUpdate: (object, old) => {
    const errors: FieldError[] = [];
    for (const field of IMMUTABLE) immutable(errors, field, object[field], old[field]);
    return errors;
  },
  table: {
    columns: [
      NAME,
      documented('Provisioner', 'string', 'storage.v1.StorageClass.provisioner'),
      documented('ReclaimPolicy', 'string', 'storage.v1.StorageClass.reclaimPolicy'),
      documented('VolumeBindingMode', 'string', 'storage.v1.StorageClass.volumeBindingMode'),
      documented('AllowVolumeExpansion', 'string', 'storage.v1.StorageClass.allowVolumeExpansion'),
      AGE,
    ],
    row: ({ metadata, ...object }, nowMs) => [
      DEFAULT_ANNOTATIONS.some((name) => metadata?.annotations?.[name] === 'true')
        ? `${metadata?.name} (default)`
        : metadata?.name,
      object.provisioner,
      object.reclaimPolicy ?? 'Delete',
      object.volumeBindingMode ?? 'Immediate',
      object.allowVolumeExpansion ?? false,
      age(metadata?.creationTimestamp, nowMs),
    ],
  },
});

/** storage validation, ValidateStorageClass. */
function validateStorageClass(object: StorageClass): FieldError[] {
  const errors: FieldError[] = [];
  const { provisioner, parameters } = object;
  if (!provisioner) errors.push(required('provisioner'));
  else qualifiedName(errors, 'provisioner', provisioner.toLowerCase());
  if (parameters !== undefined && '' in parameters)
    errors.push(invalid('parameters', '', 'field can not be empty.'));
  optionalOneOf(errors, 'reclaimPolicy', object.reclaimPolicy, ['Delete', 'Retain']);
  optionalOneOf(errors, 'volumeBindingMode', object.volumeBindingMode, ['Immediate', 'WaitForFirstConsumer']);
  object.allowedTopologies?.forEach((term, t) => {
    const expressions = term.matchLabelExpressions ?? [];
    expressions.forEach(({ key, values }, i) => {
      const at = index(`${index('allowedTopologies', t)}.matchLabelExpressions`, i);
      if ((values?.length ?? 0) === 0) errors.push(required(`${at}.values`));
      qualifiedName(errors, `${at}.key`, key);
      if (expressions.findIndex((other) => other.key === key) < i) errors.push(duplicate(`${at}.key`, key));
    });
  });
  return errors;
}
