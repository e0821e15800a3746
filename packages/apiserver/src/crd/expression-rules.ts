import type { JSONSchemaProps } from '@kubewright/api/apiextensions/v1';
import { invalid } from '../errors/field-error.js';
import type { FieldError, FieldErrorType } from '../errors/field-error.js';
import type { ApiObject } from '../kinds/behaviour.js';
import { schemaHas } from './json-schema.js';

/** After such errors the types that rules rely on are not what the schema says. */
const BLOCKING: ReadonlySet<FieldErrorType> = new Set([
  'FieldValueNotSupported',
  'FieldValueRequired',
  'FieldValueTooLong',
  'FieldValueTooMany',
  'FieldValueTypeInvalid',
]);

const hasRules = new WeakMap<JSONSchemaProps, boolean>();

/**
 * The last link of the validation of custom resources: the rules of `x-kubernetes-validations`. They are kept with the
 * CustomResourceDefinition; none is evaluated here, so that no rule refuses an object. `earlier` are the errors found so
 * far; when these make types unreliable, rules are skipped with an error that says so, as in the real server
 * (`pkg/registry/customresource/strategy.go`, hasBlockingErr).
 */
export function validateExpressions(
  schema: JSONSchemaProps,
  _object: ApiObject,
  _old: ApiObject | undefined,
  earlier: readonly FieldError[],
): FieldError[] {
  let any = hasRules.get(schema);
  if (any === undefined) {
    any = schemaHas(schema, (one) => (one['x-kubernetes-validations']?.length ?? 0) > 0);
    hasRules.set(schema, any);
  }
  if (!any || !earlier.some(({ type }) => BLOCKING.has(type))) return [];
  const why =
    'some validation rules were not checked because the object was invalid; correct the existing errors to complete validation';
  return [invalid('<nil>', null, why)];
}
