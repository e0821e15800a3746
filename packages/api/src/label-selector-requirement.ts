import { validateLabelKey, validateLabelValue } from './validation.js';

/** The operators of the text form; `exists` is written as the key alone, `!` before the key. */
export type LabelOperator = 'in' | 'notin' | '=' | '==' | '!=' | '>' | '<' | 'exists' | '!';

/** One condition on a label. */
export interface LabelRequirement {
  readonly key: string;
  readonly operator: LabelOperator;
  readonly values: readonly string[];
}

/** A selector that says nothing sensible. */
export class LabelSelectorError extends Error {
  override readonly name = 'LabelSelectorError';
  readonly code = 'InvalidLabelSelector';
}

const INTEGER = /^[+-]?\d+$/;

/** A requirement whose parts fit together, or `LabelSelectorError` with all that is wrong (`NewRequirement`). */
export function checkRequirement(
  key: string,
  operator: LabelOperator,
  values: readonly string[],
): LabelRequirement {
  const errors: string[] = [];
  const keyFaults = validateLabelKey(key);
  if (keyFaults.length > 0)
    errors.push(`key: Invalid value: ${JSON.stringify(key)}: ${keyFaults.join('; ')}`);
  const amount = amountFault(operator, values);
  if (amount !== undefined) {
    errors.push(`values: Invalid value: ${values.length === 0 ? 'null' : JSON.stringify(values)}: ${amount}`);
  }
  if (operator === '>' || operator === '<') {
    values.forEach((value, i) => {
      if (parseInt64(value) !== undefined) return;
      errors.push(
        `values[${i}]: Invalid value: ${JSON.stringify(value)}: for 'Gt', 'Lt' operators, the value must be an integer`,
      );
    });
  }
  values.forEach((value, i) => {
    const faults = validateLabelValue(value);
    if (faults.length > 0)
      errors.push(`values[${i}][${key}]: Invalid value: ${JSON.stringify(value)}: ${faults.join('; ')}`);
  });
  if (errors.length > 0)
    throw new LabelSelectorError(errors.length === 1 ? (errors[0] ?? '') : `[${errors.join(', ')}]`);
  return { key, operator, values };
}

function amountFault(operator: LabelOperator, values: readonly string[]): string | undefined {
  switch (operator) {
    case 'in':
    case 'notin':
      return values.length > 0 ? undefined : "for 'in', 'notin' operators, values set can't be empty";
    case '=':
    case '==':
    case '!=':
      return values.length === 1 ? undefined : 'exact-match compatibility requires one single value';
    case 'exists':
    case '!':
      return values.length === 0 ? undefined : 'values set must be empty for exists and does not exist';
    default:
      return values.length === 1 ? undefined : "for 'Gt', 'Lt' operators, exactly one value is required";
  }
}

/** Whether labels meet the requirement. A label that is absent meets `notin`, `!=` and `!`. */
export function meetsRequirement(
  requirement: LabelRequirement,
  labels: Readonly<Record<string, string>>,
): boolean {
  const { key, operator, values } = requirement;
  const label = Object.hasOwn(labels, key) ? labels[key] : undefined;
  switch (operator) {
    case 'exists':
      return label !== undefined;
    case '!':
      return label === undefined;
    case 'in':
    case '=':
    case '==':
      return label !== undefined && values.includes(label);
    case 'notin':
    case '!=':
      return label === undefined || !values.includes(label);
    default: {
      const left = parseInt64(label ?? '');
      const right = parseInt64(values[0] ?? '');
      if (left === undefined || right === undefined) return false;
      return operator === '>' ? left > right : left < right;
    }
  }
}

/** The requirement as text, values sorted. */
export function formatRequirement({ key, operator, values }: LabelRequirement): string {
  switch (operator) {
    case 'exists':
      return key;
    case '!':
      return `!${key}`;
    case 'in':
    case 'notin':
      return `${key} ${operator} (${[...values].sort().join(',')})`;
    default:
      return `${key}${operator}${values.join(',')}`;
  }
}

function parseInt64(text: string): bigint | undefined {
  if (!INTEGER.test(text)) return undefined;
  const value = BigInt(text.startsWith('+') ? text.slice(1) : text);
  return BigInt.asIntN(64, value) === value ? value : undefined;
}
