import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { defineKind } from '@kubewright/api';
import type { CustomResource } from '@kubewright/api';
import { CustomResourceDefinition } from '@kubewright/api/apiextensions/v1';
import { createSample } from '@kubewright/generator';
import { startTestEnvironment } from '@kubewright/testing';
import type { TestEnvironment } from '@kubewright/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const root = path.resolve(import.meta.dirname, '../..');
const oracles = process.env['KUBEWRIGHT_ORACLES'] ?? path.join(root, '../shared/oracles');

/** controller-gen's own, where they are at hand, and those of the examples. */
const folders = [
  path.join(oracles, 'crd-golden'),
  ...readdirSync(path.join(root, 'examples')).flatMap((name) =>
    ['config/crd', 'config/crd/bases'].map((folder) => path.join(root, 'examples', name, folder)),
  ),
].filter((folder) => existsSync(folder));
const files = folders.flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.includes('_'))
    .map((name) => path.join(folder, name)),
);

let env: TestEnvironment;
beforeAll(async () => {
  env = await startTestEnvironment();
}, 90_000);
afterAll(() => env.stop());

describe('samples', () => {
  it.each(files.map((file) => [path.relative(root, file), file]))(
    'of each version of %s are accepted by the server',
    async (_, file) => {
      const definition = parse(await readFile(file, 'utf8')) as CustomResourceDefinition;
      const { group, names, scope, versions } = definition.spec;
      await env.client.create(CustomResourceDefinition(definition));
      for (const { name: version, served, storage } of versions) {
        if (!served) continue;
        const namespaced = scope === 'Namespaced';
        const Kind = defineKind<CustomResource<unknown>>({
          group,
          version,
          kind: names.kind,
          plural: names.plural,
          namespaced,
        });
        await env.eventually(() => env.client.list(Kind, namespaced ? { namespace: 'default' } : {}));
        const { content, problems } = createSample(definition, version);
        expect(problems).toEqual([]);
        const sample = parse(content) as CustomResource<unknown>;
        const client = env.client.with({ defaultNamespace: 'default', fieldValidation: 'Strict' });
        const created = await client.create(Kind(sample), { dryRun: true });
        // What the stored version has no field for, only a converter carries over, and none is at hand.
        if (storage) expect(created).toMatchObject(sample);
      }
    },
    60_000,
  );
});
