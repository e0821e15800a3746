import { diffIndices } from 'node-diff3';

const CONTEXT = 3;

interface Hunk {
  readonly lines: string[];
  oldStart: number;
  newStart: number;
  oldCount: number;
  newCount: number;
}

/** A change of a file as `git diff` shows it; empty when there is none. Absent texts are files that are not there. */
export function unifiedDiff(path: string, before: string | undefined, after: string | undefined): string {
  if (before === after) return '';
  const [old, next] = [linesOf(before), linesOf(after)];
  const hunks: Hunk[] = [];
  let end = -1;
  for (const { buffer1, buffer2, buffer1Content, buffer2Content } of diffIndices(old, next)) {
    const [oldStart, newStart] = [buffer1[0], buffer2[0]];
    let hunk = hunks.at(-1);
    // Near ones are one hunk.
    if (hunk === undefined || oldStart - end > 2 * CONTEXT) {
      if (hunk !== undefined) append(hunk, ' ', old.slice(end, end + CONTEXT));
      const lead = Math.min(CONTEXT, oldStart);
      hunk = { lines: [], oldStart: oldStart - lead, newStart: newStart - lead, oldCount: 0, newCount: 0 };
      hunks.push(hunk);
      append(hunk, ' ', old.slice(oldStart - lead, oldStart));
    } else append(hunk, ' ', old.slice(end, oldStart));
    append(hunk, '-', buffer1Content);
    append(hunk, '+', buffer2Content);
    end = oldStart + buffer1[1];
  }
  const last = hunks.at(-1);
  if (last !== undefined) append(last, ' ', old.slice(end, end + CONTEXT));
  const name = (side: string, text: string | undefined): string =>
    text === undefined ? '/dev/null' : `${side}/${path}`;
  return [
    `--- ${name('a', before)}`,
    `+++ ${name('b', after)}`,
    ...hunks.flatMap(({ lines, oldStart, newStart, oldCount, newCount }) => [
      `@@ -${range(oldStart, oldCount)} +${range(newStart, newCount)} @@`,
      ...lines,
    ]),
    '',
  ].join('\n');
}

/** An empty side begins at the line before it. */
const range = (start: number, count: number): string => `${count === 0 ? start : start + 1},${count}`;

function append(hunk: Hunk, sign: ' ' | '-' | '+', lines: readonly string[]): void {
  hunk.lines.push(...lines.map((line) => sign + line));
  if (sign !== '+') hunk.oldCount += lines.length;
  if (sign !== '-') hunk.newCount += lines.length;
}

/** The end of the last line is not one more line. */
function linesOf(text: string | undefined): string[] {
  if (text === undefined || text === '') return [];
  const lines = text.split('\n');
  return text.endsWith('\n') ? lines.slice(0, -1) : lines;
}
