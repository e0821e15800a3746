import type { RuleWithOperations } from '@kubewright/api/admissionregistration/v1';
import { child, index, invalid, notSupported, required } from '../../errors/field-error.js';
import type { FieldError } from '../../errors/field-error.js';
import { resourceRules } from './rule-resources.js';

const OPERATIONS: readonly string[] = ['*', 'CONNECT', 'CREATE', 'DELETE', 'UPDATE'];

/** Which operations on which resources (admissionregistration validation, validateRuleWithOperations). */
export function operationRules(errors: FieldError[], path: string, rule: RuleWithOperations): void {
  const at = child(path, 'operations');
  const operations: readonly string[] = rule.operations ?? [];
  if (operations.length === 0) errors.push(required(at));
  if (operations.length > 1 && operations.includes('*')) {
    errors.push(invalid(at, operations, "if '*' is present, must not specify other operations"));
  }
  operations.forEach((operation, i) => {
    if (!OPERATIONS.includes(operation)) errors.push(notSupported(index(at, i), operation, OPERATIONS));
  });
  resourceRules(errors, path, rule);
}
