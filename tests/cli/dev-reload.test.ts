import { cp, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient, createHttpTransport, loadKubeconfig, mergePatch } from '@kubewright/client';
import { defineKind } from '@kubewright/api';
import type { CustomResource } from '@kubewright/api';
import { Deployment } from '@kubewright/api/apps/v1';
import { CustomResourceDefinition } from '@kubewright/api/apiextensions/v1';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { RunningCommand } from './run-command.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const AppService = defineKind<CustomResource<{ size?: number }>>({
  group: 'app.example.com',
  version: 'v1',
  kind: 'AppService',
});

/** Whether a process is still there. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Processes that were started with a path below the folder; only where /proc tells. */
async function processesOf(folder: string): Promise<string[]> {
  const numbers = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  const commands = await Promise.all(
    numbers.map((number) => readFile(`/proc/${number}/cmdline`, 'utf8').catch(() => '')),
  );
  return commands.filter((command) => command.includes(folder));
}

describe('kubewright dev, while its project is edited', () => {
  let folder: string;
  let command: RunningCommand;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'kubewright-reload-'));
    for (const part of ['src', 'config', 'package.json'])
      await cp(path.join(root, 'examples/appservice', part), path.join(folder, part), { recursive: true });
    await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
    const options = { target: 'es2022', module: 'nodenext', strict: true };
    await writeFile(
      path.join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: options, include: ['src/**/*.ts'], exclude: ['src/**/*.test.ts'] }),
    );
  });
  afterEach(async () => {
    await command.stop('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  });

  const edit = async (file: string, from: string | RegExp, to: string): Promise<void> => {
    const before = await readFile(path.join(folder, file), 'utf8');
    const after = before.replace(from, to);
    expect(after).not.toBe(before);
    await writeFile(path.join(folder, file), after);
  };

  async function connect() {
    const config = await loadKubeconfig({ path: path.join(folder, 'kubeconfig') });
    const transport = createHttpTransport(config);
    return { transport, client: createClient({ transport }) };
  }

  it('runs what is saved, says what is wrong and goes on, and leaves no process', async () => {
    command = new RunningCommand(['dev', folder, '--kubeconfig', path.join(folder, 'kubeconfig')]);
    await command.seen(/Ctrl-C stops everything/);
    const { transport, client } = await connect();
    try {
      // New code: the Deployment gets a label.
      await edit(
        'src/controllers/children.ts',
        '{ name, labels }',
        "{ name, labels: { ...labels, made: 'anew' } }",
      );
      await command.seen(/reloaded in \d+ ms: src\/controllers\/children\.ts/);
      await command.seen(
        /AppService nginx-app: Available[\s\S]*reloaded[\s\S]*AppService nginx-app: Available/,
      );
      expect((await client.get(Deployment, 'nginx-app')).metadata.labels).toMatchObject({ made: 'anew' });

      // Code that does not bundle, and code that throws as it is loaded: the operator goes on.
      await edit('src/controllers/children.ts', 'return Deployment(', 'return Deployment((');
      await command.seen(
        /src\/controllers\/children\.ts:\d+:\d+: error: .*\n[\s\S]*not taken over: src\/controllers\/children\.ts/,
      );
      await edit('src/controllers/children.ts', 'return Deployment((', 'return Deployment(');
      await edit(
        'src/main.ts',
        'await runOperator',
        "\nif (!process.env['X']) throw new Error('no luck');\nawait runOperator",
      );
      await command.seen(/src\/main\.ts:\d+:\d+: error: no luck/);
      await client.patch(AppService, 'nginx-app', mergePatch({ spec: { size: 3 } }));
      await command.seen(/Deployment nginx-app: 3\/3 ready/);

      // A type, with an error and without: the definition follows, and with it the operator.
      await edit('src/main.ts', "\nif (!process.env['X']) throw new Error('no luck');\n", '');
      await edit('src/api/v1/app-service.ts', 'size?: int32;', 'size?: int32;\n  mood?: symbol;');
      await command.seen(/src\/api\/v1\/app-service\.ts:\d+:\d+: error: .*symbol/);
      await edit('src/api/v1/app-service.ts', 'mood?: symbol;', "mood?: 'good' | 'bad';");
      await command.seen(
        /installed appservices\.app\.example\.com\n[\s\S]*wrote config\/crd\/bases\/app\.example\.com_appservices\.yaml/,
      );
      const crd = await client.get(CustomResourceDefinition, 'appservices.app.example.com');
      expect(JSON.stringify(crd.spec)).toContain('"mood"');

      // A sample that the server refuses, and takes.
      await edit('config/samples/app_v1_appservice.yaml', 'size: 2', 'size: -2');
      await command.seen(
        /config\/samples\/app_v1_appservice\.yaml: error: AppService\.app\.example\.com "nginx-app" is invalid: spec\.size/,
      );
      await edit('config/samples/app_v1_appservice.yaml', 'size: -2', 'size: 1');
      await command.seen(/Deployment nginx-app: 1\/1 ready/);
    } finally {
      await transport.close();
    }
    const { code, stderr } = await command.stop('SIGINT');
    expect({ stderr, code, left: await processesOf(folder) }).toEqual({ stderr: '', code: 0, left: [] });
    expect((await readdir(folder)).sort()).toEqual(
      ['.kubewright', 'config', 'node_modules', 'package.json', 'src', 'tsconfig.json'].sort(),
    );
  }, 60_000);

  it('finds that types were changed while nobody watched, also when the samples do not converge', async () => {
    await edit(
      'src/main.ts',
      /^/,
      'setInterval(() => undefined, 1000);\nawait new Promise(() => undefined);\n',
    );
    await edit('config/crd/bases/app.example.com_appservices.yaml', /^ +description: .*\n/m, '');
    command = new RunningCommand(['dev', folder, '--kubeconfig', path.join(folder, 'kubeconfig')]);
    await command.seen(/AppService nginx-app: not answered by the operator/);
    await command.seen(/wrote config\/crd\/bases\/app\.example\.com_appservices\.yaml/);
  });

  it('starts again what has ended, with the next save, hands its queue on, and takes the operator along when it is killed', async () => {
    await writeFile(path.join(folder, 'src/main.ts'), "console.log('going');\nprocess.exit(7);\n");
    command = new RunningCommand([
      'dev',
      folder,
      '--no-samples',
      '--kubeconfig',
      path.join(folder, 'kubeconfig'),
    ]);
    await command.seen(/error: the operator of appservice-operator ended with code 7: going/);
    // It fails, and goes on counting how often when other code takes over.
    const failing = (words: string): string => `
      import { controllerFor, runOperator } from 'kubewright';
      import { Namespace } from 'kubewright/core/v1';
      console.log('pid', process.pid);
      const controller = controllerFor(Namespace).reconcile(({ metadata }) => {
        if (metadata.name === 'default') throw new Error('${words}');
      });
      await runOperator({ name: 'failing', controllers: [controller] });`;
    await writeFile(path.join(folder, 'src/main.ts'), failing('no luck'));
    await command.seen(/error="no luck" failures=4/);
    await writeFile(path.join(folder, 'src/main.ts'), failing('still none'));
    expect(Number((await command.seen(/error="still none" failures=(\d+)/))[1])).toBeGreaterThan(4);
    await command.seen(/reloaded in/);
    const pid = Number(
      [...(await command.seen(/pid \d+[\s\S]*pid \d+/))[0].matchAll(/pid (\d+)/g)].at(-1)?.[1],
    );
    await command.stop('SIGKILL');
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 15_000 });
  }, 30_000);
});
