import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = import.meta.dirname;

/** What a module and all it imports statically import from elsewhere; types cost nothing. */
function packagesOf(file: string, seen = new Set<string>(), found = new Set<string>()): Set<string> {
  if (seen.has(file)) return found;
  seen.add(file);
  for (const [, specifier = ''] of readFileSync(file, 'utf8').matchAll(
    /^(?:import|export) (?!type )[^;]*? from '([^']+)';/gm,
  )) {
    if (specifier.startsWith('.'))
      packagesOf(path.resolve(path.dirname(file), specifier.replace(/\.js$/, '.ts')), seen, found);
    else found.add(specifier);
  }
  return found;
}

describe('importing the package', () => {
  it('loads neither the logger nor the metrics library, nor anything else that is not always needed', () => {
    // Modules of this workspace that have no I/O, and parts of Node that are loaded anyway or cost nothing: nothing of
    // others, and neither http, https nor tls.
    expect([...packagesOf(path.join(root, 'index.ts'))].sort()).toEqual([
      '@kubewright/api',
      '@kubewright/api/coordination/v1',
      '@kubewright/api/core/v1',
      '@kubewright/api/events/v1',
      '@kubewright/api/go-text',
      '@kubewright/api/structured-merge',
      '@kubewright/client',
      'node:crypto',
      'node:events',
      'node:os',
      'node:path',
      'node:util',
    ]);
  });
});
