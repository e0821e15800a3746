import type { SourcePosition } from '../diagnostics/diagnostic.js';
import { ts } from './compiler.js';
import type { TypeScript } from './compiler.js';
import { nameTable } from './name-table.js';
import type { NameTable } from './name-table.js';

/** One parsed file, and the names that it declares, imports and exports. */
export interface SourceModule {
  /** Absolute path. */
  readonly path: string;
  readonly file: TypeScript.SourceFile;
  /** Computed when first asked for. */
  readonly names: NameTable;
  /** What the parser could not read. */
  readonly syntaxErrors: readonly TypeScript.DiagnosticWithLocation[];
}

/** JSDoc is not parsed: comments are read as text, whose lines keep their places. */
export function parseModule(path: string, text: string): SourceModule {
  const file = ts.createSourceFile(
    path,
    text,
    { languageVersion: ts.ScriptTarget.Latest, jsDocParsingMode: ts.JSDocParsingMode.ParseNone },
    true,
  );
  let names: NameTable | undefined;
  return {
    path,
    file,
    get names() {
      return (names ??= nameTable(file.statements));
    },
    syntaxErrors:
      (file as unknown as { parseDiagnostics?: TypeScript.DiagnosticWithLocation[] }).parseDiagnostics ?? [],
  };
}

/** Of a character of the file; line and column count from 1. */
export function positionAt(module: Pick<SourceModule, 'path' | 'file'>, offset: number): SourcePosition {
  const { line, character } = module.file.getLineAndCharacterOfPosition(offset);
  return { file: module.path, line: line + 1, column: character + 1 };
}

/** Of the first character of a node, after its comments. */
export function positionOf(module: SourceModule, node: TypeScript.Node): SourcePosition {
  return positionAt(module, node.getStart(module.file));
}
