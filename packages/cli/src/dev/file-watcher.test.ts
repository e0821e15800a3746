import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { systemClock } from '@kubewright/api';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FileWatcher } from './file-watcher.js';

describe('FileWatcher', () => {
  let folder: string;
  let watcher: FileWatcher;
  let batches: string[][];
  let told: () => void;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'kubewright-watch-'));
    await mkdir(path.join(folder, 'src/deep'), { recursive: true });
    await mkdir(path.join(folder, 'src/node_modules'), { recursive: true });
    await writeFile(path.join(folder, 'src/deep/a.ts'), '1');
    batches = [];
    told = () => undefined;
    watcher = new FileWatcher({
      clock: systemClock,
      ignoredFolders: (name) => name === 'node_modules',
      onUnwatched: (unwatched, reason) => {
        throw new Error(`${unwatched}: ${reason}`);
      },
      onChange: (files) => {
        batches.push([...files].map((file) => path.relative(folder, file)).sort());
        told();
      },
    });
  });
  afterEach(async () => {
    watcher.close();
    await rm(folder, { recursive: true, force: true });
  });

  const write = (name: string) => writeFile(path.join(folder, name), String(batches.length));
  /** Resolves when the file was told. */
  const seen = async (name: string): Promise<void> => {
    while (!batches.flat().includes(name)) await new Promise<void>((resolve) => (told = resolve));
  };

  it.each([
    ['ENOSPC', ['src', 'src/deep']],
    ['ENOENT', []],
  ])('tells which folders it cannot watch, after %s, unless they are gone', (code, expected) => {
    const unwatched: string[] = [];
    const refused = new FileWatcher({
      clock: systemClock,
      ignoredFolders: (name) => name === 'node_modules',
      onChange: () => undefined,
      onUnwatched: (of) => unwatched.push(path.relative(folder, of)),
      watch: () => {
        throw Object.assign(new Error('no watch'), { code });
      },
    });
    refused.watchTree(path.join(folder, 'src'));
    expect(unwatched).toEqual(expected);
  });

  it('tells of a burst of changes once', async () => {
    watcher.watchTree(path.join(folder, 'src'));
    await Promise.all(['src/deep/a.ts', 'src/b.ts', 'src/c.ts'].map(write));
    await seen('src/c.ts');
    expect(batches).toEqual([['src/b.ts', 'src/c.ts', 'src/deep/a.ts']]);
  });

  it('tells of a file that is replaced, as editors do, each time', async () => {
    watcher.watchTree(path.join(folder, 'src'));
    for (let save = 1; save <= 2; save += 1) {
      batches = [];
      await write('src/deep/next');
      await rename(path.join(folder, 'src/deep/next'), path.join(folder, 'src/deep/a.ts'));
      await seen('src/deep/a.ts');
    }
  });

  it('tells of files in folders that are new, and that come again', async () => {
    watcher.watchTree(path.join(folder, 'src'));
    for (let turn = 1; turn <= 2; turn += 1) {
      batches = [];
      await mkdir(path.join(folder, 'src/new/deeper'), { recursive: true });
      await write('src/new/deeper/a.ts');
      await seen('src/new/deeper/a.ts');
      batches = [];
      await write('src/new/deeper/b.ts');
      await seen('src/new/deeper/b.ts');
      await rm(path.join(folder, 'src/new'), { recursive: true });
      batches = [];
      await write('src/mark.ts');
      await seen('src/mark.ts');
    }
  });

  it('tells of files that are gone, of named files elsewhere, and of no others', async () => {
    watcher.watchTree(path.join(folder, 'src'));
    watcher.watchTree(path.join(folder, 'not-there'));
    watcher.watchFiles([path.join(folder, 'package.json')]);
    await write('README.md');
    await write('src/node_modules/x.ts');
    await rm(path.join(folder, 'src/deep/a.ts'));
    await seen('src/deep/a.ts');
    await write('package.json');
    await seen('package.json');
    expect(new Set(batches.flat())).toEqual(new Set(['src/deep/a.ts', 'package.json']));
  });

  it('tells of folders that appear where they are looked for', async () => {
    watcher.watchFolder(folder);
    await mkdir(path.join(folder, 'config'));
    await write('config/a.yaml');
    await seen('config/a.yaml');
  });

  it('passes over links that lead nowhere', async () => {
    watcher.watchTree(path.join(folder, 'src'));
    await symlink('loop', path.join(folder, 'src/loop'));
    await write('src/b.ts');
    await seen('src/b.ts');
    expect(batches.flat()).toContain('src/loop');
  });

  it('tells nothing after it was closed', async () => {
    watcher.watchTree(path.join(folder, 'src'));
    watcher.close();
    watcher.watchTree(path.join(folder, 'src/deep'));
    await write('src/b.ts');
    await new Promise((resolve) => setImmediate(resolve));
    expect(batches).toEqual([]);
  });
});
