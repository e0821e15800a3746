import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { systemClock } from '@kubewright/api';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CommandIo } from '../io/terminal.js';
import { importCommand } from './import.js';
import type { ImportCommandOptions } from './import.js';

const definition = (kind: string, description = ''): string => `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: ${kind.toLowerCase()}s.example.com }
spec:
  group: example.com
  scope: Namespaced
  names: { kind: ${kind}, plural: ${kind.toLowerCase()}s }
  versions:
    - { name: v1, served: true, storage: true, schema: { openAPIV3Schema: { type: object, description: "${description}" } } }
`;

let root = '';
let cwd = '';
let count = 0;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'kubewright-import-'));
});
afterAll(() => rm(root, { recursive: true }));
beforeEach(async () => {
  cwd = path.join(root, String((count += 1)));
  await mkdir(cwd);
});

async function run(options: Partial<ImportCommandOptions>, input?: string): Promise<string> {
  const written: string[] = [];
  const output = { write: (text: string) => written.push(text) };
  const io: CommandIo = {
    stdout: output,
    stderr: output,
    env: {},
    cwd,
    clock: systemClock,
    signal: new AbortController().signal,
    ...(input === undefined
      ? {}
      : {
          stdin: (async function* () {
            yield Promise.resolve(Buffer.from(input));
          })(),
        }),
  };
  const defaults = { sources: [], external: false, perKind: false, package: 'kubewright', force: false };
  expect(await importCommand({ ...defaults, ...options }, io)).toBe(0);
  return written.join('');
}

const inFolder = (file: string): string => path.join(cwd, file);
const fileOf = (output = 'src/api'): string => inFolder(path.join(output, 'example.com', 'v1.ts'));

describe('kubewright import', () => {
  it('writes a file for each version, says so, and touches none that is right already', async () => {
    await writeFile(inFolder('crd.yaml'), definition('A'));
    const name = path.join('src/api', 'example.com', 'v1.ts');
    expect(await run({ sources: ['crd.yaml'] })).toBe(`wrote     ${name} (A)\n`);
    const { mtimeMs } = await stat(fileOf());
    expect(await run({ sources: ['crd.yaml'] })).toBe(`unchanged ${name} (A)\n`);
    expect((await stat(fileOf())).mtimeMs).toBe(mtimeMs);
    expect(await readFile(fileOf(), 'utf8')).toContain('export const A = defineKind<A>({');
  });

  it('replaces a file that differs only when told to, and then writes none of the others either', async () => {
    await writeFile(inFolder('crd.yaml'), definition('A'));
    await run({ sources: ['crd.yaml'], perKind: true });
    await writeFile(inFolder('src/api/example.com/v1/a.ts'), '// mine\n');
    await writeFile(inFolder('crd.yaml'), definition('A') + '---' + definition('B'));
    const again = { sources: ['crd.yaml'], perKind: true };
    await expect(run(again)).rejects.toMatchObject({
      code: 'Refused',
      message: expect.stringMatching(
        /a\.ts exists and differs: nothing was written; --force replaces it$/,
      ) as string,
    });
    expect(await readdir(inFolder('src/api/example.com/v1'))).toEqual(['a.ts']);
    expect(await run({ ...again, force: true })).toMatch(
      /^wrote {5}.*a\.ts \(A\)\nwrote {5}.*b\.ts \(B\)\n$/,
    );
  });

  it('keeps kinds of others apart, and marks them so that nothing is generated of them', async () => {
    await writeFile(inFolder('crd.yaml'), definition('A'));
    await run({ sources: ['crd.yaml'], external: true });
    expect(await readFile(fileOf('src/external'), 'utf8')).toMatch(
      /^\/\/ .+\n\/\/ \+kubebuilder:skip\n\nimport /,
    );
  });

  it('reads all definitions below a folder, and none of what is hidden, installed or something else', async () => {
    const files = {
      'config/a.yaml': definition('A'),
      'config/deep/b.yml': definition('B'),
      'config/deep/chart.yaml': '{{- if .Values.x }}',
      'config/.hidden/c.yaml': definition('C'),
      'config/node_modules/d.yaml': definition('D'),
      'config/notes.txt': definition('E'),
    };
    for (const [name, text] of Object.entries(files)) {
      await mkdir(path.dirname(inFolder(name)), { recursive: true });
      await writeFile(inFolder(name), text);
    }
    expect(await run({ sources: ['config'] })).toMatch(/\(A, B\)\n$/);
  });

  it('reads standard input, and prints to standard output', async () => {
    const text = await run({ sources: ['-'], output: '-', package: '@kubewright/api' }, definition('A'));
    expect(text).toMatch(/^import \{ defineKind \} from '@kubewright\/api';/);
    await expect(run({ sources: ['-'] })).rejects.toMatchObject({ code: 'CannotRead' });
  });

  it('reads what an address answers with', async () => {
    const server = createServer((request, response) => {
      response.statusCode = request.url === '/crd' ? 200 : 404;
      response.end(definition('A'));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      expect(await run({ sources: [`${address}/crd`] })).toContain('(A)');
      await expect(run({ sources: [`${address}/no`] })).rejects.toThrow(
        '/no: the server answers 404 Not Found',
      );
    } finally {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  });

  it.each<[string, Partial<ImportCommandOptions>, string, RegExp]>([
    [
      'a file that is not there',
      { sources: ['no.yaml'] },
      'CannotRead',
      /^cannot read no\.yaml: there is no such file/,
    ],
    [
      'a text without definitions',
      { sources: ['none.yaml'] },
      'NothingToImport',
      /^no CustomResourceDefinition and no OpenAPI v3 document in none\.yaml$/,
    ],
    [
      'a kind that is not there',
      { sources: ['crd.yaml'], kind: ['B'] },
      'NothingToImport',
      /^no kind "B" in crd\.yaml: there is A$/,
    ],
    [
      'a group that is not there',
      { sources: ['crd.yaml'], group: ['b'] },
      'NothingToImport',
      /^no group "b" in crd\.yaml: there is example\.com$/,
    ],
    [
      'sources and a cluster at once',
      { sources: ['crd.yaml'], context: 'c' },
      'InvalidArgument',
      /either sources \(crd\.yaml\) or a cluster/,
    ],
    ['malformed YAML', { sources: ['bad.yaml'] }, 'InvalidDocument', /^bad\.yaml: .* at line 1, column \d+$/],
    [
      'a kubeconfig that is not there',
      { kubeconfig: 'no-such-kubeconfig' },
      'FileNotFound',
      /no-such-kubeconfig/,
    ],
  ])('refuses %s with a sentence, and writes nothing', async (_, options, code, message) => {
    await writeFile(inFolder('crd.yaml'), definition('A'));
    await writeFile(inFolder('none.yaml'), 'kind: ConfigMap\napiVersion: v1\n');
    await writeFile(inFolder('bad.yaml'), 'a: b: c');
    await expect(run(options)).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message) as string,
    });
    expect(await readdir(cwd)).not.toContain('src');
  });
});
