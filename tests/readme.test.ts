import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The TypeScript of a Markdown file, block after block as one module: later blocks use names of earlier ones. */
function snippets(file: string): string {
  const text = readFileSync(`${root}${file}`, 'utf8');
  return [...text.matchAll(/```ts\n([\s\S]*?)```/g)].map((match) => match[1]).join('\n');
}

describe('README.md', () => {
  it('has TypeScript that compiles under the settings of this project', () => {
    const config = ts.readConfigFile(`${root}tsconfig.tests.json`, (file) => ts.sys.readFile(file));
    const { options } = ts.parseJsonConfigFileContent(
      { ...(config.config as object), include: [] },
      ts.sys,
      root,
    );
    // As a reader would have it: its names used or not, and vitest's `expect` at hand.
    const settings = { ...options, noUnusedLocals: false, incremental: false, noEmit: true };
    // The built declarations, as a user's compiler finds them.
    delete settings.customConditions;
    delete settings.tsBuildInfoFile;
    const name = `${root}examples/appservice/src/readme-snippets.ts`;
    const source = `import { expect } from 'vitest';\n${snippets('README.md')}`;
    const host = ts.createCompilerHost(settings);
    const real = { ...host };
    host.fileExists = (file) => file === name || real.fileExists(file);
    host.readFile = (file) => (file === name ? source : real.readFile(file));
    host.getSourceFile = (file, version) =>
      file === name ? ts.createSourceFile(file, source, version) : real.getSourceFile(file, version);
    const diagnostics = ts.getPreEmitDiagnostics(ts.createProgram([name], settings, host));
    expect(diagnostics.map((d) => ts.flattenDiagnosticMessageText(d.messageText, '\n'))).toEqual([]);
  });
});
