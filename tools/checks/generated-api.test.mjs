import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { filesUnder, root } from './tree.mjs';

const oracles = process.env.KUBEWRIGHT_ORACLES ?? path.join(root, '../shared/oracles');
const documents = path.join(oracles, 'openapi/openapi-v3-1.36.1.tar.gz');
const HEADER = /^\/\/ Generated (?:from .* )?by tools\/([\w-]+); do not edit\.$/;

/** The generators that read the OpenAPI documents: npm script, its program, and the first line of what it writes. */
const GENERATORS = [
  { script: 'generate:api', program: 'tools/api-generator/main.mjs', header: /tools\/api-generator;/ },
  {
    script: 'generate:openapi',
    program: 'tools/schema-generator/openapi.mjs',
    header: /OpenAPI .*tools\/schema-generator;/,
  },
];

describe('generated files', () => {
  const generated = filesUnder(path.join(root, 'packages')).filter((file) =>
    /\/(groups|generated)\//.test(file),
  );

  it('name the generator they come from, which is in the tree', () => {
    const orphans = generated.filter((file) => {
      const generator = HEADER.exec(firstLine(file))?.[1];
      return generator === undefined || !existsSync(path.join(root, 'tools', generator));
    });
    expect(orphans).toEqual([]);
  });

  // A generator writes below the folder it stands in; a copy of it leaves the tree alone while other suites read it.
  const copy = mkdtempSync(path.join(tmpdir(), 'kubewright-generate-'));
  afterAll(() => rmSync(copy, { recursive: true, force: true }));

  it.skipIf(!existsSync(documents)).each(GENERATORS)(
    'are left unchanged by npm run $script (needs the OpenAPI documents of KUBEWRIGHT_ORACLES)',
    { timeout: 60_000 },
    ({ script, program, header }) => {
      const folder = path.join(copy, script.replace(':', '-'));
      for (const tool of ['api-generator', 'schema-generator'])
        cpSync(path.join(root, 'tools', tool), path.join(folder, 'tools', tool), { recursive: true });
      execFileSync(process.execPath, [path.join(folder, program), documents], { stdio: 'pipe' });

      const written = filesUnder(path.join(folder, 'packages'));
      const inTree = generated.filter((file) => header.test(firstLine(file)));
      expect(inTree).toEqual(written);
      expect(written.filter((file) => read(folder, file) !== read(root, file))).toEqual([]);
    },
  );
});

function firstLine(file) {
  return read(root, file).split('\n', 1)[0];
}

function read(folder, file) {
  return readFileSync(path.join(folder, 'packages', file), 'utf8');
}
