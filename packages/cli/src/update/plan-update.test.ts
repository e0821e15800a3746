import { describe, expect, it } from 'vitest';
import { planUpdate } from './plan-update.js';
import type { Rendering } from './plan-update.js';

const rendering = (files: Readonly<Record<string, string>>): Rendering =>
  new Map(Object.entries(files).map(([path, content]) => [path, { content, executable: false }]));

/** Each file that is not as it was: its action, and its text where it is written. */
async function update(
  base: Readonly<Record<string, string>> | undefined,
  theirs: Readonly<Record<string, string>>,
  ours: Readonly<Record<string, string>>,
): Promise<Record<string, string>> {
  const files = await planUpdate({
    base: base && rendering(base),
    theirs: rendering(theirs),
    read: (path) => Promise.resolve(ours[path]),
    sides: { ours: 'yours', theirs: 'next' },
  });
  return Object.fromEntries(
    files
      .filter(({ action }) => action !== 'unchanged')
      .map(({ path, action, content, conflicts }) => [
        path,
        `${action}${conflicts > 0 ? `, ${conflicts} conflicts` : ''}${content === undefined ? '' : `: ${content.trim()}`}`,
      ]),
  );
}

const LONG = Array.from({ length: 10 }, (_, line) => `line ${line}\n`).join('');

describe('an update', () => {
  it.each([
    ['is nothing where nothing changed', { a: '1' }, { a: '1' }, { a: 'mine' }, {}],
    ['changes what the user left alone', { a: '1' }, { a: '2' }, { a: '1' }, { a: 'changed: 2' }],
    ['is done where the user did it before', { a: '1' }, { a: '2' }, { a: '2' }, {}],
    ['adds files', {}, { a: '1' }, {}, { a: 'created: 1' }],
    ['leaves a file that was added by both alike', {}, { a: '1' }, { a: '1' }, {}],
    ['leaves deleted what the user deleted', { a: '1' }, { a: '2' }, {}, { a: 'kept' }],
    ['removes what is needed no more', { a: '1' }, {}, { a: '1' }, { a: 'removed' }],
    ['keeps what the user changed of it', { a: '1' }, {}, { a: 'mine' }, { a: 'kept, 1 conflicts' }],
    ['has nothing to remove where the user did', { a: '1' }, {}, {}, {}],
    ['moves files', { a: LONG }, { b: LONG }, { a: LONG }, { a: 'removed', b: `created: ${LONG.trim()}` }],
    [
      'does not bring back what the user deleted, under a new name',
      { a: LONG },
      { b: LONG },
      {},
      { b: 'kept' },
    ],
    ['finds what the user moved himself', { a: LONG }, { b: LONG }, { b: LONG }, {}],
  ])('%s', async (_what, base, theirs, ours, done) => {
    expect(await update(base, theirs, ours)).toEqual(done);
  });

  it('moves a file with what both changed in it', async () => {
    const theirs = LONG.replace('line 9', 'its line');
    const ours = LONG.replace('line 0', 'my line');
    expect(await update({ a: LONG }, { b: theirs }, { a: ours })).toEqual({
      a: 'removed',
      b: `created: ${theirs.replace('line 0', 'my line').trim()}`,
    });
  });

  it('tells files of the same name and others apart', async () => {
    // Two that are gone and one that came: the more alike is the one that moved.
    const other = LONG.replaceAll('line', 'row');
    const near = LONG.replace('line 3', 'changed');
    expect(await update({ a: other, b: LONG }, { c: near }, { a: other, b: LONG })).toEqual({
      a: 'removed',
      b: 'removed',
      c: `created: ${near.trim()}`,
    });
  });

  it('marks lines that both changed', async () => {
    expect(await update({ a: '1\n' }, { a: '2\n' }, { a: '3\n' })).toEqual({
      a: 'changed, 1 conflicts: <<<<<<< yours\n3\n=======\n2\n>>>>>>> next',
    });
  });

  it('without a base takes every difference for a conflict, and touches no file of the user alone', async () => {
    expect(await update(undefined, { a: '2\n', b: '1', c: 'new' }, { a: '3\n', b: '1', d: 'mine' })).toEqual({
      a: 'changed, 1 conflicts: <<<<<<< yours\n3\n=======\n2\n>>>>>>> next',
      c: 'created: new',
    });
  });
});
