import { stripVTControlCharacters, styleText } from 'node:util';
import stringWidth from 'string-width';

/** What a piece of text means; colours are chosen here alone. */
export type Tone = 'good' | 'busy' | 'bad' | 'faint' | 'strong' | 'accent';

const FORMATS = {
  good: 'green',
  busy: 'yellow',
  bad: 'red',
  faint: 'gray',
  strong: 'bold',
  accent: 'cyan',
} as const;

/** A piece of a line. */
export interface Span {
  readonly text: string;
  readonly tone?: Tone | undefined;
}

export type Line = readonly Span[];

export function span(text: string, tone?: Tone): Span {
  return tone === undefined ? { text } : { text, tone };
}

/** Text of others as one line that moves no cursor: escape sequences go, tabs and line ends become spaces. */
export function oneLine(text: string): string {
  return stripVTControlCharacters(text)
    .replace(/\s*[\r\n]+\s*/g, ' ')
    .replace(/\t/g, '  ')
    .replace(CONTROLS, '');
}

/** What is left of controls, and what turns the direction of text around. */

const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** How many columns of a terminal the text takes: 2 for wide characters, 0 for combining ones. */
export function widthOf(text: string): number {
  return stringWidth(text);
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** The text in at most so many columns, never half a character; what is cut off is `…`. */
export function cut(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text;
  if (columns < 1) return '';
  let kept = '';
  let width = 0;
  for (const { segment } of graphemes.segment(text)) {
    const next = width + widthOf(segment);
    if (next > columns - 1) break;
    kept += segment;
    width = next;
  }
  return `${kept}…`;
}

/** The text with spaces behind it, or cut, so that it takes exactly so many columns. */
export function pad(text: string, columns: number): string {
  const fitting = cut(text, columns);
  return fitting + ' '.repeat(Math.max(0, columns - widthOf(fitting)));
}

/** The text in lines of at most so many columns, broken between words where there are any. */
export function wrap(text: string, columns: number): string[] {
  const lines: string[] = [];
  let rest = text;
  while (widthOf(rest) > columns) {
    let end = 0;
    let atSpace = 0;
    let width = 0;
    for (const { segment, index } of graphemes.segment(rest)) {
      width += widthOf(segment);
      if (width > columns && end > 0) break;
      end = index + segment.length;
      if (segment === ' ') atSpace = end;
    }
    // A word that alone fills most of a line is broken where the line ends.
    const at = atSpace > end / 2 ? atSpace : end;
    lines.push(rest.slice(0, at).trimEnd());
    rest = rest.slice(at);
  }
  return rest === '' && lines.length > 0 ? lines : [...lines, rest];
}

export function lineWidth(line: Line): number {
  return line.reduce((width, { text }) => width + widthOf(text), 0);
}

/** The line in at most so many columns. */
export function cutLine(line: Line, columns: number): Line {
  const kept: Span[] = [];
  let left = columns;
  for (const piece of line) {
    if (left <= 0) break;
    const width = widthOf(piece.text);
    if (width > left) {
      kept.push({ ...piece, text: cut(piece.text, left) });
      break;
    }
    kept.push(piece);
    left -= width;
  }
  return kept;
}

/** Left and right, as far apart as the columns allow; the right one goes when there is no room for both. */
export function apart(left: Line, right: Line, columns: number): Line {
  const gap = columns - lineWidth(left) - lineWidth(right);
  if (gap < 2) return left;
  return [...left, span(' '.repeat(gap)), ...right];
}

/** The line as text for a terminal. */
export function paint(line: Line, color: boolean): string {
  return line
    .map(({ text, tone }) =>
      !color || tone === undefined ? text : styleText(FORMATS[tone], text, { validateStream: false }),
    )
    .join('')
    .replace(/ +$/, '');
}
