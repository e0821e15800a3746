import { goQuote } from '../go-text.js';
import { isJsonObject } from '../json.js';

// Values as Go prints them: these texts stand in FieldsV1 and in messages that clients read.

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
