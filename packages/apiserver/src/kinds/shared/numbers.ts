import type { IntOrString } from '@kubewright/api';
import { child, invalid } from '../../errors/field-error.js';
import type { FieldError } from '../../errors/field-error.js';

export const MAX_INT32 = 2_147_483_647;

/** The text for a value outside of a closed range (apimachinery `util/validation`, InclusiveRangeError). */
export const rangeMessage = (low: number, high: number): string =>
  `must be between ${low} and ${high}, inclusive`;

export const NEGATIVE_MESSAGE = 'must be greater than or equal to 0';
export const NOT_POSITIVE_MESSAGE = 'must be greater than zero';

const PORT_RANGE = rangeMessage(1, 65_535);

export function nonNegative(errors: FieldError[], path: string, value: number | undefined): void {
  if (value !== undefined && value < 0) errors.push(invalid(path, value, NEGATIVE_MESSAGE));
}

/** Checks the fields of that name, all at once: `nonNegativeFields(errors, 'status', status, ['replicas'])`. */
export function nonNegativeFields<T extends object>(
  errors: FieldError[],
  path: string,
  object: T | undefined,
  fields: ReadonlyArray<keyof T & string>,
): void {
  if (object === undefined) return;
  for (const field of fields) nonNegative(errors, child(path, field), object[field] as number | undefined);
}

export function positive(errors: FieldError[], path: string, value: number): void {
  if (value <= 0) errors.push(invalid(path, value, NOT_POSITIVE_MESSAGE));
}

export function portNumber(errors: FieldError[], path: string, value: number): void {
  if (value < 1 || value > 65_535) errors.push(invalid(path, value, PORT_RANGE));
}

export function portNumberOrName(errors: FieldError[], path: string, value: IntOrString): void {
  if (typeof value === 'number') portNumber(errors, path, value);
  else for (const message of portNameFaults(value)) errors.push(invalid(path, value, message));
}

const PORT_NAME = /^[-a-z0-9]+$/;
const LETTER = /[a-z]/;

/** What is wrong with a port name (RFC 6335: at the most 15 lower-case characters). */
export function portNameFaults(name: string): string[] {
  const faults: string[] = [];
  if (name.length > 15) faults.push('must be no more than 15 characters');
  if (!PORT_NAME.test(name))
    faults.push('must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)');
  if (!LETTER.test(name)) faults.push('must contain at least one letter (a-z)');
  if (name.includes('--')) faults.push('must not contain consecutive hyphens');
  if (name.startsWith('-') || name.endsWith('-')) faults.push('must not begin or end with a hyphen');
  return faults;
}

const PERCENT = /^[0-9]+%$/;
const PERCENT_MESSAGE =
  "a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',  or '93%', regex used for validation is '[0-9]+%')";

/** A count or a percentage, not negative (apps validation, ValidatePositiveIntOrPercent). */
export function countOrPercent(errors: FieldError[], path: string, value: IntOrString): void {
  if (typeof value === 'number') nonNegative(errors, path, value);
  else if (!PERCENT.test(value)) errors.push(invalid(path, value, PERCENT_MESSAGE));
}

/** The number of a percentage such as `25%`; undefined for anything else. */
export function percentOf(value: IntOrString | undefined): number | undefined {
  return typeof value === 'string' && PERCENT.test(value) ? Number(value.slice(0, -1)) : undefined;
}

export function atMost100Percent(errors: FieldError[], path: string, value: IntOrString | undefined): void {
  const percent = percentOf(value);
  if (percent !== undefined && percent > 100)
    errors.push(invalid(path, value, 'must not be greater than 100%'));
}

export function countersNotAbove<T extends object>(
  errors: FieldError[],
  path: string,
  status: T | undefined,
  fields: ReadonlyArray<keyof T & string>,
  limit: { field: keyof T & string; name: string },
): void {
  if (status === undefined) return;
  const max = (status[limit.field] as number | undefined) ?? 0;
  for (const field of fields) {
    const value = (status[field] as number | undefined) ?? 0;
    if (value > max) errors.push(invalid(child(path, field), value, `cannot be greater than ${limit.name}`));
  }
}
