import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RunningCommand } from './run-command.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

const TYPES = `import { defineKind } from '@kubewright/api';
import type { CustomResource, int32 } from '@kubewright/api';

// +kubebuilder:rbac:groups=example.com,resources=shops,verbs=get

/** A shop. */
export interface Shop extends CustomResource<{
  /** @minimum 0 */
  size: int32;
}> {}
export const Shop = defineKind<Shop>({ group: 'example.com', version: 'v1', kind: 'Shop' });
`;

describe('kubewright manifests', () => {
  let folder: string;
  const run = (...args: string[]) => new RunningCommand(['manifests', folder, ...args]).result;
  const crd = (): string => path.join(folder, 'config/crd/bases/example.com_shops.yaml');
  beforeEach(async () => {
    // Within the tree, so that the packages are found.
    await mkdir(path.join(root, 'node_modules/.cache'), { recursive: true });
    folder = await mkdtemp(path.join(root, 'node_modules/.cache/manifests-'));
    await mkdir(path.join(folder, 'src'));
    await writeFile(path.join(folder, 'src/shop.ts'), TYPES);
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('writes what changes, and touches nothing else', async () => {
    const first = await run();
    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(first.stdout).toMatch(/^wrote .*example\.com_shops\.yaml\nwrote .*role\.yaml\n$/);
    const written = await stat(crd());
    expect(await readFile(crd(), 'utf8')).toContain('minimum: 0');

    expect((await run('--check')).code).toBe(0);
    expect((await run()).stdout).toMatch(/^unchanged .*\nunchanged .*\n$/);
    expect((await stat(crd())).mtimeMs).toBe(written.mtimeMs);

    await writeFile(path.join(folder, 'src/shop.ts'), TYPES.replace('@minimum 0', '@minimum 1'));
    const check = await run('--check');
    expect(check.code).toBe(1);
    expect(check.stderr).toContain('example.com_shops.yaml is not what the sources say');
    expect((await stat(crd())).mtimeMs).toBe(written.mtimeMs);
    expect((await run()).stdout).toMatch(/^wrote .*example\.com_shops\.yaml\nunchanged .*role\.yaml\n$/);
  }, 30_000);

  it('says where the sources are wrong, and then writes nothing', async () => {
    await writeFile(path.join(folder, 'src/shop.ts'), TYPES.replace('@minimum 0', '@minLength 1'));
    const { code, stderr, stdout } = await run();
    expect(code).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toMatch(
      /src\/shop\.ts:8:7: error InvalidMarker: \+kubebuilder:validation:MinLength: must apply minLength to a textual value, found integer\nkubewright: 1 error; nothing was written\n$/,
    );
    await expect(stat(crd())).rejects.toThrow('ENOENT');
  }, 30_000);

  it('needs a project', async () => {
    const { code, stderr } = await new RunningCommand(['manifests', '/does/not/exist']).result;
    expect(code).toBe(1);
    expect(stderr).toBe('kubewright: /does/not/exist does not exist: name the folder of a project\n');
  });
});

describe('kubewright generate', () => {
  let folder: string;
  const run = (...args: string[]) => new RunningCommand(['generate', folder, ...args]).result;
  const at = (...parts: string[]): string => path.join(folder, ...parts);
  beforeEach(async () => {
    await mkdir(path.join(root, 'node_modules/.cache'), { recursive: true });
    folder = await mkdtemp(path.join(root, 'node_modules/.cache/generate-'));
    await mkdir(at('src'));
    await writeFile(at('src/shop.ts'), TYPES);
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('writes samples, an API reference and JSON Schemas when asked, and keeps a sample that was changed', async () => {
    const flags = ['--samples', '--reference', 'docs/api.md', '--json-schema', 'schemas'];
    expect(await run(...flags)).toMatchObject({ code: 0, stderr: '' });
    const sample = at('config/samples/example_v1_shop.yaml');
    expect(await readFile(sample, 'utf8')).toContain(
      'kind: Shop\nmetadata:\n  name: shop-sample\nspec:\n  size: 1\n',
    );
    expect(await readFile(at('docs/api.md'), 'utf8')).toContain('| `size` | integer | yes |');
    expect(await readFile(at('schemas/example.com/shop_v1.json'), 'utf8')).toContain('"const": "Shop"');
    expect((await run(...flags, '--check')).code).toBe(0);

    await writeFile(sample, 'mine');
    await writeFile(at('src/shop.ts'), TYPES.replace('@minimum 0', '@minimum 5'));
    const { code, stdout } = await run(...flags);
    expect(code).toBe(0);
    expect(stdout).toContain('kept       ');
    expect(await readFile(sample, 'utf8')).toBe('mine');
    expect(await readFile(at('docs/api.md'), 'utf8')).toContain('at least 5');
  }, 30_000);

  it('needs CRDs for them', async () => {
    const { code, stderr } = await run('--only', 'rbac', '--samples');
    expect(stderr).toBe(
      'kubewright: samples, the reference and JSON Schemas are made from CRDs: leave --only out, or name crd too\n',
    );
    expect(code).toBe(1);
  });
});
