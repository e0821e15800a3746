import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const generator = 'tools/schema-generator';
const hasGo = spawnSync('go', ['version']).status === 0;

describe.skipIf(!hasGo)('what is generated from the Go types of Kubernetes (needs Go)', () => {
  // The generators write below the folder they stand in.
  const copy = mkdtempSync(path.join(tmpdir(), 'kubewright-go-types-'));
  afterAll(() => rmSync(copy, { recursive: true, force: true }));

  it.each([
    [
      'go-types',
      'packages/api/src/schema/generated/schemas.ts',
      'packages/apiserver/src/schema/generated/go-types.ts',
    ],
    ['core-types', 'packages/api/src/groups', 'packages/generator/src/core-types/generated/core-v1.ts'],
    ['core-types', 'packages/api/src/groups', 'packages/generator/src/core-types/generated/index.ts'],
  ])('is as npm run generate:%s makes it', { timeout: 600_000 }, (name, input, generated) => {
    for (const needed of [generator, input])
      cpSync(path.join(root, needed), path.join(copy, needed), { recursive: true });
    execFileSync(process.execPath, [path.join(copy, generator, `${name}.mjs`)], { stdio: 'pipe' });
    const text = (folder: string): string => readFileSync(path.join(folder, generated), 'utf8');
    expect(text(copy) === text(root)).toBe(true);
  });
});
