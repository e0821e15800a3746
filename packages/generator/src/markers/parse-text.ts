import { unquote } from './go-string.js';
import { MarkerSyntaxError } from './marker-syntax-error.js';
import type { TokenScanner } from './token-scanner.js';

/** A text in quotes, or bare up to a delimiter; `:` delimits keys of maps. */
export function parseText(scanner: TokenScanner, isKey = false): string {
  const first = scanner.peek();
  if (first === '"' || first === '`') {
    const { text, start } = scanner.next();
    return unquote(text, start);
  }
  const start = scanner.offset;
  if (first !== '' && isDelimiter(first, isKey))
    throw new MarkerSyntaxError(
      start,
      `expected a text, got ${JSON.stringify(first)}`,
      'put texts with , ; or } in them in quotes or backquotes',
    );
  let end = start;
  while (!isDelimiter(scanner.peek(), isKey)) end = scanner.next(true).end;
  return scanner.text.slice(start, end);
}

function isDelimiter(character: string, isKey: boolean): boolean {
  return character === '' || ',;}'.includes(character) || (isKey && character === ':');
}
