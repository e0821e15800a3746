import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { unifiedDiff } from './unified-diff.js';

const folder = mkdtempSync(path.join(tmpdir(), 'kubewright-diff-'));
afterAll(() => rmSync(folder, { recursive: true }));

const numbered = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => `line ${from + index}`);
const text = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');

/** What a patch makes of a text, as git sees it. */
function patched(before: string | undefined, patch: string): string {
  rmSync(path.join(folder, 'file'), { force: true });
  if (before !== undefined) writeFileSync(path.join(folder, 'file'), before);
  execFileSync('git', ['apply', '--unidiff-zero', '-'], { cwd: folder, input: patch });
  return readFileSync(path.join(folder, 'file'), 'utf8');
}

describe('a unified diff', () => {
  it('has three lines around each change, and joins near ones', () => {
    const before = numbered(1, 30);
    const after = before.toSpliced(24, 1, 'new 25', 'more').toSpliced(4, 1).toSpliced(1, 1, 'new 2');
    expect(unifiedDiff('file', text(before), text(after))).toBe(`--- a/file
+++ b/file
@@ -1,8 +1,7 @@
 line 1
-line 2
+new 2
 line 3
 line 4
-line 5
 line 6
 line 7
 line 8
@@ -22,7 +21,8 @@
 line 22
 line 23
 line 24
-line 25
+new 25
+more
 line 26
 line 27
 line 28
`);
  });

  it.each([
    ['a new file', undefined, numbered(1, 3)],
    ['a file that was empty', [], numbered(1, 3)],
    ['the first line', numbered(1, 9), ['new', ...numbered(1, 9)]],
    ['the last line', numbered(1, 9), numbered(1, 8)],
    ['places far apart', numbered(1, 40), ['x', ...numbered(2, 20), 'y', ...numbered(22, 39)]],
  ])('of %s is understood by git', (_what, before, after) => {
    const [old, next] = [before === undefined ? undefined : text(before), text(after)];
    expect(patched(old, unifiedDiff('file', old, next))).toBe(next);
  });

  it('is empty where nothing changes', () => {
    expect(unifiedDiff('file', 'a\n', 'a\n')).toBe('');
    expect(unifiedDiff('file', 'a\nb\n', undefined)).toBe(
      '--- a/file\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-a\n-b\n',
    );
  });
});
