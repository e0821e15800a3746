import { didYouMean } from '@kubewright/api';
import type { MarkerValue } from '../model/marker.js';
import { parseArgument, quoted } from './argument-parser.js';
import type { ArgumentType, MarkerDefinition } from './definition.js';
import { parseLiteral } from './literal.js';
import { MarkerSyntaxError } from './marker-syntax-error.js';
import { TokenScanner } from './token-scanner.js';

/** What a tag means: the name of a marker, and its value. */
export interface TagMeaning {
  readonly name: string;
  readonly value: MarkerValue;
}

/**
 * The markers that a JSDoc tag stands for; none where it says something to TypeScript alone (`@example` with code,
 * `@enum {string}`).
 *
 * @throws MarkerSyntaxError, whose offset counts from the first character of `text`.
 */
export function parseTag(definition: MarkerDefinition, tag: string, text: string): TagMeaning[] {
  const { name, arguments: wanted } = definition;
  if (wanted.form === 'named')
    return [{ name, value: text === '' ? {} : { warning: text.replace(/\s+/g, ' ') } }];
  if (wanted.form === 'none') {
    if (text !== '') throw new MarkerSyntaxError(0, 'it takes no value');
    return [{ name, value: true }];
  }
  const kind = tag.replace(/^TJS-/, '').replace(/^items\./, '');
  if (kind === 'example' && !/^(?:[[{"'`\d+-]|[\w./:@-]+$)/.test(text)) return [];
  if (kind === 'enum' && /^\{[^:,]*\}/.test(text)) return [];
  if (/^exclusive/.test(kind) && !['', 'true', 'false'].includes(text)) {
    const bound = name.replace(/Exclusive(?=M[a-z]+$)/, '');
    return [
      { name: bound, value: parseScalar({ type: 'number' }, text) },
      { name, value: true },
    ];
  }
  return [{ name, value: parseScalar(wanted.argument, text, kind) }];
}

function parseScalar(type: ArgumentType, text: string, kind?: string): MarkerValue {
  if (text === '') {
    if (type.type === 'boolean') return true;
    throw new MarkerSyntaxError(0, 'it lacks its value');
  }
  switch (type.type) {
    case 'any':
      return parseLiteral(text);
    case 'list':
      return text.startsWith('[')
        ? listOf(parseLiteral(text))
        : text.split(/[;,]/).map((item) => parseLiteral(item));
    case 'string':
      return kind === 'pattern' ? parsePattern(text) : parseWord(text, type.values);
    default: {
      const scanner = new TokenScanner(text);
      const value = parseArgument(scanner, type);
      const next = scanner.next();
      if (next.kind === 'end') return value;
      throw new MarkerSyntaxError(next.start, `unexpected ${quoted(scanner, next.start)} behind the value`);
    }
  }
}

function listOf(value: MarkerValue): MarkerValue {
  return Array.isArray(value) ? value : [value];
}

function parseWord(text: string, values: readonly string[] | undefined): string {
  const word = /^(["'`])(.*)\1$/.exec(text)?.[2] ?? text;
  if (values === undefined || values.includes(word)) return word;
  throw new MarkerSyntaxError(
    0,
    `${JSON.stringify(word)} is none of ${values.filter((value) => value !== '').join(', ')}`,
    didYouMean(word, values),
  );
}

/** Regular expressions are taken as they stand, or in backquotes. */
function parsePattern(text: string): string {
  const pattern = /^`([^`]*)`$/.exec(text)?.[1] ?? text;
  if (/^\/\^.*\/[a-z]*$|^\/.*\$\/[a-z]*$/.test(pattern))
    throw new MarkerSyntaxError(
      0,
      `${pattern} would have to match its slashes`,
      'write the expression without them',
    );
  return pattern;
}
