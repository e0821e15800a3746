import { goType } from '../go-text.js';
import { isJsonObject } from '../json.js';

// Errors of a kube-apiserver print values and types as Go's fmt does; people search for these texts.

/** A JSON value as `%v` prints it: `map[name:web ports:[80 443]]`. */
export function goValue(value: unknown): string {
  if (value === null || value === undefined) return '<nil>';
  if (Array.isArray(value)) return `[${value.map(goValue).join(' ')}]`;
  if (!isJsonObject(value)) return String(value as string | number | boolean);
  const entries = Object.keys(value)
    .sort()
    .map((key) => `${key}:${goValue(value[key])}`);
  return `map[${entries.join(' ')}]`;
}

/** The Go type that a JSON value is decoded into, as `%s` prints it. */
export function goTypeText(value: unknown): string {
  return value === null || value === undefined ? '%!s(<nil>)' : goType(value);
}
