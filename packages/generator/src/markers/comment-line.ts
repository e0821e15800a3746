import { isWrittenLikeMarker } from './marker-text.js';
import type { MarkerRegistry } from './registry.js';

/** A part of a line of a comment. `offset` is where its text begins in the line. */
export interface Segment {
  readonly kind: 'text' | 'marker' | 'tag';
  readonly text: string;
  readonly offset: number;
}

const MARKER = /\+[A-Za-z][^\s=]*/y;
const TAG = /@[A-Za-z][\w.-]*/y;

/**
 * Cuts a line of a comment into text, markers and JSDoc tags.
 *
 * A line that begins with a plus sign and a letter is a marker, whatever its name is. Further right, a marker begins
 * behind two spaces or more, if its name is known, a known one misspelt, or under a prefix that is ours
 * (`kubebuilder:`, `k8s:`); plus signs in quotes of another marker's arguments begin nothing. A tag begins a line, or
 * stands behind a space if it is one of ours; never in backquotes. Each ends where the next begins.
 */
export function cutLine(line: string, registry: MarkerRegistry): Segment[] {
  const segments: Segment[] = [];
  let start = line.search(/\S/);
  if (start === -1) return [{ kind: 'text', text: '', offset: 0 }];
  let kind = kindAt(line, start);
  if (kind === 'text') start = 0;
  while (start < line.length) {
    const next = nextBeginning(line, start, kind, registry);
    segments.push({ kind, text: line.slice(start, next.offset).trimEnd(), offset: start });
    ({ offset: start, kind } = next);
  }
  return segments;
}

/** What a plus or at sign begins; `registry` is asked about its name where that decides. */
function kindAt(line: string, offset: number, registry?: MarkerRegistry): Segment['kind'] {
  const marker = wordAt(MARKER, line, offset);
  if (marker !== undefined && (registry === undefined || isMarker(line.slice(offset), marker, registry)))
    return 'marker';
  const tag = wordAt(TAG, line, offset);
  return tag !== undefined && (registry === undefined || registry.findTag(tag) !== undefined)
    ? 'tag'
    : 'text';
}

function wordAt(pattern: RegExp, line: string, offset: number): string | undefined {
  pattern.lastIndex = offset;
  return pattern.exec(line)?.[0].slice(1);
}

function isMarker(text: string, name: string, registry: MarkerRegistry): boolean {
  if (registry.find(name) !== undefined || registry.owns(name)) return true;
  return isWrittenLikeMarker(text.split(/\s{2,}/, 1)[0] ?? '') && registry.suggest(name) !== undefined;
}

/** Where what begins at `start` ends, and what begins there. */
function nextBeginning(
  line: string,
  start: number,
  current: Segment['kind'],
  registry: MarkerRegistry,
): { offset: number; kind: Segment['kind'] } {
  // Nothing begins in most lines.
  if (!line.includes('+', start + 1) && !line.includes('@', start + 1))
    return { offset: line.length, kind: 'text' };
  const quotes = current === 'marker' ? '"`' : '`';
  for (let index = start + 1; index < line.length; index++) {
    const character = line.charAt(index);
    if (quotes.includes(character) && !(current === 'tag' && isPattern(line, start))) {
      index = endOfQuotes(line, index);
      continue;
    }
    if ((character !== '+' && character !== '@') || !/\s/.test(line.charAt(index - 1))) continue;
    if (character === '+' && !/\s/.test(line.charAt(index - 2))) continue;
    const kind = kindAt(line, index, registry);
    if (kind !== 'text') return { offset: index, kind };
  }
  return { offset: line.length, kind: 'text' };
}

/** A regular expression may hold a single backquote. */
function isPattern(line: string, start: number): boolean {
  return /^@[\w.-]*pattern\b/i.test(line.slice(start));
}

/** The place of the closing quote, or of the last character of the line. */
function endOfQuotes(line: string, start: number): number {
  const quote = line[start];
  for (let index = start + 1; index < line.length; index++) {
    if (line[index] === quote) return index;
    if (line[index] === '\\' && quote === '"') index++;
  }
  return quote === '`' ? start : line.length - 1;
}
