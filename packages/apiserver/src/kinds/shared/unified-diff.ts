const CONTEXT = 3;

/**
 * A unified diff of two values as JSON with one space of indentation, without file names: what apimachinery
 * `pkg/util/diff` appends to refusals. Fields carry their names in the API, and those that are absent do not appear.
 */
export function unifiedDiff(before: unknown, after: unknown): string {
  const a = lines(before);
  const b = lines(after);
  return hunks(edits(a, b))
    .map((hunk) => formatHunk(hunk))
    .join('');
}

interface Edit {
  readonly sign: ' ' | '-' | '+';
  readonly text: string;
  /** Line numbers from 0 at which the edit stands. */
  readonly a: number;
  readonly b: number;
}

const lines = (value: unknown): string[] => (JSON.stringify(value, undefined, 1) ?? 'null').split('\n');

/** What turns `a` into `b`. What both begin and end with stays; between, the longest common subsequence does. */
function edits(a: readonly string[], b: readonly string[]): Edit[] {
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let aEnd = a.length;
  let bEnd = b.length;
  while (aEnd > start && bEnd > start && a[aEnd - 1] === b[bEnd - 1]) {
    aEnd--;
    bEnd--;
  }
  const result: Edit[] = [];
  const keep = (from: number, to: number, shift: number): void => {
    for (let i = from; i < to; i++) result.push({ sign: ' ', text: a[i] as string, a: i, b: i + shift });
  };
  keep(Math.max(0, start - CONTEXT), start, 0);
  middle(result, { lines: a, start, end: aEnd }, { lines: b, start, end: bEnd });
  keep(aEnd, Math.min(a.length, aEnd + CONTEXT), bEnd - aEnd);
  return result;
}

interface Span {
  readonly lines: readonly string[];
  readonly start: number;
  readonly end: number;
}

// Beyond this many pairs of lines, finding what is common would take too long: everything counts as replaced.
const MAX_PAIRS = 4_000_000;

function middle(result: Edit[], a: Span, b: Span): void {
  const aLines = a.lines.slice(a.start, a.end);
  const bLines = b.lines.slice(b.start, b.end);
  const lengths = aLines.length * bLines.length > MAX_PAIRS ? undefined : commonLengths(aLines, bLines);
  const width = bLines.length + 1;
  let i = 0;
  let j = 0;
  while (i < aLines.length || j < bLines.length) {
    const position = { a: a.start + i, b: b.start + j };
    if (lengths !== undefined && i < aLines.length && j < bLines.length && aLines[i] === bLines[j]) {
      result.push({ sign: ' ', text: aLines[i++] as string, ...position });
      j++;
    } else if (
      i < aLines.length &&
      (j === bLines.length ||
        lengths === undefined ||
        at(lengths, (i + 1) * width + j) >= at(lengths, i * width + j + 1))
    ) {
      result.push({ sign: '-', text: aLines[i++] as string, ...position });
    } else {
      result.push({ sign: '+', text: bLines[j++] as string, ...position });
    }
  }
}

// Length of the longest common subsequence of a[i..] and b[j..].
function commonLengths(a: readonly string[], b: readonly string[]): Uint16Array {
  const width = b.length + 1;
  const lengths = new Uint16Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      lengths[i * width + j] =
        a[i] === b[j]
          ? at(lengths, (i + 1) * width + j + 1) + 1
          : Math.max(at(lengths, (i + 1) * width + j), at(lengths, i * width + j + 1));
    }
  }
  return lengths;
}

const at = (values: Uint16Array, i: number): number => values[i] as number;

/** Changes with the lines around them; those that are close to each other share a hunk. */
function hunks(all: readonly Edit[]): Edit[][] {
  const result: Edit[][] = [];
  // Where the last hunk ends, and how many lines that stay have been seen since its last change.
  let end = 0;
  let unchanged = Number.POSITIVE_INFINITY;
  all.forEach((edit, i) => {
    if (edit.sign === ' ') {
      if (++unchanged > CONTEXT) return;
    } else if (unchanged > 2 * CONTEXT) {
      unchanged = 0;
      result.push(all.slice(Math.max(end, i - CONTEXT), i));
    } else {
      if (unchanged > CONTEXT) result.at(-1)?.push(...all.slice(end, i));
      unchanged = 0;
    }
    result.at(-1)?.push(edit);
    end = i + 1;
  });
  return result;
}

function formatHunk(hunk: readonly Edit[]): string {
  const [first] = hunk;
  if (first === undefined) return '';
  const aCount = hunk.filter(({ sign }) => sign !== '+').length;
  const bCount = hunk.filter(({ sign }) => sign !== '-').length;
  const body = hunk.map(({ sign, text }) => `${sign}${text}\n`).join('');
  return `@@ -${range(first.a, aCount)} +${range(first.b, bCount)} @@\n${body}`;
}

const range = (start: number, count: number): string =>
  count === 1 ? `${start + 1}` : `${count === 0 ? start : start + 1},${count}`;
