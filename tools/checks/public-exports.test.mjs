import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { describeExports, exportedNames } from './public-exports.mjs';
import { root } from './tree.mjs';

const packages = path.join(root, 'packages');

describe('the public surface', () => {
  const names = readdirSync(packages).filter((name) => existsSync(path.join(packages, name, 'package.json')));
  // A change here is a change for users: rewrite the list with `npm test -- tools/checks -u` and say so in CHANGELOG.md.
  it.each(names)('of %s is as written down', async (name) => {
    const surface = describeExports(path.join(packages, name));
    await expect(surface).toMatchFileSnapshot(path.join(root, 'tools/checks/exports', `${name}.txt`));
  });

  it('names of a module are found however they are exported', () => {
    const text = `
      export { a, b as c, type D } from './x.js';
      export type { E } from './y.js';
      export const f = 1, g = 2;
      export function h() {}
      export interface I {}
      export type J = string;
      export class K {}
      const hidden = 1;`;
    expect(exportedNames('module.ts', text)).toEqual(
      ['a', 'c', 'type D', 'type E', 'f', 'g', 'h', 'type I', 'type J', 'K'].sort(),
    );
  });

  it('is never "everything of another module"', () => {
    expect(() => exportedNames('module.ts', `export * from './x.js';`)).toThrow(
      '"export *" hides what is exported',
    );
  });

  it('is listed for packages that exist only', () => {
    const listed = readdirSync(path.join(root, 'tools/checks/exports')).map((file) => path.parse(file).name);
    expect(listed.filter((name) => !names.includes(name))).toEqual([]);
    expect(readFileSync(path.join(root, 'tools/checks/exports/api.txt'), 'utf8')).toContain('  type Kind\n');
  });
});
