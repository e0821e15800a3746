import { access, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { startTestEnvironment } from '@kubewright/testing';
import type { TestEnvironment } from '@kubewright/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { RunningCommand } from './run-command.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

// Not an operator: what it is called with, and how it ends, is what is looked at.
const MAIN = `
import { writeFileSync } from 'node:fs';
const [, , ...args] = process.argv;
console.log('args ' + JSON.stringify(args) + ' in ' + process.cwd());
if (args.includes('--fail')) { console.error('it failed'); process.exit(7); }
let signals = 0;
process.on('SIGTERM', () => { writeFileSync('stopped', ''); signals += 1; clearInterval(alive); console.log('stopping after ' + signals); });
if (args.includes('--debug')) console.log(JSON.stringify({ server: 'the debug server', url: 'http://127.0.0.1:1' }));
const alive = setInterval(() => undefined, 1000);
console.log(JSON.stringify({ level: 30, time: 1, msg: 'ready', controller: 'shop' }));
`;

describe('kubewright run', () => {
  let env: TestEnvironment;
  let folder: string;
  let kubeconfig: string;
  beforeAll(async () => {
    await mkdir(path.join(root, 'node_modules/.cache'), { recursive: true });
    folder = await mkdtemp(path.join(root, 'node_modules/.cache/run-'));
    await mkdir(path.join(folder, 'src'));
    await mkdir(path.join(folder, 'config/crd'), { recursive: true });
    await writeFile(path.join(folder, 'src/main.ts'), MAIN);
    await writeFile(
      path.join(folder, 'config/crd/carts.yaml'),
      'apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: { name: carts.shop.example.com }\n',
    );
    env = await startTestEnvironment();
    kubeconfig = await env.kubeconfigFile();
  });
  afterAll(async () => {
    await env.stop();
    await rm(folder, { recursive: true });
  });

  const run = (...args: string[]) =>
    new RunningCommand(['run', '--kubeconfig', kubeconfig, ...args], {}, folder);

  it('bundles the operator, tells missing CRDs, passes flags on, and stops it once', async () => {
    const running = run('--', '--log-level', 'debug');
    await running.seen(/"msg":"ready"/);
    const { code, stdout, stderr } = await running.stop('SIGINT');
    expect(stdout.split('\n')).toEqual([
      `args ["--kubeconfig=${kubeconfig}","--log-level","debug"] in ${folder}`,
      '{"level":30,"time":1,"msg":"ready","controller":"shop"}',
      'stopping after 1',
      '',
    ]);
    expect(stderr).toBe(
      'kubewright: the CustomResourceDefinition carts.shop.example.com is not installed: run "kubewright install" for the operator to begin\n',
    );
    expect(code).toBe(0);
    expect(await readFile(path.join(folder, '.kubewright/run/main.js'), 'utf8')).toContain('it failed');
  });

  it("ends with the operator's exit code, and says before how webhooks are left out", async () => {
    const resource = 'resources: [{ kind: Cart, version: v1, webhooks: { validation: true } }]';
    await writeFile(
      path.join(folder, 'PROJECT'),
      `version: "3"\nlayout: [kubewright.io/v1]\nprojectName: shop\n${resource}\n`,
    );
    const { code, stderr } = await run('.', '--', '--fail').result;
    expect(stderr).toContain('it failed\n');
    expect(stderr).toContain('ENABLE_WEBHOOKS=false leaves them out\n');
    expect(code).toBe(7);
    const without = await new RunningCommand(
      ['run', '--kubeconfig', kubeconfig, '--', '--fail'],
      { ENABLE_WEBHOOKS: 'false' },
      folder,
    ).result;
    expect(without.stderr).not.toContain('ENABLE_WEBHOOKS');
    expect(without.code).toBe(7);
  });

  it('stops the operator when it is killed itself', async () => {
    await rm(path.join(folder, 'stopped'), { force: true });
    const running = run();
    await running.seen(/"msg":"ready"/);
    await running.stop('SIGKILL');
    await vi.waitFor(() => access(path.join(folder, 'stopped')), { timeout: 10_000, interval: 20 });
  });

  it('runs on where the address of the debug server cannot be left', async () => {
    const file = path.join(folder, '.kubewright/debug.json');
    await mkdir(file, { recursive: true });
    const running = run('--', '--debug');
    await running.seen(/"msg":"ready"/);
    const { code, stderr } = await running.stop('SIGTERM');
    expect(stderr).not.toContain(file);
    expect(code).toBe(0);
    await rm(file, { recursive: true });
  });

  it('says in one sentence that there is no project, or no cluster', async () => {
    const nowhere = await run('nowhere').result;
    expect(nowhere).toMatchObject({ code: 1, stdout: '' });
    expect(nowhere.stderr).toMatch(
      /^kubewright: no operator's project at .*nowhere: it has no package\.json; name its folder, or make one with "kubewright init"\n$/,
    );
    const noCluster = await run('--context', 'blue').result;
    expect(noCluster).toMatchObject({ code: 1, stdout: '' });
    expect(noCluster.stderr.trim().split('\n')).toEqual([expect.stringContaining('"blue"')]);
  });
});
