import type {
  CustomResourceColumnDefinition,
  CustomResourceSubresources,
  CustomResourceValidation,
} from '@kubewright/api/apiextensions/v1';
import { child, forbidden, index, invalid, required } from '../errors/field-error.js';
import type { FieldError } from '../errors/field-error.js';
import { RuleSurroundings } from './cel-definition.js';
import { defaultErrors } from './default-rules.js';
import { internalSchema } from './internal-form.js';
import { schemaRuleErrors } from './schema-rules.js';
import { structuralErrors, unsupportedConstruct } from './structural.js';

/** Fields that Go's internal schema may have at the root beside a status subresource, in Go's spelling and order. */
const ROOT_FIELDS =
  '[Description Type Format Title Maximum ExclusiveMaximum Minimum ExclusiveMinimum MaxLength MinLength Pattern MaxItems MinItems UniqueItems MultipleOf Required Items Properties ExternalDocs Example XPreserveUnknownFields XValidations]';
const NOT_AT_ROOT = [
  'id',
  '$schema',
  '$ref',
  'nullable',
  'default',
  'maxProperties',
  'minProperties',
  'enum',
  'allOf',
  'oneOf',
  'anyOf',
  'not',
  'additionalProperties',
  'patternProperties',
  'dependencies',
  'additionalItems',
  'definitions',
  'x-kubernetes-embedded-resource',
  'x-kubernetes-int-or-string',
  'x-kubernetes-list-map-keys',
  'x-kubernetes-list-type',
  'x-kubernetes-map-type',
] as const;

/**
 * The errors of the schema of a version, or of the one that all versions share. `unchanged`: it was accepted before, so
 * that the limit of cost of each rule is not enforced.
 */
export function validationErrors(
  path: string,
  validation: CustomResourceValidation | undefined,
  hasStatus: boolean,
  unchanged = false,
): FieldError[] {
  const schema = validation?.openAPIV3Schema;
  if (schema === undefined) return [];
  const schemaPath = child(path, 'openAPIV3Schema');
  const errors: FieldError[] = [];
  if (hasStatus && schema.type !== undefined && schema.type !== 'object') {
    const why =
      'only "object" is allowed as the type at the root of the schema if the status subresource is enabled';
    errors.push(invalid(child(schemaPath, 'type'), schema.type, why));
  } else if (hasStatus && NOT_AT_ROOT.some((field) => schema[field] !== undefined)) {
    const why = `only ${ROOT_FIELDS} fields are allowed at the root of the schema if the status subresource is enabled`;
    errors.push(invalid(schemaPath, internalSchema(schema), why));
  }
  if (schema.nullable === true)
    errors.push(forbidden(child(schemaPath, 'nullable'), 'nullable cannot be true at the root'));
  let rules: RuleSurroundings | undefined;
  const unsupported = unsupportedConstruct(schema);
  if (unsupported === undefined) {
    const structural = structuralErrors(schemaPath, schema);
    const wrong = structural.length > 0 ? structural : defaultErrors(schemaPath, schema);
    errors.push(...wrong);
    if (wrong.length === 0) rules = RuleSurroundings.root(!unchanged);
  }
  errors.push(...schemaRuleErrors(schemaPath, schema, rules));
  if (errors.length === 0 && unsupported !== undefined) errors.push(invalid(schemaPath, '', unsupported));
  errors.push(...(rules?.totalErrors(schemaPath) ?? []));
  return errors;
}

/** The errors of the scale subresource. */
export function subresourceErrors(
  path: string,
  subresources: CustomResourceSubresources | undefined,
): FieldError[] {
  const scale = subresources?.scale;
  if (scale === undefined) return [];
  const errors: FieldError[] = [];
  const check = (field: string, value: string, prefixes: readonly string[], below: string): void => {
    const where = `${path}.scale.${field}`;
    const simple = value.startsWith('.')
      ? []
      : [invalid(where, value, 'must be a simple json path starting with .')];
    if (simple.length > 0) errors.push(...simple);
    else if (!prefixes.some((prefix) => value.startsWith(prefix)))
      errors.push(invalid(where, value, `should be a json path under ${below}`));
  };
  for (const [field, prefix] of [
    ['specReplicasPath', '.spec'],
    ['statusReplicasPath', '.status'],
  ] as const) {
    const value = scale[field] ?? '';
    if (value === '') errors.push(required(`${path}.scale.${field}`));
    else check(field, value, [`${prefix}.`], prefix);
  }
  const { labelSelectorPath = '' } = scale;
  if (labelSelectorPath !== '')
    check('labelSelectorPath', labelSelectorPath, ['.spec.', '.status.'], 'either .spec or .status');
  return errors;
}

const COLUMN_TYPES = ['boolean', 'date', 'integer', 'number', 'string'];
const COLUMN_FORMATS = ['byte', 'date', 'date-time', 'double', 'float', 'int32', 'int64', 'password'];

/** The errors of the printer columns. */
export function columnErrors(
  path: string,
  columns: readonly CustomResourceColumnDefinition[] | undefined,
): FieldError[] {
  return (columns ?? []).flatMap((column, i) => {
    const at = index(path, i);
    const errors: FieldError[] = [];
    const oneOf = `must be one of ${COLUMN_TYPES.join(',')}`;
    if (column.name === '') errors.push(required(child(at, 'name')));
    if (column.type === '') errors.push(required(child(at, 'type'), oneOf));
    else if (!COLUMN_TYPES.includes(column.type)) errors.push(invalid(child(at, 'type'), column.type, oneOf));
    const { format = '' } = column;
    if (format !== '' && !COLUMN_FORMATS.includes(format)) {
      errors.push(invalid(child(at, 'format'), format, `must be one of ${COLUMN_FORMATS.join(',')}`));
    }
    // The real server spells this field of its internal version in capitals.
    if (column.jsonPath === '') errors.push(required(child(at, 'JSONPath')));
    else if (!column.jsonPath.startsWith('.')) {
      errors.push(
        invalid(child(at, 'JSONPath'), column.jsonPath, 'must be a simple json path starting with .'),
      );
    }
    return errors;
  });
}
