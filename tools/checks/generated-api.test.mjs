import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { filesUnder, root } from './tree.mjs';

const oracles = process.env.KUBEWRIGHT_ORACLES ?? path.join(root, '../shared/oracles');
const documents = path.join(oracles, 'openapi/openapi-v3-1.36.1.tar.gz');
const HEADER = /^\/\/ Generated .*tools\/api-generator; do not edit\./;

describe('npm run generate:api', () => {
  // The generator writes below the folder it stands in; a copy of it leaves the tree alone while other suites read it.
  const copy = mkdtempSync(path.join(tmpdir(), 'kubewright-generate-api-'));
  afterAll(() => rmSync(copy, { recursive: true, force: true }));

  it.skipIf(!existsSync(documents))(
    'leaves the tree unchanged (needs the OpenAPI documents of KUBEWRIGHT_ORACLES)',
    { timeout: 60_000 },
    () => {
      cpSync(path.join(root, 'tools/api-generator'), path.join(copy, 'tools/api-generator'), {
        recursive: true,
      });
      execFileSync(process.execPath, [path.join(copy, 'tools/api-generator/main.mjs'), documents], {
        stdio: 'pipe',
      });

      const generated = filesUnder(path.join(copy, 'packages'));
      const inTree = filesUnder(path.join(root, 'packages'))
        .filter((file) => /\/(groups|generated)\//.test(file))
        .filter((file) => HEADER.test(read(root, file)));
      expect(inTree).toEqual(generated);
      expect(generated.filter((file) => read(copy, file) !== read(root, file))).toEqual([]);
    },
  );
});

function read(folder, file) {
  return readFileSync(path.join(folder, 'packages', file), 'utf8');
}
