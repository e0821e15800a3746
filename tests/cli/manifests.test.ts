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
