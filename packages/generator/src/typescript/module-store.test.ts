import { describe, expect, it } from 'vitest';
import { Diagnostics } from '../diagnostics/diagnostics.js';
import { createMarkerRegistry } from '../markers/registry.js';
import { createProgramReader } from './open-program.js';
import type { SourceHost } from './source-host.js';

const shared = `
export interface Shared {
  name: string;
}`;
const kind = `
import type { ObjectMeta } from '@kubewright/api';
import type { Shared } from './shared.js';
/** +groupName=example.com */

/** +kubebuilder:object:root=true */
export interface Thing {
  spec: Shared;
}`;

async function project(): Promise<{
  files: Map<string, string>;
  readFiles: string[];
  specFields: () => string[];
}> {
  const files = new Map([
    ['/project/v1/thing.ts', kind],
    ['/project/v1/shared.ts', shared],
  ]);
  const readFiles: string[] = [];
  const host: SourceHost = {
    readFile: (path) => {
      readFiles.push(path);
      return files.get(path);
    },
    // As good as a time of change: whoever writes the same text again has not changed anything.
    fileVersion: (path) => files.get(path),
    directoryExists: (path) => [...files.keys()].some((name) => name.startsWith(`${path}/`)),
    findFiles: () => [...files.keys()],
    realpath: (path) => path,
  };
  const reader = await createProgramReader({
    folder: '/project',
    files: ['v1/thing.ts'],
    registry: createMarkerRegistry(),
    coreType: () => undefined,
    host,
  });
  const specFields = (): string[] => {
    readFiles.length = 0;
    const [root] = reader.read(new Diagnostics()).roots;
    const declared = root?.declaration.declared;
    const spec = declared?.type === 'object' ? declared.fields[0]?.fieldType : undefined;
    const type = spec?.type === 'reference' ? spec.declaration.declared : undefined;
    return type?.type === 'object' ? type.fields.map(({ name }) => name) : [];
  };
  return { files, readFiles, specFields };
}

describe('reading a project again', () => {
  it('sees what has changed in a file, and reads no other', async () => {
    const { files, readFiles, specFields } = await project();
    expect(specFields()).toEqual(['name']);
    files.set('/project/v1/shared.ts', shared.replace('name', 'title'));
    expect(specFields()).toEqual(['title']);
    expect(readFiles.filter((path) => path.endsWith('.ts'))).toEqual(['/project/v1/shared.ts']);
  });

  it('sees files that come and go', async () => {
    const { files, specFields } = await project();
    expect(specFields()).toEqual(['name']);
    files.delete('/project/v1/shared.ts');
    expect(specFields()).toEqual([]);
    files.set('/project/v1/shared.ts', shared);
    expect(specFields()).toEqual(['name']);
  });
});
