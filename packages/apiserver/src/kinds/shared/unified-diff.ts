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

function edits(a: readonly string[], b: readonly string[]): Edit[] {
  const lengths = commonLengths(a, b);
  const width = b.length + 1;
  const result: Edit[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      result.push({ sign: ' ', text: a[i] as string, a: i++, b: j++ });
    } else if (
      i < a.length &&
      (j === b.length || at(lengths, (i + 1) * width + j) >= at(lengths, i * width + j + 1))
    ) {
      result.push({ sign: '-', text: a[i] as string, a: i++, b: j });
    } else {
      result.push({ sign: '+', text: b[j] as string, a: i, b: j++ });
    }
  }
  return result;
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

function hunks(all: readonly Edit[]): Edit[][] {
  const result: Edit[][] = [];
  let end = -1;
  all.forEach((edit, i) => {
    if (edit.sign === ' ') return;
    const start = Math.max(0, i - CONTEXT);
    const last = result.at(-1);
    if (last === undefined || start > end) result.push(all.slice(start, i + 1));
    else last.push(...all.slice(end, i + 1));
    end = i + 1;
    const next = all.findIndex((other, k) => k > i && other.sign !== ' ');
    const until = next < 0 ? i + 1 + CONTEXT : Math.min(next, i + 1 + CONTEXT);
    result.at(-1)?.push(...all.slice(i + 1, until));
    end = Math.min(all.length, until);
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
