import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writePrivateFile } from './write-file.js';

let root = '';
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'write-file-test-'));
});
afterAll(() => rm(root, { recursive: true }));

describe('writePrivateFile', () => {
  it('makes the folders above, and a file that only its owner reads; again, it replaces it', async () => {
    const file = path.join(root, 'a', 'b', 'config');
    await writePrivateFile(file, 'one');
    await writePrivateFile(file, 'two');
    expect(await readFile(file, 'utf8')).toBe('two');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it('names what is in the way', async () => {
    const file = path.join(root, 'file');
    await writePrivateFile(file, 'x');
    await expect(writePrivateFile(path.join(file, 'below', 'config'), 'x')).rejects.toMatchObject({
      code: 'CannotWrite',
    });
  });

  it.skipIf(process.platform !== 'linux')('ends where no folder can be made', async () => {
    await expect(writePrivateFile('/proc/nothing/config', 'x')).rejects.toMatchObject({
      code: 'CannotWrite',
      message: expect.stringContaining('the folder /proc/nothing cannot be made') as string,
    });
  });
});
