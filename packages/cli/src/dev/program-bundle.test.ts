import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BundleError, bundleProgram, writePreload } from './program-bundle.js';

describe('bundleProgram', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'kubewright-program-'));
    await write({ 'package.json': '{ "type": "module" }' });
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  async function write(files: Record<string, string>): Promise<void> {
    for (const [name, text] of Object.entries(files)) {
      await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
      await writeFile(path.join(folder, name), text);
    }
  }

  const findings = async () => {
    const error: unknown = await bundleProgram(folder).catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(BundleError);
    return (error as BundleError).findings;
  };

  it('bundles sources and leaves packages where they are installed', async () => {
    await write({
      'node_modules/lib/package.json': '{ "name": "lib", "type": "module", "main": "index.js" }',
      'node_modules/lib/index.js': 'export const lib = 1;',
      'src/main.ts':
        "import { lib } from 'lib';\nimport { a } from './a.js';\nimport 'node:fs';\nconsole.log(lib, a);",
      'src/a.ts': 'export const a: number = 2;',
    });
    const { file, code, imports, sources } = await bundleProgram(folder);
    expect(path.relative(folder, file)).toBe('.kubewright/dev/main.js');
    expect(imports).toEqual(['lib', 'node:fs']);
    expect(sources.map((source) => path.relative(folder, source)).sort()).toEqual([
      'src/a.ts',
      'src/main.ts',
    ]);
    expect(code).toContain('from "lib"');
    const map = JSON.parse(await readFile(`${file}.map`, 'utf8')) as { sources: string[] };
    expect(map.sources).toContain('../../src/main.ts');
    expect(await readFile(file, 'utf8')).toMatch(/\n\/\/# sourceMappingURL=main\.js\.map\n?$/);
  });

  it('bundles packages that Node cannot run as they are, and the project by its own names', async () => {
    await write({
      'node_modules/lib/package.json': '{ "name": "lib", "main": "index.ts" }',
      'node_modules/lib/index.ts': 'export const lib: number = 1;',
      'package.json': '{ "type": "module", "imports": { "#a": "./src/a.ts" } }',
      'src/main.ts': "import { lib } from 'lib';\nimport { a } from '#a';\nconsole.log(lib, a);",
      'src/a.ts': 'export const a = 2;',
    });
    expect((await bundleProgram(folder)).imports).toEqual([]);
  });

  it('gives each source the place where it stands', async () => {
    await write({
      'src/main.ts': "import './deep/a.js';",
      'src/deep/a.ts':
        "/* é import.meta.url */ export const names: string[] = ['import.meta.url', import.meta.url, import.meta.dirname, import . meta . filename];\nglobalThis.names = names;",
    });
    const { file } = await bundleProgram(folder);
    await import(`${pathToFileURL(file).href}?places`);
    const source = path.join(folder, 'src/deep/a.ts');
    expect((globalThis as { names?: string[] }).names).toEqual([
      'import.meta.url',
      pathToFileURL(source).href,
      path.dirname(source),
      source,
    ]);
  });

  it('runs main of package.json where there is no src/main.ts, as an ES module whatever the package', async () => {
    await write({ 'package.json': '{ "main": "run.mjs" }', 'run.mjs': 'console.log(1);' });
    expect(path.relative(folder, (await bundleProgram(folder)).file)).toBe('.kubewright/dev/main.mjs');
  });

  it('writes what loads the packages of a program, and what runtimes load later, beside it', async () => {
    await write({
      'node_modules/kubewright/package.json':
        '{ "name": "kubewright", "type": "module", "main": "index.js" }',
      'node_modules/kubewright/index.js': 'export const preloadOperator = () => (globalThis.preloads = 1);',
      'node_modules/lib/package.json': '{ "name": "lib", "type": "module", "main": "index.js" }',
      'node_modules/lib/index.js': 'globalThis.libs = 1;',
      'src/main.ts': "import * as k from 'kubewright';\nimport 'lib';\nimport 'node:fs';\nconsole.log(k);",
    });
    const preload = await writePreload(await bundleProgram(folder));
    expect(path.relative(folder, preload)).toBe('.kubewright/dev/preload.js');
    await import(pathToFileURL(preload).href);
    expect(globalThis).toMatchObject({ preloads: 1, libs: 1 });
  });

  it('says that there is nothing to run', async () => {
    await expect(bundleProgram(folder)).rejects.toMatchObject({ code: 'ProjectNotFound' });
  });

  const refused: Array<[string, Record<string, string>, object]> = [
    [
      'a syntax error',
      { 'src/main.ts': 'const a = 1;\nexport const b: number = ;\n' },
      { file: 'src/main.ts', line: 2, column: 26, message: 'Unexpected token' },
    ],
    [
      'a file that is not there',
      { 'src/main.ts': "\n  import './b.js';" },
      { file: 'src/main.ts', line: 2, column: 10, message: "Could not resolve './b.js'" },
    ],
    [
      'a package that is not installed',
      { 'src/main.ts': "import './a.js';", 'src/a.ts': "import x from 'not-there';\nconsole.log(x);" },
      { file: 'src/a.ts', line: 1, column: 15, message: "Could not resolve 'not-there'" },
    ],
    [
      'a name that is not exported',
      {
        'src/main.ts': "import { Spec } from './a.js';\nconsole.log(Spec);",
        'src/a.ts': 'export interface Spec {}',
      },
      { file: 'src/main.ts', line: 1, column: 10, message: '"Spec" is not exported by "src/a.ts".' },
    ],
  ];
  it.each(refused)('refuses %s with file, line and column', async (_, files, finding) => {
    await write(files);
    expect(await findings()).toMatchObject([{ severity: 'error', ...finding }]);
  });
});
