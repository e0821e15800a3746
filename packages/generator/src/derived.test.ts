import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { CustomResourceDefinition } from '@kubewright/api/apiextensions/v1';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { createJsonSchemas } from './json-schema/create-json-schemas.js';
import { createReference } from './reference/create-reference.js';
import { createSample } from './samples/create-sample.js';

// Golden files: `npx vitest run packages/generator/src/derived.test.ts -u` writes them.
const folder = path.join(import.meta.dirname, 'testdata/derived');
const text = readFileSync(path.join(folder, 'definition.yaml'), 'utf8');
const definition = parse(text) as CustomResourceDefinition;

describe('what is derived from a definition', () => {
  it.each(['v1', 'v1alpha1'])('is a sample of %s', async (version) => {
    const { fileName, content, problems } = createSample(definition, version);
    expect(problems).toEqual([]);
    await expect(content).toMatchFileSnapshot(path.join(folder, fileName));
  });

  it('is an API reference', async () => {
    await expect(createReference([definition])).toMatchFileSnapshot(path.join(folder, 'reference.md'));
  });

  it('are JSON Schemas of its versions, and one of all', async () => {
    const files = createJsonSchemas([definition]);
    expect(files.map((file) => file.path)).toEqual([
      'store.example.com/database_v1alpha1.json',
      'store.example.com/database_v1.json',
      'all.json',
    ]);
    for (const file of files) await expect(file.content).toMatchFileSnapshot(path.join(folder, file.path));
  });
});
