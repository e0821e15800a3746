import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const folder = path.join(import.meta.dirname, 'groups');
const modules = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.ts'),
);

/** What is left of the imports of a module once it is JavaScript. */
function emittedImports(file: string): string[] {
  const source = readFileSync(path.join(folder, file), 'utf8');
  const compilerOptions = {
    module: ts.ModuleKind.ESNext,
    target: ts.ScriptTarget.ES2023,
    verbatimModuleSyntax: true,
  };
  const { outputText } = ts.transpileModule(source, { compilerOptions });
  return [...outputText.matchAll(/\b(?:from|import)\s*\(?['"]([^'"]+)['"]/g)].map((match) => match[1] ?? '');
}

describe('a module of a group-version', () => {
  it.each(modules)('%s loads nothing but what defines a kind', (file) => {
    expect(emittedImports(file).filter((name) => name !== '../../kind.js')).toEqual([]);
  });

  it('that defines a kind loads that', () => {
    expect(emittedImports(path.join('apps', 'v1.ts'))).toEqual(['../../kind.js']);
  });
});

describe('the package itself', () => {
  it('loads no group: what it takes from there are types', () => {
    const index = readFileSync(path.join(import.meta.dirname, 'index.ts'), 'utf8');
    expect(index).toMatch(/export type \{[^}]*ObjectMeta[^}]*\} from '\.\/groups\/meta\/v1\.js'/);
    expect(index).not.toMatch(/export \{[^}]*\} from '\.\/groups\//);
  });
});
