import { mkdtemp, readdir, readFile, rm, stat, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OutputFileSystem } from './write-files.js';
import { OutputError, writeFiles } from './write-files.js';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'write-files-'));
});
afterEach(() => rm(folder, { recursive: true }));

describe('writeFiles', () => {
  it('makes folders and files, and leaves nothing else behind', async () => {
    const files = [
      { path: 'crd/bases/a.yaml', content: 'a\n' },
      { path: 'role.yaml', content: 'r\n' },
    ];
    const result = await writeFiles({ folder: path.join(folder, 'config'), files });
    expect(result).toEqual({ written: ['crd/bases/a.yaml', 'role.yaml'], unchanged: [] });
    expect(await readFile(path.join(folder, 'config/crd/bases/a.yaml'), 'utf8')).toBe('a\n');
    expect(await readdir(path.join(folder, 'config/crd/bases'))).toEqual(['a.yaml']);
  });

  it('does not touch a file that has the content already', async () => {
    const files = [
      { path: 'same', content: 'same' },
      { path: 'other', content: 'before' },
    ];
    await writeFiles({ folder, files });
    const past = new Date('2001-01-01T00:00:00Z');
    for (const file of files) await utimes(path.join(folder, file.path), past, past);
    const changed = files.map((file) => (file.path === 'other' ? { ...file, content: 'after' } : file));
    expect(await writeFiles({ folder, files: changed })).toEqual({ written: ['other'], unchanged: ['same'] });
    expect((await stat(path.join(folder, 'same'))).mtime).toEqual(past);
    expect((await stat(path.join(folder, 'other'))).mtime).not.toEqual(past);
  });

  it.each([['../outside'], ['/etc/outside'], ['a/../../outside'], ['.']])(
    'refuses %s, which leads out of the folder',
    async (name) => {
      const files = [
        { path: 'first', content: '' },
        { path: name, content: '' },
      ];
      await expect(writeFiles({ folder, files })).rejects.toThrow(OutputError);
      expect(await readdir(folder)).toEqual([]);
    },
  );

  it('refuses two files of one path before it writes any', async () => {
    const files = [
      { path: 'a', content: '1' },
      { path: './a', content: '2' },
    ];
    await expect(writeFiles({ folder, files })).rejects.toThrow(/two files would be written to/);
    expect(await readdir(folder)).toEqual([]);
  });

  it('names the file that is in the way', async () => {
    await writeFiles({ folder, files: [{ path: 'a', content: 'file' }] });
    const below = writeFiles({ folder, files: [{ path: 'a/b', content: '' }] });
    await expect(below).rejects.toMatchObject({
      code: 'CannotWrite',
      message: expect.stringContaining('a/b') as string,
    });
    const over = writeFiles({
      folder: path.dirname(folder),
      files: [{ path: path.basename(folder), content: '' }],
    });
    await expect(over).rejects.toMatchObject({ code: 'CannotWrite' });
    expect(await readdir(folder)).toEqual(['a']);
  });

  it('reads and writes by the file system it is given', async () => {
    const disk = new Map([['/out/a', 'a']]);
    const fileSystem: OutputFileSystem = {
      read: (file) => Promise.resolve(disk.get(file)),
      write: (file, content) => Promise.resolve(void disk.set(file, content)),
    };
    const files = [
      { path: 'a', content: 'a' },
      { path: 'b', content: 'b' },
    ];
    expect(await writeFiles({ folder: '/out', files, fileSystem })).toEqual({
      written: ['b'],
      unchanged: ['a'],
    });
    expect(disk.get('/out/b')).toBe('b');
  });
});
