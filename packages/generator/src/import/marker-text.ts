import { sortedJson } from './sorted-json.js';

/**
 * The text of a marker's argument, as controller-tools reads it back (pkg/markers/parse.go): quoted strings are Go's, a
 * backquoted one is raw and spares the reader of a pattern its doubled backslashes.
 */
export function markerString(text: string): string {
  const isPlain = !/[`\p{Cc}\u2028\u2029]/u.test(text);
  if (isPlain && /["\\]/.test(text)) return `\`${text}\``;
  return goString(text);
}

/** A value: `1`, `true`, `"text"`, or `{1,2}` for a list of such. Objects are written as JSON, by `markerJson`. */
export function markerValue(value: unknown): string {
  if (typeof value === 'string') return markerString(value);
  return Array.isArray(value) ? `{${value.map(markerValue).join(',')}}` : String(value);
}

/** JSON on one line, with the keys of objects sorted as API servers do. */
export function markerJson(value: unknown): string {
  return escapeLineEnds(JSON.stringify(sortedJson(value)));
}

/** JSON's escapes are Go's too, except `\/`, which JSON.stringify never writes. */
function goString(text: string): string {
  return escapeLineEnds(JSON.stringify(text));
}

function escapeLineEnds(json: string): string {
  return json.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
}
