import path from 'node:path';

/**
 * The text of a source whose own place, or the places of files that it imports, change: relative imports lead to the same
 * files as before. Paths are relative to the project.
 */
export function moveImports(
  text: string,
  { from, to, moves }: { from: string; to: string; moves: ReadonlyMap<string, string> },
): string {
  return text.replace(IMPORT, (all, before: string, quote: string, specifier: string) => {
    const target = path.posix.join(path.posix.dirname(from), specifier);
    const source = target.replace(/\.js$/, '.ts');
    const moved = moves.get(source)?.replace(/\.ts$/, '.js') ?? target;
    const relative = path.posix.relative(path.posix.dirname(to), moved);
    const next = relative.startsWith('.') ? relative : `./${relative}`;
    return from === to && moved === target ? all : `${before}${quote}${next}${quote}`;
  });
}

/** `from './x.js'`, `import './x.js'`, `import('./x.js')`, and `path.resolve(import.meta.dirname, '../x')` of tests. */
const IMPORT = /(\b(?:from|import)\s*\(?\s*|\bimport\.meta\.dirname,\s*)(['"])(\.{1,2}\/[^'"\n]*|\.\.)\2/g;
