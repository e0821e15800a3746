import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RunningCommand } from './run-command.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const TYPE = `
import { defineKind } from '@kubewright/api';
import type { CustomResource, int32 } from '@kubewright/api';
export interface CartSpec { /** @minimum 1 */ size: int32 }
export interface Cart extends CustomResource<CartSpec> {}
export const Cart = defineKind<Cart>({ group: 'shop.example.com', version: 'v1', kind: 'Cart' });
`;

describe('kubewright manifests --watch', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'kubewright-watch-'));
    mkdirSync(path.join(folder, 'src'));
    symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
    writeFileSync(
      path.join(folder, 'tsconfig.json'),
      '{ "compilerOptions": { "strict": true, "module": "NodeNext" }, "include": ["src"] }',
    );
    writeFileSync(path.join(folder, 'src/cart.ts'), TYPE);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('writes again what a change concerns, tells mistakes, and ends cleanly', async () => {
    const command = new RunningCommand(['manifests', folder, '--watch']);
    const manifest = path.join(folder, 'config/crd/bases/shop.example.com_carts.yaml');
    await command.seen(/wrote .*carts\.yaml/);
    await command.seen(/watching/);
    writeFileSync(path.join(folder, 'src/cart.ts'), TYPE.replace('@minimum 1', '@minimum 2'));
    await command.seen(/wrote [^]*wrote .*carts\.yaml/);
    expect(readFileSync(manifest, 'utf8')).toContain('minimum: 2');
    writeFileSync(path.join(folder, 'src/cart.ts'), TYPE.replace('@minimum 1', '@minimum many'));
    // A source may be read while it is being written, empty: what counts is what is told in the end.
    await command.seen(/cart\.ts: errors, \d+ ms/);
    expect(readFileSync(manifest, 'utf8')).toContain('minimum: 2');
    const { code, stderr } = await command.stop('SIGTERM');
    expect(code).toBe(0);
    expect(stderr).toMatch(/cart\.ts:4:\d+: error InvalidMarker: /);
  });
});
