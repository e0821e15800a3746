import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { builtinResources } from '../resources/builtin-resources.js';
import type { OpenApiDocument } from './document.js';
import { groupVersionDocument, nonResourceDocuments } from './documents.js';

/** Documents saved from kube-apiserver 1.36.1, kept outside of the repository. */
const oracles =
  process.env['KUBEWRIGHT_ORACLES'] ??
  fileURLToPath(new URL('../../../../../shared/oracles', import.meta.url));
const archive = join(oracles, 'openapi/openapi-v3-1.36.1.tar.gz');
const folder = existsSync(archive) ? mkdtempSync(join(tmpdir(), 'openapi-')) : undefined;
if (folder !== undefined) execFileSync('tar', ['xzf', archive, '-C', folder]);
afterAll(() => {
  if (folder !== undefined) rmSync(folder, { recursive: true });
});

const real = (key: string): OpenApiDocument =>
  JSON.parse(
    readFileSync(join(folder ?? '', 'openapi', `${key.replaceAll('/', '_')}.json`), 'utf8'),
  ) as OpenApiDocument;
const resources = builtinResources();
const groupVersions = [...new Set(resources.map(({ group, version }) => `${group}/${version}`))];
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe.skipIf(folder === undefined)('OpenAPI documents beside those of the real server', () => {
  it.each(groupVersions)('%s is the same document', (groupVersion) => {
    const [group = '', version = ''] = groupVersion.split('/');
    const mine = groupVersionDocument(
      group,
      version,
      resources.filter((one) => one.group === group && one.version === version),
    );
    const expected = real(group === '' ? `api/${version}` : `apis/${groupVersion}`);
    expect(Object.keys(mine.paths)).toEqual(Object.keys(expected.paths));
    for (const [path, item] of Object.entries(expected.paths))
      expect(plain(mine.paths[path]), path).toEqual(item);
    expect(Object.keys(mine.components.schemas ?? {})).toEqual(
      Object.keys(expected.components.schemas ?? {}),
    );
    expect(plain(mine)).toEqual(expected);
  });

  const groups = [...new Set(resources.map(({ group }) => group))].filter((group) => group !== '');
  it.each(nonResourceDocuments(groups))('%s is the same document', (key, make) => {
    expect(plain(make())).toEqual(real(key));
  });
});
