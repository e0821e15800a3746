import type { JSONSchemaProps } from '@kubewright/api/apiextensions/v1';
import type { FieldComparison } from './compare-values.js';

/** A limit: its value where there is one, and whether a greater value is the stricter one. */
interface Limit {
  readonly name: string;
  readonly strict: 'greater' | 'less';
  /** The limit that is none: `minLength: 0`. */
  readonly none?: number;
  readonly of: (schema: JSONSchemaProps) => number | undefined;
  /** Whether the limit itself is excluded. */
  readonly excluded?: (schema: JSONSchemaProps) => boolean;
}

const LIMITS: readonly Limit[] = [
  { name: 'minimum', strict: 'greater', of: (s) => s.minimum, excluded: (s) => s.exclusiveMinimum === true },
  { name: 'maximum', strict: 'less', of: (s) => s.maximum, excluded: (s) => s.exclusiveMaximum === true },
  { name: 'minLength', strict: 'greater', none: 0, of: (s) => s.minLength },
  { name: 'maxLength', strict: 'less', of: (s) => s.maxLength },
  { name: 'minItems', strict: 'greater', none: 0, of: (s) => s.minItems },
  { name: 'maxItems', strict: 'less', of: (s) => s.maxItems },
  { name: 'minProperties', strict: 'greater', none: 0, of: (s) => s.minProperties },
  { name: 'maxProperties', strict: 'less', of: (s) => s.maxProperties },
];

/** Bounds of numbers, lengths and sizes. */
export function compareLimits(comparison: FieldComparison): void {
  const { before, after, at, changes } = comparison;
  for (const limit of LIMITS) {
    const difference = strictness(limit, after) - strictness(limit, before) || excludedBy(limit, comparison);
    if (difference === 0 || Number.isNaN(difference)) continue;
    const message = `${limit.name} ${change(described(limit, before), described(limit, after))}`;
    changes.fieldChanged(difference > 0 ? 'LimitTightened' : 'LimitLoosened', at, message, after);
  }
  compareMultiples(comparison);
}

/** Greater is stricter. */
function strictness(limit: Limit, schema: JSONSchemaProps): number {
  const value = limit.of(schema) ?? limit.none;
  if (value === undefined) return -Infinity;
  return limit.strict === 'greater' ? value : -value;
}

function excludedBy(limit: Limit, { before, after }: FieldComparison): number {
  if (limit.excluded === undefined || limit.of(after) === undefined) return 0;
  return Number(limit.excluded(after)) - Number(limit.excluded(before));
}

function described(limit: Limit, schema: JSONSchemaProps): string | undefined {
  const value = limit.of(schema);
  return value === undefined
    ? undefined
    : `${value}${limit.excluded?.(schema) === true ? ' (excluded)' : ''}`;
}

function change(from: string | undefined, to: string | undefined): string {
  if (from === undefined) return `${to} is new`;
  return to === undefined ? `${from} is gone` : `was ${from} and is ${to}`;
}

function compareMultiples({ before, after, at, changes }: FieldComparison): void {
  const [from, to] = [before.multipleOf, after.multipleOf];
  if (from === to) return;
  const message = `multipleOf ${change(from?.toString(), to?.toString())}`;
  const isLooser = to === undefined || (from !== undefined && from % to === 0);
  changes.fieldChanged(isLooser ? 'LimitLoosened' : 'LimitTightened', at, message, after);
}
