import type { JSONSchemaProps } from '@kubewright/api/apiextensions/v1';
import type { FieldError } from '../errors/field-error.js';
import type { ApiObject } from '../kinds/behaviour.js';

/**
 * The last link of the validation of custom resources: the rules of `x-kubernetes-validations`. The server keeps these
 * rules with the CustomResourceDefinition and does not evaluate them, so that they never refuse an object.
 * `earlier` are the errors found so far; the real server evaluates no rule when these make its types unreliable.
 */
export function validateExpressions(
  _schema: JSONSchemaProps,
  _object: ApiObject,
  _old: ApiObject | undefined,
  _earlier: readonly FieldError[],
): FieldError[] {
  return [];
}
