import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FileChange } from './plan-changes.js';
import { writeChanges } from './write-changes.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'kubewright-changes-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const create = (file: string, content = file): FileChange => ({
  path: file,
  action: 'create',
  content,
  executable: false,
});
const remove = (file: string): FileChange => ({ path: file, action: 'remove', executable: false });
const write = (...changes: FileChange[]): Promise<void> => writeChanges(folder, { changes, manual: [] });
const tree = (): string[] => readdirSync(folder, { recursive: true }).map(String).sort();
const at = (file: string): string => path.join(folder, file);

describe('changes of a project', () => {
  it('are written whole, with folders, and what stays is left alone', async () => {
    writeFileSync(at('mine'), 'mine');
    await write(
      create('PROJECT'),
      create('src/api/a.ts'),
      { path: 'mine', action: 'keep', executable: false },
      { path: 'same', action: 'same', content: 'same', executable: false },
    );
    expect(tree()).toEqual(['PROJECT', 'mine', 'src', 'src/api', 'src/api/a.ts']);
    expect(readFileSync(at('src/api/a.ts'), 'utf8')).toBe('src/api/a.ts');
  });

  it('are not written at all when one of them cannot be', async () => {
    mkdirSync(at('b'));
    writeFileSync(at('a'), 'before');
    await expect(write(create('PROJECT'), create('a'), create('b'))).rejects.toThrow(
      `cannot write ${at('b')}: it is not a regular file`,
    );
    expect(tree()).toEqual(['a', 'b']);
    expect(readFileSync(at('a'), 'utf8')).toBe('before');
  });

  it('remove files also where PROJECT stays as it is', async () => {
    writeFileSync(at('old'), 'old');
    await write(remove('old'), { path: 'PROJECT', action: 'same', executable: false });
    expect(tree()).toEqual([]);
  });

  it.each(['../outside', 'src/../../outside', '/outside'])('do not leave the project: %s', async (file) => {
    await expect(write(create('inside'), create(file))).rejects.toThrow(`${file} is outside of the project`);
    await expect(write(create('inside'), remove(file))).rejects.toThrow(`${file} is outside of the project`);
    expect(tree()).toEqual([]);
  });

  it('need folders where folders are', async () => {
    writeFileSync(at('src'), 'a file');
    await expect(write(create('src/a.ts'))).rejects.toThrow(`cannot write ${at('src/a.ts')}: `);
    expect(tree()).toEqual(['src']);
  });

  it('keep what a file may be used for, and make new ones executable that are', async () => {
    writeFileSync(at('run.sh'), 'before');
    chmodSync(at('run.sh'), 0o750);
    await write(create('run.sh'), { ...create('new.sh'), executable: true });
    expect(statSync(at('run.sh')).mode & 0o777).toBe(0o750);
    expect(statSync(at('new.sh')).mode & 0o777).toBe(0o755);
  });

  it('remove files with the folders that they leave empty', async () => {
    await write(create('src/a/one.ts'), create('src/b/two.ts'));
    await write(create('PROJECT'), remove('src/a/one.ts'));
    expect(tree()).toEqual(['PROJECT', 'src', 'src/b', 'src/b/two.ts']);
  });
});
