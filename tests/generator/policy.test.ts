import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { formatDiagnostic, writeYaml } from '@kubewright/generator';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { readPolicies } from './read-policies.js';

/*
 * Folders of sources with markers, as TypeScript has them. In `controller-gen` are the markers of controller-tools'
 * pkg/rbac/testdata and pkg/webhook/testdata: what it makes of them is in the oracles. UPDATE_GOLDEN=1 writes our own.
 */
const root = path.join(import.meta.dirname, 'policy');
const oracles =
  process.env['KUBEWRIGHT_ORACLES'] ?? path.resolve(import.meta.dirname, '../../../shared/oracles');

async function read(folder: string) {
  const { documents, diagnostics } = await readPolicies(folder);
  const found = diagnostics.all().map((diagnostic) => formatDiagnostic(diagnostic, folder));
  return { documents, found, hasErrors: diagnostics.hasErrors };
}

const casesIn = (folder: string): string[] =>
  readdirSync(path.join(root, folder)).filter((name) => !name.startsWith('.'));

/** The file of the oracle for a case. */
function oracleOf(name: string): string {
  if (name === 'rbac') return path.join(oracles, 'rbac-golden', 'role.yaml');
  return path.join(oracles, 'webhook-golden', `${name.replace(/^webhook-/, '')}.yaml`);
}

const documentsOf = (file: string): unknown[] =>
  parseAllDocuments(readFileSync(file, 'utf8')).flatMap((document) => (document.toJS() as unknown) ?? []);

describe("controller-gen's markers", () => {
  const valid = casesIn('controller-gen').filter((name) => !name.includes('invalid'));
  const known = valid.filter((name) => existsSync(oracleOf(name)));

  it.skipIf(!existsSync(oracles))('are those of all its goldens', () => {
    const goldens = readdirSync(path.join(oracles, 'webhook-golden')).map(
      (name) => `webhook-${path.parse(name).name}`,
    );
    expect(known).toEqual(expect.arrayContaining([...goldens, 'rbac']));
  });

  it.each(known)('give the same documents: %s', async (name) => {
    const { documents, hasErrors } = await read(path.join(root, 'controller-gen', name));
    expect(documents).toEqual(documentsOf(oracleOf(name)));
    expect(hasErrors).toBe(false);
  });

  it.each(casesIn('controller-gen').filter((name) => name.includes('invalid')))(
    'are refused where it refuses them: %s',
    async (name) => {
      expect((await read(path.join(root, 'controller-gen', name))).hasErrors).toBe(true);
    },
  );
});

describe('markers of roles and webhooks', () => {
  const cases = ['controller-gen', 'errors'].flatMap((folder) =>
    casesIn(folder).map((name) => path.join(folder, name)),
  );

  it.each(cases)('give what the golden says, and say what is wrong: %s', async (name) => {
    const folder = path.join(root, name);
    const { documents, found } = await read(folder);
    compare(path.join(folder, 'expected.yaml'), documents.length === 0 ? '' : writeYaml(documents));
    compare(path.join(folder, 'found.txt'), found.map((line) => `${line}\n`).join(''));
  });
});

function compare(file: string, actual: string): void {
  if (process.env['UPDATE_GOLDEN'] === '1') {
    if (actual === '') rmSync(file, { force: true });
    else writeFileSync(file, actual);
  }
  expect(actual).toBe(existsSync(file) ? readFileSync(file, 'utf8') : '');
}
