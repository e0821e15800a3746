import { duplicate, index, tooMany } from '../../errors/field-error.js';
import type { FieldError } from '../../errors/field-error.js';

/** Every item by the rule; a list longer than `max` is not looked into (resource validation, validateSlice). */
export function boundedList<T>(
  errors: FieldError[],
  path: string,
  list: readonly T[] | null | undefined,
  max: number,
  rule: (path: string, item: T) => void,
): void {
  if (list === undefined || list === null) return;
  if (list.length > max) errors.push(tooMany(path, list.length, max));
  else list.forEach((item, i) => rule(index(path, i), item));
}

/** As `boundedList`, and no key twice (validateSet). */
export function boundedSet<T>(
  errors: FieldError[],
  path: string,
  list: readonly T[] | null | undefined,
  max: number,
  rule: (path: string, item: T) => void,
  keyOf: (item: T) => string,
  shown: (item: T) => unknown = keyOf,
): void {
  boundedList(errors, path, list, max, rule);
  if (list === undefined || list === null || list.length > max) return;
  const seen = new Set<string>();
  list.forEach((item, i) => {
    const key = keyOf(item);
    if (seen.has(key)) errors.push(duplicate(index(path, i), shown(item)));
    seen.add(key);
  });
}
