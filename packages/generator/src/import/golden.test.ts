import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { importTypes } from './import-types.js';
import type { ImportedFile } from './import-types.js';
import { readKinds } from './read-kinds.js';

// Each folder holds sources, and in `expected` the files that are made of them. UPDATE_GOLDEN=1 writes those.
const testdata = fileURLToPath(new URL('testdata', import.meta.url));
const cases = await readdir(testdata);

async function imported(name: string): Promise<ImportedFile[]> {
  const folder = path.join(testdata, name);
  const sources = (await readdir(folder)).filter((file) => /\.(?:yaml|json)$/.test(file));
  const texts = await Promise.all(sources.map((file) => readFile(path.join(folder, file), 'utf8')));
  return importTypes({
    kinds: texts.flatMap((text, index) => readKinds(text, sources[index] ?? '')),
  });
}

const goldenFile = (name: string, file: string): string =>
  path.join(testdata, name, 'expected', `${file.replaceAll('/', '-')}.golden`);

describe('imported types', () => {
  it.each(cases)('are those of the golden folder %s', async (name) => {
    const files = await imported(name);
    if (process.env['UPDATE_GOLDEN'] === '1') {
      await rm(path.join(testdata, name, 'expected'), { recursive: true, force: true });
      await mkdir(path.join(testdata, name, 'expected'));
      for (const file of files) await writeFile(goldenFile(name, file.path), file.text);
    }
    for (const file of files) expect(file.text).toBe(await readFile(goldenFile(name, file.path), 'utf8'));
    expect(await readdir(path.join(testdata, name, 'expected'))).toHaveLength(files.length);
  });
});
