import { MarkerSyntaxError } from './marker-syntax-error.js';

const SIMPLE: Readonly<Record<string, string>> = {
  a: '\u0007',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
  '"': '"',
};
const ESCAPE = /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|([0-7]{3})|([\s\S]?))/g;

/**
 * The text between quotes or backquotes, as Go reads string literals (strconv.Unquote). `offset` is where the literal
 * begins, for the error of an escape that Go does not know.
 */
export function unquote(literal: string, offset: number): string {
  const body = literal.slice(1, -1);
  if (literal.startsWith('`')) return body.replaceAll('\r', '');
  return body.replace(ESCAPE, (escape: string, ...groups: (string | undefined)[]) => {
    const [byte, short, long, octal, simple] = groups;
    const hexadecimal = byte ?? short ?? long;
    const code = hexadecimal !== undefined ? parseInt(hexadecimal, 16) : parseInt(octal ?? '', 8);
    if (simple === undefined && code <= 0x10ffff) return String.fromCodePoint(code);
    const character = SIMPLE[simple ?? ''];
    if (character !== undefined) return character;
    throw new MarkerSyntaxError(
      offset + 1 + Number(groups.at(-2)),
      `${escape} is no escape of a text in quotes`,
      'write \\\\ for a backslash, or put the text in backquotes',
    );
  });
}
