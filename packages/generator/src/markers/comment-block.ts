import type { SourcePosition } from '../diagnostics/diagnostic.js';
import type { CommentBlock, CommentLine } from '../model/marker.js';
import { cutLine } from './comment-line.js';
import type { Segment } from './comment-line.js';
import { fencedLines, isDirective } from './documentation.js';
import { PROSE_TAGS } from './foreign-tags.js';
import type { MarkerRegistry } from './registry.js';

/** A marker, a tag, or a marker that stands in running text, where it is none. */
export interface CommentPart {
  readonly kind: 'marker' | 'tag' | 'mention';
  /** All of it: from the plus or at sign on, a tag with the lines that belong to it. */
  readonly text: string;
  readonly position: SourcePosition | undefined;
}

/** A comment in its two halves. */
export interface BlockReading {
  /** Documentation. */
  readonly lines: readonly string[];
  readonly parts: readonly CommentPart[];
}

/** Tells text from markers and tags, as {@link cutLine} does. Fenced code is text, whatever it holds. */
export function readBlock(block: CommentBlock, registry: MarkerRegistry): BlockReading {
  const reader = new BlockReader(registry);
  const fenced = fencedLines(block.lines.map(({ text }) => text));
  for (const [index, line] of block.lines.entries()) {
    if (fenced.has(index)) reader.text(line, { kind: 'text', text: line.text, offset: 0 }, true);
    else if (!isDirective(line.text)) reader.line(line);
  }
  return reader.end();
}

/** Tells text from markers as controller-gen does: whatever begins with a plus sign is a marker. */
export function readGoBlock({ lines }: CommentBlock): BlockReading {
  const isMarker = ({ text }: CommentLine): boolean => text.trimStart().startsWith('+');
  return {
    lines: lines.filter((line) => !isMarker(line)).map(({ text }) => text),
    parts: lines.filter(isMarker).map(({ text, position }) => ({
      kind: 'marker',
      text: text.trim(),
      position: moved(position, text.search(/\S/)),
    })),
  };
}

interface OpenTag {
  readonly name: string;
  text: string;
  readonly position: SourcePosition | undefined;
  readonly isOurs: boolean;
}

class BlockReader {
  readonly #registry: MarkerRegistry;
  readonly #lines: string[] = [];
  readonly #parts: CommentPart[] = [];
  /** A tag goes on until the next one; only some tags have any use for the lines behind theirs. */
  #tag: OpenTag | undefined;

  constructor(registry: MarkerRegistry) {
    this.#registry = registry;
  }

  line(line: CommentLine): void {
    for (const segment of cutLine(line.text, this.#registry)) {
      if (segment.kind === 'text') this.text(line, segment, false);
      else this.#begin(segment, moved(line.position, segment.offset));
    }
  }

  text({ position }: CommentLine, { text, offset }: Segment, isCode: boolean): void {
    if (this.#tag !== undefined && belongsTo(this.#tag, text)) {
      this.#tag.text += `\n${text}`;
      return;
    }
    this.#endTag();
    this.#lines.push(text);
    const mention = isCode ? undefined : mentionIn(text, this.#registry);
    if (mention === undefined) return;
    this.#parts.push({
      kind: 'mention',
      text: text.slice(mention),
      position: moved(position, offset + mention),
    });
  }

  end(): BlockReading {
    this.#endTag();
    return { lines: this.#lines, parts: this.#parts };
  }

  #begin({ kind, text }: Segment, position: SourcePosition | undefined): void {
    this.#endTag();
    if (kind === 'marker') {
      this.#parts.push({ kind, text, position });
      return;
    }
    const [, name = '', rest = ''] = /^@([\w.-]+)\s*(.*)$/.exec(text) ?? [];
    if (!PROSE_TAGS.has(name))
      this.#tag = { name, text, position, isOurs: this.#registry.findTag(name) !== undefined };
    else if (rest !== '') this.#lines.push(rest);
  }

  #endTag(): void {
    if (this.#tag === undefined) return;
    const { name, text, position } = this.#tag;
    this.#tag = undefined;
    this.#parts.push({ kind: 'tag', text, position });
    if (name !== 'deprecated') return;
    // Go and Kubernetes say it in a paragraph of the documentation.
    const reason = text.slice('@deprecated'.length).trim().replace(/\s+/g, ' ');
    this.#lines.push('', reason === '' ? 'Deprecated.' : `Deprecated: ${reason}`, '');
  }
}

/** Lines behind a tag: all of a foreign one's, the paragraph of `@deprecated`; of ours, those of a value that is open. */
function belongsTo({ name, text, isOurs }: OpenTag, line: string): boolean {
  if (name === 'deprecated') return line.trim() !== '';
  if (!isOurs || /^@(?:TJS-)?example$/.test(text.split('\n', 1)[0] ?? '')) return true;
  return isOpen(text);
}

/** Whether a value in brackets goes on behind the end of the line. */
function isOpen(text: string): boolean {
  if (!/^@[\w.-]+\s+[[{]/.test(text) || /^@[\w.-]*pattern/.test(text)) return false;
  const brackets = text.replace(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'/g, '').replace(/[^[\]{}]/g, '');
  return [...brackets].reduce((depth, bracket) => depth + ('[{'.includes(bracket) ? 1 : -1), 0) > 0;
}

/** Where a known marker stands in running text behind a single space, as nobody writes who only speaks of it. */
function mentionIn(text: string, registry: MarkerRegistry): number | undefined {
  if (!text.includes('+')) return undefined;
  const prose = text.replace(/`[^`]*`/g, (code) => ' '.repeat(code.length));
  for (const match of prose.matchAll(/(?<=\s)\+((?:kubebuilder|k8s):[^\s=]*[^\s=.,;:!?)])(?:=|\s*$)/g)) {
    if (registry.find(match[1] ?? '') !== undefined) return match.index;
  }
  return undefined;
}

function moved(position: SourcePosition | undefined, offset: number): SourcePosition | undefined {
  return position && { ...position, column: position.column + offset };
}
