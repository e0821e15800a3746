import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unifiedDiff } from './unified-diff.js';

describe('a unified diff', () => {
  it('shows a change with three lines around it, and where it stands', () => {
    const before = { a: 1, b: 2, c: 3, d: 4, e: 5, f: 6, g: 7, h: 8 };
    expect(unifiedDiff(before, { ...before, e: 50 })).toBe(
      [
        '@@ -3,7 +3,7 @@',
        '  "b": 2,',
        '  "c": 3,',
        '  "d": 4,',
        '- "e": 5,',
        '+ "e": 50,',
        '  "f": 6,',
        '  "g": 7,',
        '  "h": 8',
        '',
      ].join('\n'),
    );
  });

  it('keeps changes that are close together in one hunk, and others apart', () => {
    const list = Array.from({ length: 40 }, (_, i) => i);
    const changed = (...at: number[]) => list.map((value) => (at.includes(value) ? -value : value));
    const hunks = (text: string) => text.split('\n').filter((line) => line.startsWith('@@'));
    expect(hunks(unifiedDiff(list, changed(5, 12)))).toEqual(['@@ -4,14 +4,14 @@']);
    expect(hunks(unifiedDiff(list, changed(5, 13)))).toEqual(['@@ -4,7 +4,7 @@', '@@ -12,7 +12,7 @@']);
  });

  it('says nothing of equal values', () => {
    expect(unifiedDiff({ a: 1 }, { a: 1 })).toBe('');
  });

  it('tells what was added from what was removed', () => {
    expect(unifiedDiff([1, 2], [1, 2, 3])).toBe('@@ -1,4 +1,5 @@\n [\n  1,\n- 2\n+ 2,\n+ 3\n ]\n');
  });

  it('takes a time in proportion to its size when everything differs', () => {
    const numbers = (from: number) => Array.from({ length: 20_000 }, (_, i) => from + i);
    const diff = unifiedDiff(numbers(0), numbers(100_000));
    expect(diff.split('\n', 1)).toEqual(['@@ -1,20002 +1,20002 @@']);
  });

  it('turns the lines before into the lines after', () => {
    const values = fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 30 });
    fc.assert(
      fc.property(values, values, (before, after) => {
        expect(patched(before, unifiedDiff(before, after))).toEqual(
          JSON.stringify(after, undefined, 1).split('\n'),
        );
      }),
    );
  });
});

/** The lines of `before` after the diff is applied; checks that the lines it keeps and removes are there. */
function patched(before: unknown, diff: string): string[] {
  const lines = JSON.stringify(before, undefined, 1).split('\n');
  const result: string[] = [];
  let next = 0;
  for (const line of diff.split('\n').slice(0, -1)) {
    const header = /^@@ -(\d+)(?:,(\d+))? /.exec(line);
    if (header !== null) {
      const start = Number(header[1]) - (header[2] === '0' ? 0 : 1);
      result.push(...lines.slice(next, start));
      next = start;
      continue;
    }
    const [sign, text] = [line.charAt(0), line.slice(1)];
    if (sign !== '+') expect(lines[next++]).toBe(text);
    if (sign !== '-') result.push(text);
  }
  return [...result, ...lines.slice(next)];
}
