import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from 'vitest';

/** Where the sources of what the package may import lie; `undefined` is code of others. */
const SOURCES: Readonly<Record<string, URL>> = {
  '@kubewright/api': new URL('../../api/src/index.ts', import.meta.url),
};

interface Graph {
  files: string[];
  packages: Set<string>;
  dynamic: Set<string>;
}

/** What importing a module runs: its static imports, and theirs. Types are erased, so they do not count. */
async function importGraph(entry: URL): Promise<Graph> {
  const graph: Graph = { files: [], packages: new Set(), dynamic: new Set() };
  const waiting = [entry];
  const seen = new Set<string>();
  for (let module = waiting.pop(); module !== undefined; module = waiting.pop()) {
    if (seen.has(module.href)) continue;
    seen.add(module.href);
    graph.files.push(fileURLToPath(module));
    const code = (await readFile(module, 'utf8')).replace(/\/\*[\s\S]*?\*\//g, '');
    for (const [, specifier = ''] of code.matchAll(/\bimport\(\s*'([^']+)'\s*\)/g))
      graph.dynamic.add(specifier);
    for (const [, typeOnly, specifier = ''] of code.matchAll(
      /^(?:import|export)( type)?\s+(?:[\w$*{},\s]+\sfrom\s+)?'([^']+)';/gm,
    )) {
      if (typeOnly !== undefined) continue;
      if (specifier.startsWith('.')) waiting.push(new URL(specifier.replace(/\.js$/, '.ts'), module));
      else if (SOURCES[specifier] !== undefined) waiting.push(SOURCES[specifier]);
      else graph.packages.add(specifier);
    }
  }
  return graph;
}

describe('importing the package', () => {
  it('loads no other package, and none of the large schema data', async () => {
    const { files, packages } = await importGraph(new URL('./index.ts', import.meta.url));
    // The walk went through both packages.
    expect(files.some((file) => file.endsWith('/transport/http.ts'))).toBe(true);
    expect(files.some((file) => file.endsWith('/api/src/kind.ts'))).toBe(true);
    expect([...packages].filter((name) => !name.startsWith('node:'))).toEqual([]);
    expect(files.filter((file) => /\/(schema|generated|groups)\//.test(file))).toEqual([]);
  });

  it('leaves sockets, yaml and the table of resources to the moment they are needed', async () => {
    const { dynamic } = await importGraph(new URL('./index.ts', import.meta.url));
    expect([...dynamic].sort()).toEqual([
      './plugin-process.js',
      './tunnel.js',
      '@kubewright/api/resources',
      'node:crypto',
      'node:net',
      'node:stream',
      'node:tls',
      'yaml',
    ]);
  });
});
