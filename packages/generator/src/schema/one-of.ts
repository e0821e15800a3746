import type { ValidationRule } from '@kubewright/api/apiextensions/v1';
import { escapeProperty } from '@kubewright/cel/kubernetes';

export type OneOfName = 'AtMostOneOf' | 'ExactlyOneOf' | 'AtLeastOneOf';

/** The rule of a one-of marker, in the words of controller-gen (`pkg/crd/markers/validation.go`). */
export function oneOfRule(name: OneOfName, fields: readonly string[]): ValidationRule {
  const list = `[${fields.join(' ')}]`;
  const sum = fields.map((field) => `(${hasField(field)}?1:0)`).join('+');
  switch (name) {
    case 'AtMostOneOf':
      return { rule: `${sum} <= 1`, message: `at most one of the fields in ${list} may be set` };
    case 'ExactlyOneOf':
      return { rule: `${sum} == 1`, message: `exactly one of the fields in ${list} must be set` };
    case 'AtLeastOneOf':
      return {
        rule: fields.map((field) => hasField(field)).join('||'),
        message: `at least one of the fields in ${list} must be set`,
      };
  }
}

/** `has(self.field)`, with the field's name as expressions know it. */
export function hasField(field: string, object = 'self'): string {
  return `has(${object}.${escapeProperty(field) ?? field})`;
}
