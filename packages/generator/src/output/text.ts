import { doubleQuoted, scalarStyle } from './scalar.js';

/** From this column on a text goes on in the next line, at its next single space. */
const LINE_WIDTH = 80;

/** Where a text begins, and how far its further lines are indented. */
interface TextPlace {
  readonly indent: number;
  readonly column: number;
}

/** A key, on one line. */
export function writeKey(key: string): string {
  const style = scalarStyle(key);
  if (style === 'plain') return key;
  return style === 'single' ? singleQuoted(key) : doubleQuoted(key);
}

/** A text where a value stands: plain, quoted or a literal block. */
export function writeText(text: string, at: TextPlace): string {
  const style = scalarStyle(text);
  if (style === 'literal') return literal(text, at.indent);
  const quoted = style === 'plain' ? text : style === 'single' ? singleQuoted(text) : doubleQuoted(text);
  return at.column + quoted.length > LINE_WIDTH ? folded(quoted, style, at) : quoted;
}

function singleQuoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

function literal(text: string, indent: number): string {
  const isIndented = text.startsWith(' ') || text.startsWith('\n');
  const chomping = text === '\n' || text.endsWith('\n\n') ? '+' : text.endsWith('\n') ? '' : '-';
  const lines = (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');
  const prefix = ' '.repeat(indent);
  const body = lines.map((line) => (line === '' ? '\n' : `\n${prefix}${line}`)).join('');
  return `|${isIndented ? '2' : ''}${chomping}${body}`;
}

/** Breaks at single spaces; a line break between words is read as a space. */
function folded(quoted: string, style: string, { indent, column: start }: TextPlace): string {
  let column = start;
  let written = '';
  const last = quoted.length - (style === 'plain' ? 1 : 2);
  const first = style === 'plain' ? 0 : 1;
  for (let index = 0; index < quoted.length; index++) {
    const character = quoted.charAt(index);
    const isBreak =
      character === ' ' &&
      column > LINE_WIDTH &&
      index > first &&
      index < last &&
      quoted[index - 1] !== ' ' &&
      (style === 'double' || quoted[index + 1] !== ' ');
    if (isBreak) {
      // The backslash keeps the spaces at the start of a line.
      const escape = quoted[index + 1] === ' ' ? '\\' : '';
      written += `\n${' '.repeat(indent)}${escape}`;
      column = indent + escape.length;
    } else {
      written += character;
      column++;
    }
  }
  return written;
}
