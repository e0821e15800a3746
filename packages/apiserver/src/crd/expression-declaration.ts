import type { JSONSchemaProps, ValidationRule } from '@kubewright/api/apiextensions/v1';
import { child, index, invalid, notSupported, required } from '../errors/field-error.js';
import type { FieldError } from '../errors/field-error.js';
import { followFieldPath } from './field-path.js';

const REASONS = ['FieldValueDuplicate', 'FieldValueForbidden', 'FieldValueInvalid', 'FieldValueRequired'];

/** Errors in how rules of `x-kubernetes-validations` are written down, short of the expressions themselves. */
export function expressionRuleErrors(path: string, schema: JSONSchemaProps): FieldError[] {
  const where = child(path, 'x-kubernetes-validations');
  return (schema['x-kubernetes-validations'] ?? []).flatMap((rule, i) =>
    ruleErrors(index(where, i), schema, rule),
  );
}

function ruleErrors(path: string, schema: JSONSchemaProps, rule: ValidationRule): FieldError[] {
  const errors: FieldError[] = [];
  const { message = '', messageExpression = '', fieldPath = '', reason } = rule;
  const hasLineBreak = (text: string): boolean => /[\n\r]/.test(text);
  if (rule.rule.trim() === '') errors.push(required(child(path, 'rule'), 'rule is not specified'));
  else if (message !== '' && message.trim() === '')
    errors.push(invalid(child(path, 'message'), message, 'must be non-empty if specified'));
  else if (hasLineBreak(message.trim()))
    errors.push(invalid(child(path, 'message'), message, 'must not contain line breaks'));
  else if (hasLineBreak(rule.rule.trim()) && message.trim() === '') {
    errors.push(required(child(path, 'message'), 'message must be specified if rule contains line breaks'));
  }
  if (messageExpression !== '' && messageExpression.trim() === '') {
    errors.push(
      required(child(path, 'messageExpression'), 'messageExpression must be non-empty if specified'),
    );
  }
  if (reason !== undefined && !REASONS.includes(reason))
    errors.push(notSupported(child(path, 'reason'), reason, REASONS));
  if (fieldPath !== '' && fieldPath.trim() === '')
    errors.push(invalid(child(path, 'fieldPath'), fieldPath, 'must be non-empty if specified'));
  if (hasLineBreak(fieldPath))
    errors.push(invalid(child(path, 'fieldPath'), fieldPath, 'must not contain line breaks'));
  if (fieldPath !== '' && 'problem' in followFieldPath(schema, fieldPath, true)) {
    errors.push(invalid(child(path, 'fieldPath'), fieldPath, 'must be a valid path'));
  }
  return errors;
}
