import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const generator = 'tools/schema-generator';
const schemas = 'packages/api/src/schema/generated/schemas.ts';
const generated = 'packages/apiserver/src/schema/generated/go-types.ts';
const hasGo = spawnSync('go', ['version']).status === 0;

describe('npm run generate:go-types', () => {
  // The generator writes below the folder it stands in.
  const copy = mkdtempSync(path.join(tmpdir(), 'kubewright-go-types-'));
  afterAll(() => rmSync(copy, { recursive: true, force: true }));

  it.skipIf(!hasGo)('leaves the tree unchanged (needs Go)', { timeout: 600_000 }, () => {
    for (const needed of [generator, schemas])
      cpSync(path.join(root, needed), path.join(copy, needed), { recursive: true });
    execFileSync(process.execPath, [path.join(copy, generator, 'go-types.mjs')], { stdio: 'pipe' });
    const text = (folder: string): string => readFileSync(path.join(folder, generated), 'utf8');
    expect(text(copy) === text(root)).toBe(true);
  });
});
