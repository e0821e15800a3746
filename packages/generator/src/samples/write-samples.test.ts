import type { CustomResourceDefinition } from '@kubewright/api/apiextensions/v1';
import { describe, expect, it } from 'vitest';
import type { OutputFileSystem } from '../output/write-files.js';
import { writeSamples } from './write-samples.js';

const definition = (field: string): CustomResourceDefinition => ({
  spec: {
    group: 'app.example.com',
    scope: 'Namespaced',
    names: { plural: 'appservices', kind: 'AppService' },
    versions: ['v1', 'v2'].map((name) => ({
      name,
      served: name === 'v1',
      storage: name === 'v1',
      schema: {
        openAPIV3Schema: {
          type: 'object',
          properties: { spec: { type: 'object', properties: { [field]: { type: 'string' } } } },
        },
      },
    })),
  },
});

function memory(): { files: Map<string, string>; fileSystem: OutputFileSystem } {
  const files = new Map<string, string>();
  return {
    files,
    fileSystem: {
      read: (file) => Promise.resolve(files.get(file)),
      write: (file, content) => Promise.resolve(void files.set(file, content)),
    },
  };
}
const FILE = '/samples/app_v1_appservice.yaml';
const NAME = 'app_v1_appservice.yaml';

describe('writeSamples', () => {
  it('writes a sample for each served version, named as kubebuilder names it', async () => {
    const { files, fileSystem } = memory();
    const result = await writeSamples({ definitions: [definition('a')], folder: '/samples', fileSystem });
    expect(result).toEqual({ written: [NAME], unchanged: [], kept: [], problems: {} });
    expect(files.get(FILE)?.replace(/[0-9a-f]{16}/, 'DIGEST')).toBe(
      '# Written by kubewright from the schema, and again until it is changed: DIGEST\n' +
        'apiVersion: app.example.com/v1\nkind: AppService\nmetadata:\n  name: appservice-sample\nspec:\n  a: a\n',
    );
  });

  it('writes its own again when the schema changes, and touches nothing when it does not', async () => {
    const { files, fileSystem } = memory();
    const write = (field: string) =>
      writeSamples({ definitions: [definition(field)], folder: '/samples', fileSystem });
    await write('a');
    expect(await write('a')).toMatchObject({ written: [], unchanged: [NAME], kept: [] });
    expect(await write('b')).toMatchObject({ written: [NAME], kept: [] });
    expect(files.get(FILE)).toContain('b: b');
  });

  it.each([
    ['changed by hand', (text: string) => text.replace('a: a', 'a: mine')],
    ['written by hand', () => 'kind: AppService\n'],
    ['emptied', () => ''],
  ])('leaves a sample alone that was %s', async (_, change) => {
    const { files, fileSystem } = memory();
    await writeSamples({ definitions: [definition('a')], folder: '/samples', fileSystem });
    const own = change(files.get(FILE) ?? '');
    files.set(FILE, own);
    const result = await writeSamples({ definitions: [definition('b')], folder: '/samples', fileSystem });
    expect(result).toMatchObject({ written: [], unchanged: [], kept: [NAME] });
    expect(files.get(FILE)).toBe(own);
  });
});
