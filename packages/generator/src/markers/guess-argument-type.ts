import type { ArgumentType } from './definition.js';
import { parseText } from './parse-text.js';
import { TokenScanner } from './token-scanner.js';

/** What an argument of any type turns out to be. Maps appear nowhere else. */
export type GuessedType =
  ArgumentType | { readonly type: 'map' } | { readonly type: 'list'; readonly items: GuessedType };

/**
 * What the text at a place most likely is, where an argument may be anything. With `allowList`, a semicolon before the
 * next comma makes it a list. Source: `guessType` in sigs.k8s.io/controller-tools/pkg/markers/parse.go.
 */
export function guessArgumentType(text: string, offset: number, allowList: boolean): GuessedType {
  const guess = guessSingle(text, offset);
  if (!allowList) return guess;
  const ahead = new TokenScanner(text, offset);
  for (let token = ahead.next(); token.kind !== 'end' && token.text !== ','; token = ahead.next()) {
    if (token.text === ';') return { type: 'list', items: guess };
  }
  return guess;
}

function guessSingle(text: string, offset: number): GuessedType {
  const scanner = new TokenScanner(text, offset);
  const first = scanner.peek();
  if (first === '{') return guessBraces(scanner);
  if (['"', "'", '`'].includes(first)) return { type: 'string' };

  let token = scanner.next();
  if (token.text === 'true' || token.text === 'false') return { type: 'boolean' };
  if (token.text === '-') token = scanner.next();
  // `100Mi`, `2024-01-15` and `123/config` begin with a number, and are texts.
  const isWhole = [',', ';', '}', ''].includes(scanner.peek());
  if (!isWhole || token.kind !== 'number' || token.number === 'malformed') return { type: 'string' };
  return { type: token.number === 'integer' ? 'integer' : 'number' };
}

/** `{key: ...}` and `{}` are maps, all else in braces is a list. */
function guessBraces(scanner: TokenScanner): GuessedType {
  scanner.next();
  if (scanner.peek() === '}') return { type: 'map' };
  const items = guessArgumentType(scanner.text, scanner.offset, false);
  if (items.type === 'string') {
    parseText(scanner, true);
    if (scanner.next().text === ':') return { type: 'map' };
  }
  return { type: 'list', items };
}
