import { didYouMean } from '@kubewright/api';
import type { MarkerValue } from '../model/marker.js';
import type { ArgumentType } from './definition.js';
import { guessArgumentType } from './guess-argument-type.js';
import type { GuessedType } from './guess-argument-type.js';
import { MarkerSyntaxError } from './marker-syntax-error.js';
import { parseText } from './parse-text.js';
import type { TokenScanner } from './token-scanner.js';

/**
 * Reads one argument at the scanner's place, as controller-gen does. Source: `Argument.parse` in
 * sigs.k8s.io/controller-tools/pkg/markers/parse.go. Where that one loses text (a space before a delimiter, an empty
 * value), this one keeps it or throws.
 *
 * @throws MarkerSyntaxError with the place of the offending text.
 */
export function parseArgument(scanner: TokenScanner, type: GuessedType, isItem = false): MarkerValue {
  switch (type.type) {
    case 'string':
      return parseChosenText(scanner, type);
    case 'integer':
      return parseInteger(scanner, type);
    case 'number':
      return parseNumber(scanner);
    case 'boolean':
      return parseBoolean(scanner);
    case 'list':
      return parseList(scanner, type.items);
    case 'map':
      return parseMap(scanner);
    case 'any':
      return parseArgument(scanner, guessArgumentType(scanner.text, scanner.offset, !isItem), isItem);
    case 'json':
      throw new TypeError('JSON is all there is behind the equals sign');
  }
}

function parseChosenText(scanner: TokenScanner, type: ArgumentType & { type: 'string' }): string {
  scanner.peek();
  const start = scanner.offset;
  const text = parseText(scanner);
  const { values, ignoreCase } = type;
  if (values === undefined) return text;
  const alike = ignoreCase ? values.find((value) => value.toLowerCase() === text.toLowerCase()) : undefined;
  if (alike !== undefined || values.includes(text)) return text;
  throw new MarkerSyntaxError(
    start,
    `${JSON.stringify(text)} is none of ${values.filter((value) => value !== '').join(', ')}`,
    didYouMean(text, values),
  );
}

/** A number with its sign: an error, with its place, where there is none. */
function takeNumber(scanner: TokenScanner, wanted: string, form: RegExp): { text: string; start: number } {
  const first = scanner.peek();
  const start = scanner.offset;
  if (first === '-' || first === '+') scanner.next();
  const { text } = scanner.next();
  if (!form.test(text))
    throw new MarkerSyntaxError(start, `expected ${wanted}, got ${quoted(scanner, start)}`);
  return { text: (first === '-' ? '-' : '') + text, start };
}

function parseInteger(
  scanner: TokenScanner,
  { minimum, maximum }: ArgumentType & { type: 'integer' },
): number {
  const { text, start } = takeNumber(scanner, 'an integer', /^\d+$/);
  const value = Number(text);
  if (!Number.isSafeInteger(value))
    throw new MarkerSyntaxError(start, `${text} is more than a number of JavaScript holds exactly`);
  if (minimum !== undefined && value < minimum)
    throw new MarkerSyntaxError(start, `${text} is less than ${minimum}`);
  if (maximum !== undefined && value > maximum)
    throw new MarkerSyntaxError(start, `${text} is more than ${maximum}`);
  return value === 0 ? 0 : value;
}

function parseNumber(scanner: TokenScanner): number {
  const { text, start } = takeNumber(scanner, 'a number', /^(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/);
  const value = Number(text);
  if (!Number.isFinite(value)) throw new MarkerSyntaxError(start, `${text} is more than a number holds`);
  return value === 0 ? 0 : value;
}

function parseBoolean(scanner: TokenScanner): boolean {
  const token = scanner.next();
  if (token.text === 'true' || token.text === 'false') return token.text === 'true';
  throw new MarkerSyntaxError(token.start, `expected true or false, got ${quoted(scanner, token.start)}`);
}

/** `{a,b}`, or `a;b` up to a comma, a brace or the end. */
function parseList(scanner: TokenScanner, items: GuessedType): MarkerValue[] {
  const values: MarkerValue[] = [];
  if (scanner.peek() === '{') {
    scanner.next();
    while (!['}', ''].includes(scanner.peek())) {
      values.push(parseArgument(scanner, items, true));
      if (scanner.peek() === '}') break;
      expectSymbol(scanner, ',', 'a comma or a closing brace');
    }
    expectSymbol(scanner, '}', 'a closing brace');
    return values;
  }
  while (![',', '}', ''].includes(scanner.peek())) {
    values.push(parseArgument(scanner, items, true));
    if ([',', '}', ''].includes(scanner.peek())) break;
    expectSymbol(scanner, ';', 'a semicolon or a comma');
  }
  return values;
}

/** `{key: value, "another": value}`; values of any type. */
function parseMap(scanner: TokenScanner): { readonly [key: string]: MarkerValue } {
  expectSymbol(scanner, '{', 'an opening brace');
  const entries: [string, MarkerValue][] = [];
  while (!['}', ''].includes(scanner.peek())) {
    const key = parseText(scanner, true);
    expectSymbol(scanner, ':', 'a colon');
    entries.push([key, parseArgument(scanner, { type: 'any' })]);
    if (scanner.peek() === '}') break;
    expectSymbol(scanner, ',', 'a comma or a closing brace');
  }
  expectSymbol(scanner, '}', 'a closing brace');
  return Object.fromEntries(entries);
}

/** Takes the symbol that must come next. */
export function expectSymbol(scanner: TokenScanner, symbol: string, wanted: string): void {
  const token = scanner.next();
  if (token.kind === 'symbol' && token.text === symbol) return;
  throw new MarkerSyntaxError(token.start, `expected ${wanted}, got ${quoted(scanner, token.start)}`);
}

/** What stands at a place, as far as the next delimiter, for an error. */
export function quoted(scanner: TokenScanner, start: number): string {
  const rest = scanner.text.slice(start);
  const end = rest.slice(1).search(/[,;}\s]/);
  const text = end === -1 ? rest : rest.slice(0, end + 1);
  return text === '' ? 'nothing' : JSON.stringify(text);
}
