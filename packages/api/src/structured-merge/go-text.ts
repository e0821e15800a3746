import { isJsonObject } from '../json.js';

// Values as Go prints them: these texts stand in FieldsV1 and in messages that clients read.

/** As encoding/json writes it: what is special in HTML is escaped. */
export function goJson(value: unknown): string {
  if (typeof value === 'string' && PLAIN.test(value)) return `"${value}"`;
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

const PLAIN = /^[\w./:@ -]*$/;

/** A string as `%q` prints it. */
export function goQuote(text: string): string {
  return `"${text.replace(/["\\]|[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu, escaped)}"`;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '\u0007': '\\a',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
  '"': '\\"',
  '\\': '\\\\',
};

function escaped(character: string): string {
  const short = ESCAPES[character];
  if (short !== undefined) return short;
  const code = character.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  if (code < 0x80) return `\\x${hex.padStart(2, '0')}`;
  return code < 0x10000 ? `\\u${hex.padStart(4, '0')}` : `\\U${hex.padStart(8, '0')}`;
}

/** A JSON value as `%v` prints it, numbers as float64. */
export function goText(value: unknown): string {
  if (value === null || value === undefined) return '<nil>';
  if (typeof value === 'number') return goFloat(value);
  if (Array.isArray(value)) return `[${value.map(goText).join(' ')}]`;
  if (!isJsonObject(value)) return String(value as string | boolean);
  const fields = Object.keys(value).sort();
  return `map[${fields.map((field) => `${field}:${goText(value[field])}`).join(' ')}]`;
}

/** A JSON value as `%#v` prints it. */
export function goSyntax(value: unknown): string {
  if (value === null || value === undefined) return 'interface {}(nil)';
  if (typeof value === 'string') return goQuote(value);
  if (Array.isArray(value)) return `[]interface {}{${value.map(goSyntax).join(', ')}}`;
  if (!isJsonObject(value)) return goText(value);
  const fields = Object.keys(value).sort();
  const items = fields.map((field) => `${goQuote(field)}:${goSyntax(value[field])}`);
  return `map[string]interface {}{${items.join(', ')}}`;
}

/** The type of a JSON value as `%T` prints it. */
export function goType(value: unknown): string {
  if (typeof value === 'string') return 'string';
  if (typeof value === 'number') return 'float64';
  if (typeof value === 'boolean') return 'bool';
  if (value === null || value === undefined) return '<nil>';
  return Array.isArray(value) ? '[]interface {}' : 'map[string]interface {}';
}

function goFloat(value: number): string {
  const text = value.toExponential();
  const exponent = Number(text.slice(text.indexOf('e') + 1));
  if (exponent >= -4 && exponent < 21) return String(value);
  return text.replace(/e([+-])(\d)$/, 'e$10$2');
}
