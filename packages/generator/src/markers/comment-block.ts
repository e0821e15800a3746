import type { SourcePosition } from '../diagnostics/diagnostic.js';
import type { CommentBlock } from '../model/marker.js';
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
interface BlockReading {
  /** Documentation. */
  readonly lines: readonly string[];
  readonly parts: readonly CommentPart[];
}

/** Tells text from markers and tags. Fenced code is text, whatever it holds. */
export function readBlock(
  block: CommentBlock,
  registry: MarkerRegistry,
  syntax: 'typescript' | 'go',
): BlockReading {
  const lines: string[] = [];
  const parts: CommentPart[] = [];
  const texts = block.lines.map(({ text }) => text);
  const fenced = syntax === 'go' ? new Set() : fencedLines(texts);
  // A tag goes on until the next one; only some tags have any use for the lines behind theirs.
  let tag: { text: string; position: SourcePosition | undefined; isOurs: boolean } | undefined;
  const endTag = (): void => {
    if (tag !== undefined) parts.push({ kind: 'tag', ...tag });
    tag = undefined;
  };

  for (const [index, { text, position }] of block.lines.entries()) {
    if (syntax === 'typescript' && isDirective(text)) continue;
    const segments: readonly Segment[] = fenced.has(index)
      ? [{ kind: 'text', text, offset: 0 }]
      : syntax === 'go'
        ? [cutGoLine(text)]
        : cutLine(text, registry);
    for (const segment of segments) {
      const at = position && { ...position, column: position.column + segment.offset };
      if (segment.kind === 'marker') {
        endTag();
        parts.push({ kind: 'marker', text: segment.text, position: at });
      } else if (segment.kind === 'tag') {
        endTag();
        const [, name = '', rest = ''] = /^@([\w.-]+)\s*(.*)$/.exec(segment.text) ?? [];
        if (PROSE_TAGS.has(name)) lines.push(...(rest === '' ? [] : [rest]));
        else tag = { text: segment.text, position: at, isOurs: registry.findTag(name) !== undefined };
      } else if (tag !== undefined && belongsTo(tag, segment.text)) {
        tag.text += `\n${segment.text}`;
      } else {
        endTag();
        lines.push(segment.text);
        const mention =
          syntax === 'typescript' && !fenced.has(index) ? mentionIn(segment.text, registry) : undefined;
        if (mention !== undefined)
          parts.push({
            kind: 'mention',
            text: segment.text.slice(mention),
            position: position && { ...position, column: position.column + segment.offset + mention },
          });
      }
    }
  }
  endTag();
  return { lines, parts };
}

/** As controller-gen: whatever begins with a plus sign is a marker. */
function cutGoLine(text: string): Segment {
  const offset = text.search(/\S/);
  return text[offset] === '+'
    ? { kind: 'marker', text: text.trim(), offset }
    : { kind: 'text', text, offset: 0 };
}

/** Lines behind a tag: all of a foreign one's and of `@deprecated`; of ours, those of a value that is not closed yet. */
function belongsTo(tag: { text: string; isOurs: boolean }, line: string): boolean {
  if (!tag.isOurs || /^@(?:TJS-)?example\s*$/.test(tag.text.split('\n', 1)[0] ?? '')) return true;
  if (tag.text.startsWith('@deprecated')) return line.trim() !== '';
  return isOpen(tag.text);
}

function isOpen(text: string): boolean {
  if (!/^@[\w.-]+\s+[[{]/.test(text) || /^@[\w.-]*(?:pattern|enum)/.test(text)) return false;
  const brackets = text.replace(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'/g, '').replace(/[^[\]{}]/g, '');
  return [...brackets].reduce((depth, bracket) => depth + ('[{'.includes(bracket) ? 1 : -1), 0) > 0;
}

/** Where a known marker stands in running text behind a single space, as nobody writes who only speaks of it. */
function mentionIn(text: string, registry: MarkerRegistry): number | undefined {
  for (const match of text
    .replace(/`[^`]*`/g, (code) => ' '.repeat(code.length))
    .matchAll(/(?<=\s)\+((?:kubebuilder|k8s):[^\s=]*[^\s=.,;:!?)])(?:=|\s*$)/g)) {
    if (registry.find(match[1] ?? '') !== undefined) return match.index;
  }
  return undefined;
}
