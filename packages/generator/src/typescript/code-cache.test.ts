import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { keepCompiledTypeScript, requireCached } from './code-cache.js';

const folder = mkdtempSync(path.join(tmpdir(), 'kubewright-code-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const cache = path.join(folder, 'cache');
const file = path.join(folder, 'module.cjs');

describe('compiled code', () => {
  it('is kept after the first run, for the owner alone, and gives the same module again', () => {
    writeFileSync(file, 'exports.answer = () => require("node:path").sep + __dirname;');
    keepCompiledTypeScript({ folder: cache });
    const answer = (): string => (requireCached(file) as { answer: () => string }).answer();
    expect(answer()).toBe(path.sep + folder);
    const [kept = ''] = readdirSync(cache);
    expect(statSync(path.join(cache, kept)).mode & 0o77).toBe(0);
    expect(answer()).toBe(path.sep + folder);
    expect(readdirSync(cache)).toEqual([kept]);
  });

  it('that is damaged does no harm', () => {
    for (const kept of readdirSync(cache)) writeFileSync(path.join(cache, kept), 'broken');
    expect((requireCached(file) as { answer: () => string }).answer()).toBe(path.sep + folder);
  });

  it('is not needed: a folder that cannot be written changes nothing', () => {
    keepCompiledTypeScript({ folder: path.join(file, 'no-folder') });
    expect((requireCached(file) as { answer: () => string }).answer()).toBe(path.sep + folder);
  });
});
