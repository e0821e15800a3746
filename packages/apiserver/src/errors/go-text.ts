import { isJsonObject } from '@kubewright/api';
import { goQuote } from '@kubewright/api/go-text';

export { goJson, goQuote, goType } from '@kubewright/api/go-text';

// Values as Go prints them: these texts stand in messages that clients and people read.

/** A float64 as `%v` prints it: in its shortest form, with an exponent below 1e-4 and from 1e6 on (`1.5e-05`, `1e+06`). */
export function goFloat(value: number): string {
  if (Object.is(value, -0)) return '-0';
  const text = value.toExponential();
  const exponent = Number(text.slice(text.indexOf('e') + 1));
  if (exponent >= -4 && exponent < 6) return String(value);
  return text.replace(/e([+-])(\d)$/, 'e$10$2');
}

/** Whether Go reads a number in JSON as an int64 rather than a float64. */
export const isInt64 = (value: number): boolean =>
  Number.isInteger(value) && value >= -(2 ** 63) && value < 2 ** 63;

/** A number from JSON as `%v` prints it: whole ones plainly, others as floats. */
export const goNumber = (value: number): string =>
  isInt64(value) ? BigInt(value).toString() : goFloat(value);

/** A value from JSON as `%v` prints it: `map[name:web ports:[80 443]]`. */
export function goValue(value: unknown): string {
  if (value === null || value === undefined) return '<nil>';
  if (typeof value === 'number') return goNumber(value);
  if (Array.isArray(value)) return `[${value.map(goValue).join(' ')}]`;
  if (!isJsonObject(value)) return String(value as string | boolean);
  const entries = Object.keys(value)
    .sort()
    .map((key) => `${key}:${goValue(value[key])}`);
  return `map[${entries.join(' ')}]`;
}

/** Strings as `%q` prints a list of them. */
export const goStrings = (list: readonly string[]): string => `[${list.map(goQuote).join(' ')}]`;

/** The messages of several errors as one (apimachinery `util/errors`, Aggregate): in brackets when there are several. */
export function aggregateText(messages: readonly string[]): string {
  const different = [...new Set(messages)];
  return different.length === 1 ? (different[0] as string) : `[${different.join(', ')}]`;
}

/** What encoding/json calls the type of a JSON value: `array`, `bool`, `object`, ... */
export function jsonType(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  return typeof value === 'boolean' ? 'bool' : typeof value;
}
