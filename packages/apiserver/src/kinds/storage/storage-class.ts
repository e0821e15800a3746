import type { TopologySelectorTerm } from '@kubewright/api/core/v1';
import type { StorageClass } from '@kubewright/api/storage/v1';
import { duplicate, index, required } from '../../errors/field-error.js';
import type { FieldError } from '../../errors/field-error.js';
import { behaviour } from '../behaviour.js';
import { AGE, documented, NAME } from '../shared/columns.js';
import { age } from '../shared/duration.js';
import { immutable } from '../shared/immutable.js';
import { optionalOneOf, qualifiedName } from '../shared/rules.js';
import { driverParameters, provisionerName } from './provisioner-rules.js';

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
  provisionerName(errors, 'provisioner', provisioner);
  driverParameters(errors, 'parameters', parameters);
  optionalOneOf(errors, 'reclaimPolicy', object.reclaimPolicy, ['Delete', 'Retain']);
  optionalOneOf(errors, 'volumeBindingMode', object.volumeBindingMode, ['Immediate', 'WaitForFirstConsumer']);
  topologies(errors, 'allowedTopologies', object.allowedTopologies);
  return errors;
}

function topologies(errors: FieldError[], path: string, terms: TopologySelectorTerm[] | undefined): void {
  const seen = new Set<string>();
  // The real server compares with terms it has not seen yet, too: empty ones are always duplicates.
  if (terms !== undefined && terms.length > 0) seen.add('[]');
  terms?.forEach((term, t) => {
    const at = `${index(path, t)}.matchLabelExpressions`;
    const expressions = term.matchLabelExpressions ?? [];
    expressions.forEach((expression, i) => {
      const { key } = expression;
      const values = expression.values ?? [];
      const one = index(at, i);
      if (values.length === 0) errors.push(required(`${one}.values`));
      values.forEach((value, v) => {
        if (values.indexOf(value) < v) errors.push(duplicate(index(`${one}.values`, v), value));
      });
      qualifiedName(errors, `${one}.key`, key);
      if (expressions.findIndex((other) => other.key === key) < i) errors.push(duplicate(`${one}.key`, key));
    });
    const last = new Map(expressions.map(({ key, values }) => [key, [...new Set(values)].sort()]));
    const identity = JSON.stringify([...last].sort(([a], [b]) => (a < b ? -1 : 1)));
    if (seen.has(identity)) errors.push(duplicate(at, ''));
    seen.add(identity);
  });
}
