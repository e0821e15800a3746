import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { generate } from '@kubewright/generator';
import { expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const { version } = JSON.parse(readFileSync(path.join(root, 'packages/cli/package.json'), 'utf8')) as {
  version: string;
};
const examples = readdirSync(path.join(root, 'examples')).filter((name) =>
  existsSync(path.join(root, 'examples', name, 'config/crd')),
);

it.each(examples)('the manifests of examples/%s are what `kubewright manifests` writes', async (name) => {
  const folder = path.join(root, 'examples', name);
  const { files, diagnostics } = await generate({ folder, version });
  expect(diagnostics).toEqual([]);
  for (const file of files) {
    expect(readFileSync(path.join(folder, file.path), 'utf8'), file.path).toBe(file.content);
  }
  expect(files.length).toBeGreaterThan(0);
});
