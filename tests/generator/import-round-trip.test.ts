import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CustomResourceDefinition } from '@kubewright/api/apiextensions/v1';
import { importTypes, readKinds } from '@kubewright/generator';
import { beforeAll, describe, expect, it } from 'vitest';
import { differences } from './support/equivalent-definitions.js';
import { roundTrip } from './support/round-trip.js';
import type { RoundTrip } from './support/round-trip.js';
import { typeErrors } from './support/type-errors.js';

// The sources of the importer's golden folders, which hold every construct.
const testdata = fileURLToPath(new URL('../../packages/generator/src/import/testdata', import.meta.url));

const coreTypes = { match: () => undefined };

async function sources(): Promise<Array<{ name: string; text: string }>> {
  const found = [];
  for (const folder of await readdir(testdata))
    for (const file of await readdir(path.join(testdata, folder))) {
      if (!/\.(?:yaml|json)$/.test(file)) continue;
      const name = path.join(testdata, folder, file);
      found.push({ name, text: await readFile(name, 'utf8') });
    }
  return found;
}

describe('types that are imported', () => {
  it('compile under the strictest settings, and refuse a wrong object', async () => {
    const kinds = (await sources()).flatMap(({ text, name }) => readKinds(text, name));
    const files = importTypes({ kinds, packageName: '@kubewright/api' });
    const text = `
      import { Gadget } from './shop.example.com/v1alpha1.js';
      export const right = Gadget({ metadata: {}, spec: { text: 'a', mode: 'fast', entries: [] } });
      export const wrong = Gadget({ metadata: {}, spec: { text: 'a', mode: 'quick' } });
    `;
    const [error, ...others] = typeErrors([...files, { path: 'user.ts', text }]);
    expect(error).toContain(`user.ts:4: Type '"quick"' is not assignable`);
    expect(others).toEqual([]);
  });
});

describe('definitions that become TypeScript and definitions again', () => {
  let trip: RoundTrip;
  beforeAll(async () => {
    const definitions = (await sources()).filter(({ name }) => name.endsWith('.yaml'));
    trip = await roundTrip(definitions.map(({ text }) => text));
  });

  it('are read without a finding, and valid for the API server', () => {
    expect(trip.findings).toEqual([]);
  });

  it('say the same as before, whatever they say', () => {
    const names = Object.keys(trip.differences);
    expect(trip.differences).toEqual(Object.fromEntries(names.map((name) => [name, []])));
    expect(names.length).toBeGreaterThan(5);
  });

  it('do not come back when they are those of others', async () => {
    const definitions = (await sources()).filter(({ name }) => name.includes('versions'));
    const { built, findings } = await roundTrip(
      definitions.map(({ text }) => text),
      { external: true },
    );
    expect({ built, findings }).toEqual({ built: [], findings: [] });
  });

  it('are told apart from definitions that say something else', () => {
    const [first] = trip.built;
    const change = (edit: (crd: CustomResourceDefinition) => void): string[] => {
      const changed = structuredClone(first) as CustomResourceDefinition;
      edit(changed);
      return differences(first as CustomResourceDefinition, changed, coreTypes);
    };
    const schemaOf = (crd: CustomResourceDefinition) => crd.spec.versions[0]!.schema!.openAPIV3Schema!;
    expect(change(() => undefined)).toEqual([]);
    expect(change((crd) => (schemaOf(crd).description = 'other'))).toHaveLength(1);
    expect(change((crd) => (schemaOf(crd).required = ['other']))).toHaveLength(1);
    expect(change((crd) => delete schemaOf(crd).properties!['spec'])).toHaveLength(1);
    expect(change((crd) => (crd.spec.names.shortNames = ['other']))).toHaveLength(1);
    expect(change((crd) => (crd.spec.versions[0]!.served = false))).toHaveLength(1);
  });
});
