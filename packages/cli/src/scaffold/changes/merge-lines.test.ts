import { describe, expect, it } from 'vitest';
import { hasConflictMarkers, mergeLines, mergeWithoutBase } from './merge-lines.js';

const SIDES = { ours: 'yours', theirs: 'kubewright 2' };
const text = (...lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');

describe('a merge of lines', () => {
  it.each([
    ['what only the release changed', 'a b c', 'a b c', 'a x c', 'a x c'],
    ['what only the user changed', 'a x c', 'a b c', 'a b c', 'a x c'],
    ['different places', 'x b c d', 'a b c d', 'a b c y', 'x b c y'],
    ['the same change of both', 'a x c', 'a b c', 'a x c', 'a x c'],
    ['what the user took out', 'a c d e', 'a b c d e', 'a b c d f', 'a c d f'],
    ['what the release took out', 'a b c d x', 'a b c d e', 'b c d e', 'b c d x'],
  ])('takes %s', (_what, ours, base, theirs, merged) => {
    const [o, b, t] = [ours, base, theirs].map((words) => text(...words.split(' ')));
    expect(mergeLines({ ours: o!, base: b!, theirs: t! }, SIDES)).toEqual({
      text: text(...merged.split(' ')),
      conflicts: 0,
    });
  });

  it('marks what both changed, as git does', () => {
    const merged = mergeLines(
      { ours: text('a', 'mine', 'c'), base: text('a', 'b', 'c'), theirs: text('a', 'its', 'c') },
      SIDES,
    );
    expect(merged).toEqual({
      text: text('a', '<<<<<<< yours', 'mine', '=======', 'its', '>>>>>>> kubewright 2', 'c'),
      conflicts: 1,
    });
    expect(hasConflictMarkers(merged.text)).toBe(true);
    expect(hasConflictMarkers(text('=======', 'a heading', '======='))).toBe(false);
  });

  it('marks every difference without a base', () => {
    expect(mergeWithoutBase({ ours: text('a', 'b', 'c', 'd'), theirs: text('a', 'x', 'c') }, SIDES)).toEqual({
      text: text(
        'a',
        '<<<<<<< yours',
        'b',
        '=======',
        'x',
        '>>>>>>> kubewright 2',
        'c',
        '<<<<<<< yours',
        'd',
        '=======',
        '>>>>>>> kubewright 2',
      ),
      conflicts: 2,
    });
    expect(mergeWithoutBase({ ours: 'same', theirs: 'same' }, SIDES)).toEqual({ text: 'same', conflicts: 0 });
  });
});
