/**
 * The text of a marker's argument, as controller-tools reads it back (pkg/markers/parse.go): quoted strings are Go's, a
 * backquoted one is raw and spares the reader of a pattern its doubled backslashes.
 */
export function markerString(text: string): string {
  const isPlain = !/[`\p{Cc}\u2028\u2029]/u.test(text);
  if (isPlain && /["\\]/.test(text)) return `\`${text}\``;
  return goString(text);
}

/** A value of any type: `1`, `true`, `"text"`, `{1,2}` for a list, `{"a": 1}` for an object. */
export function markerValue(value: unknown): string {
  if (typeof value === 'string') return markerString(value);
  if (Array.isArray(value)) return `{${value.map(markerValue).join(',')}}`;
  if (typeof value === 'object' && value !== null)
    return `{${Object.entries(value)
      .map(([key, item]) => `${goString(key)}: ${markerValue(item)}`)
      .join(', ')}}`;
  return String(value);
}

/** JSON on one line that holds no character which ends a line or a comment. */
export function markerJson(value: unknown): string {
  return escapeLineEnds(JSON.stringify(value));
}

/** JSON's escapes are Go's too, except `\/`, which JSON.stringify never writes. */
function goString(text: string): string {
  return escapeLineEnds(JSON.stringify(text));
}

function escapeLineEnds(json: string): string {
  return json.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
}
