import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('../imported/', import.meta.url));

const options: ts.CompilerOptions = {
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  noUnusedLocals: true,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  target: ts.ScriptTarget.ES2023,
  customConditions: ['@kubewright/source'],
  lib: ['lib.es2023.d.ts'],
  types: [],
  noEmit: true,
};

/** What the TypeScript compiler says of some files that lie beside each other, as lines; the library is not checked. */
export function typeErrors(files: ReadonlyArray<{ path: string; text: string }>): string[] {
  const texts = new Map(files.map((file) => [root + file.path, file.text]));
  const host = ts.createCompilerHost(options);
  const onDisk = { ...host };
  host.fileExists = (name) => texts.has(name) || onDisk.fileExists(name);
  host.readFile = (name) => texts.get(name) ?? onDisk.readFile(name);
  host.directoryExists = (name) =>
    ts.sys.directoryExists(name) || files.some((file) => (root + file.path).startsWith(`${name}/`));
  host.getSourceFile = (name, version) => {
    const text = texts.get(name);
    return text === undefined
      ? onDisk.getSourceFile(name, version)
      : ts.createSourceFile(name, text, version, true);
  };
  const program = ts.createProgram([...texts.keys()], options, host);
  return [...texts.keys()].flatMap((name) => {
    const file = program.getSourceFile(name);
    const found = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
    return found.map(
      ({ start = 0, messageText }) =>
        `${name.slice(root.length)}:${(file?.getLineAndCharacterOfPosition(start).line ?? 0) + 1}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`,
    );
  });
}
