/**
 * Texts as Go writes them: they stand in messages of a kube-apiserver, which people search for and clients read.
 *
 * @packageDocumentation
 */

/** What Go escapes by a letter in every kind of quotes; the quotes themselves come on top. */
export const GO_ESCAPES: Readonly<Record<string, string>> = {
  '\u0007': '\\a',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
  '\\': '\\\\',
};

/** A string as `%q` prints it (strconv.Quote). */
export function goQuote(text: string): string {
  return `"${text.replace(/["\\]|[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu, escaped)}"`;
}

function escaped(character: string): string {
  if (character === '"') return '\\"';
  const short = GO_ESCAPES[character];
  if (short !== undefined) return short;
  const code = character.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  if (code < 0x80) return `\\x${hex.padStart(2, '0')}`;
  return code < 0x10000 ? `\\u${hex.padStart(4, '0')}` : `\\U${hex.padStart(8, '0')}`;
}

// Needs no escape in JSON, and spares the search for one.
const PLAIN = /^[\w./:@ -]*$/;

/** A value as encoding/json writes it, keys in the order they have: what is special in HTML is escaped. */
export function goJson(value: unknown): string {
  if (typeof value === 'string' && PLAIN.test(value)) return `"${value}"`;
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** The type into which Go decodes a JSON value, as `%T` prints it; whole numbers are int64. */
export function goType(value: unknown): string {
  if (value === null || value === undefined) return '<nil>';
  if (Array.isArray(value)) return '[]interface {}';
  if (typeof value === 'object') return 'map[string]interface {}';
  if (typeof value === 'number') return Number.isInteger(value) ? 'int64' : 'float64';
  return typeof value === 'boolean' ? 'bool' : 'string';
}
