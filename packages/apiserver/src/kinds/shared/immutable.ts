import { jsonEquals } from '@kubewright/api';
import { forbidden, invalid } from '../../errors/field-error.js';
import type { FieldError } from '../../errors/field-error.js';

export const IMMUTABLE_MESSAGE = 'field is immutable';

/** The field keeps the value it was created with (apimachinery `api/validation`, ValidateImmutableField). */
export function immutable(errors: FieldError[], path: string, value: unknown, old: unknown): void {
  if (!sameValue(value, old)) errors.push(invalid(path, value, IMMUTABLE_MESSAGE));
}

/** Deep equality in which an absent value, an empty list and an empty map are the same, as in `apiequality.Semantic`. */
export function sameValue(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (isNothing(a) && isNothing(b)) return true;
  return jsonEquals(a, b);
}

function isNothing(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  if (Array.isArray(value)) return value.length === 0;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

/** The rule of config maps and secrets: once `immutable` is true, it stays, and so do the data. */
export function immutableData<T extends { immutable?: boolean }>(
  errors: FieldError[],
  object: T,
  old: T,
  fields: ReadonlyArray<keyof T & string>,
): void {
  if (old.immutable !== true) return;
  const message = 'field is immutable when `immutable` is set';
  if (object.immutable !== true) errors.push(forbidden('immutable', message));
  for (const field of fields)
    if (!sameValue(object[field], old[field])) errors.push(forbidden(field, message));
}
