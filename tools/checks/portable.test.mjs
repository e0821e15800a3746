import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { findUnportable } from './portable.mjs';
import { filesUnder, root } from './tree.mjs';

describe('the tree', () => {
  it('names no registry and no path of one machine', () => {
    const found = filesUnder(root).flatMap((file) =>
      findUnportable(readFileSync(path.join(root, file), 'utf8')).map((finding) => `${file}:${finding}`),
    );
    expect(found).toEqual([]);
  });

  it.each([
    ['a registry', `"resolved": "https://${['registry', 'npmjs', 'org'].join('.')}/x/-/x-1.0.0.tgz"`],
    ['a home folder', `const cache = '${['', 'home', 'jane', '.cache'].join('/')}';`],
    ["root's folder", `const kube = "${['', 'root', 'kube', 'bin'].join('/')}";`],
  ])('would be caught naming %s', (_, line) => {
    expect(findUnportable(line)).toHaveLength(1);
  });

  it.each([
    'import x from "../../root/x.js";',
    'image: registry.k8s.io/pause:3.10',
    'mountPath: /var/run/secrets',
    "'../shared/oracles'",
    '{base}/home/user/x',
  ])('may say %s', (line) => {
    expect(findUnportable(line)).toEqual([]);
  });
});
