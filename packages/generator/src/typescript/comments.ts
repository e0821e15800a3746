import { unescapeCommentEnd } from '../markers/comment-escapes.js';
import type { CommentBlock, CommentLine } from '../model/marker.js';
import type { TypeScript } from './compiler.js';
import { positionAt } from './source-module.js';
import type { SourceModule } from './source-module.js';

/** One comment as it stands in the text, delimiters included. */
export interface Comment {
  readonly kind: 'line' | 'block' | 'jsDoc';
  readonly start: number;
  readonly end: number;
}

/** Comments with no empty line between them. */
export type CommentGroup = readonly Comment[];

/** The comments of a stretch of text that holds nothing but comments and space. */
function commentsOfTrivia(text: string, start: number, end: number): Comment[] {
  const comments: Comment[] = [];
  const pattern = /\/\/[^\r\n]*|\/\*[\s\S]*?\*\//g;
  pattern.lastIndex = start;
  for (let match = pattern.exec(text); match !== null && match.index < end; match = pattern.exec(text))
    comments.push(commentAt(match.index, match[0]));
  return comments;
}

export function commentAt(start: number, text: string): Comment {
  const kind = text.startsWith('//') ? 'line' : /^\/\*\*[^/]/.test(text) ? 'jsDoc' : 'block';
  return { kind, start, end: start + text.length };
}

/** Splits comments where an empty line stands between two. */
export function groupComments(text: string, comments: readonly Comment[]): CommentGroup[] {
  const groups: Comment[][] = [];
  for (const comment of comments) {
    const last = groups.at(-1);
    const before = last?.at(-1);
    if (last === undefined || before === undefined || lineBreaks(text, before.end, comment.start) > 1)
      groups.push([comment]);
    else last.push(comment);
  }
  return groups;
}

/** How the comments before a declaration belong to it. */
export interface Attached {
  readonly blocks: readonly CommentBlock[];
  readonly comments: readonly Comment[];
}

/**
 * The comments of a declaration, as controller-gen attaches them: those directly before it are its documentation; of
 * the others the closest may hold markers. A JSDoc block is the documentation where there is one, so that `//` lines
 * beside it are notes, whose markers still count.
 */
export function attachedComments(module: SourceModule, node: TypeScript.Node): Attached {
  const { text } = module.file;
  const start = node.getStart(module.file);
  const comments = commentsOfTrivia(text, node.pos, start).filter(
    (comment) => !endsLineOfPrevious(text, node.pos, comment, start),
  );
  const groups = groupComments(text, comments);
  const last = groups.at(-1);
  if (last === undefined) return { blocks: [], comments: [] };
  const isDoc = lineBreaks(text, last.at(-1)?.end ?? start, start) < 2;
  const doc = isDoc ? last : [];
  const detached = (isDoc ? groups.at(-2) : last) ?? [];
  const jsDoc = doc.findLast(({ kind }) => kind === 'jsDoc');
  const blocks: CommentBlock[] = [];
  if (detached.length > 0) blocks.push({ place: 'detached', lines: linesOf(module, detached) });
  for (const part of consecutive(doc, (comment) => jsDoc === undefined || comment === jsDoc))
    blocks.push({ place: part.holds ? 'doc' : 'detached', lines: linesOf(module, part.items) });
  return { blocks, comments: [...detached, ...doc] };
}

/** The lines of comments without their delimiters, each with the place where its text begins. */
export function linesOf(module: SourceModule, comments: readonly Comment[]): CommentLine[] {
  return comments.flatMap((comment) => {
    const text = module.file.text.slice(comment.start, comment.end);
    const lines = comment.kind === 'line' ? [{ offset: 0, text }] : splitLines(text.slice(0, -2));
    const bare = lines.map((line) => withoutDelimiter(line, comment.kind));
    if (comment.kind !== 'line') {
      if (bare.length > 1 && bare[0]?.text === '') bare.shift();
      if (bare.length > 0 && bare.at(-1)?.text.trim() === '') bare.pop();
    }
    return bare.map(({ text: bareText, offset }) => ({
      text: comment.kind === 'line' ? bareText : unescapeCommentEnd(bareText),
      position: positionAt(module, comment.start + offset),
    }));
  });
}

interface OffsetLine {
  readonly offset: number;
  readonly text: string;
}

function splitLines(text: string): OffsetLine[] {
  const lines: OffsetLine[] = [];
  const pattern = /(.*?)(?:\r?\n|$)/gy;
  for (let offset = 0; offset <= text.length; offset = pattern.lastIndex) {
    const match = pattern.exec(text);
    if (match === null) break;
    lines.push({ offset, text: match[1] ?? '' });
    if (!match[0].endsWith('\n')) break;
  }
  return lines;
}

/** Takes off `//`, or `/**` and the ` *` of the lines that follow, with one space after it. */
function withoutDelimiter({ offset, text }: OffsetLine, kind: Comment['kind']): OffsetLine {
  const delimiter = (
    kind === 'line'
      ? /^\/\/\/? ?/
      : offset === 0
        ? /^\/\*\*? ?/
        : kind === 'jsDoc'
          ? /^\s*\* ?|^\s*/
          : /^\s*(?:\* ?)?/
  ).exec(text);
  const length = delimiter?.[0].length ?? 0;
  return { offset: offset + length, text: text.slice(length).trimEnd() };
}

/** A comment at the end of a line belongs to what stands before it on the line. */
function endsLineOfPrevious(text: string, pos: number, comment: Comment, start: number): boolean {
  return pos > 0 && lineBreaks(text, pos, comment.start) === 0 && lineBreaks(text, comment.end, start) > 0;
}

function lineBreaks(text: string, start: number, end: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', start); at >= 0 && at < end; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

/** Cuts a list where a predicate changes. */
function consecutive<T>(items: readonly T[], holds: (item: T) => boolean): { holds: boolean; items: T[] }[] {
  const parts: { holds: boolean; items: T[] }[] = [];
  for (const item of items) {
    const last = parts.at(-1);
    if (last?.holds === holds(item)) last.items.push(item);
    else parts.push({ holds: holds(item), items: [item] });
  }
  return parts;
}
