import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { MutatingWebhookConfiguration } from '@kubewright/api/admissionregistration/v1';
import { Deployment } from '@kubewright/api/apps/v1';
import { mergePatch } from '@kubewright/client';
import type { Client } from '@kubewright/client';
import { waitFor } from '@kubewright/runtime';
import { startTestEnvironment } from '@kubewright/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect, isAnswered, Shop } from './cluster.js';
import { startDeployed } from './deployed-operator.js';
import { inventory } from './leftovers.js';
import { Shell } from './shell.js';
import { edit, editController, editType, editWebhook, PROJECT } from './shop.js';
import { Stopwatch } from './stopwatch.js';

const command = fileURLToPath(new URL('../../packages/cli/bin/kubewright.js', import.meta.url));
const IMAGE = 'registry.example.com/shop:v1';

/** Nothing is measured in these times: they only end a run that hangs. */
const patience = { intervalMs: 100, timeoutMs: 60_000 };

describe.sequential("somebody's first hour", () => {
  let root: string;
  let shell: Shell;
  const watch = new Stopwatch();
  beforeAll(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'first-hour-'));
    const folder = path.join(root, 'shop');
    await mkdir(folder);
    shell = new Shell(folder);
  });
  afterAll(async () => {
    console.log(watch.report());
    await rm(root, { recursive: true, force: true });
  });
  const read = (file: string): Promise<string> => readFile(path.join(shell.cwd, file), 'utf8');

  it('makes a project in an empty folder, and a kind', async () => {
    await watch.time('kubewright init', true, () =>
      shell.succeed(`node ${command} ${PROJECT.init} --skip-install`),
    );
    await watch.time('npm install', false, () => shell.succeed('npm install'));
    await watch.time('kubewright create api', true, () => shell.succeed(`npx kubewright ${PROJECT.api}`));
  });

  it('sees the first reconcile in less than a minute', async () => {
    const dev = shell.start('npx kubewright dev');
    try {
      await watch.time('kubewright dev, until the sample is answered', true, () =>
        dev.seen(/Shop shop-sample: Available/),
      );
    } finally {
      await dev.stop();
    }
    expect(watch.totalMs).toBeLessThan(60_000);
  });

  it('finds everything generated up to date, the tests passing, and the program built', async () => {
    await shell.succeed('npx kubewright generate --samples --check');
    expect(await shell.succeed('npm test')).toMatch(/Tests +2 passed/);
    expect(await shell.succeed('npm run build')).toMatch(/bundled +dist\/bundle\/main\.js/);
    const help = stripVTControlCharacters(await shell.succeed('make help'));
    expect(help).toMatch(/^ +deploy +Deploy the operator/m);
  });

  it('writes a type and a controller, as the comments propose', async () => {
    await editType(shell.cwd);
    await editController(shell.cwd);
    await shell.succeed('make generate manifests');
    expect(await read(PROJECT.definition)).toMatch(/size:\n\s+default: 1\n/);
    expect(await read('config/rbac/role.yaml')).toContain('deployments');
    expect(await read(PROJECT.sample)).toContain('size: 1');
    await shell.succeed('make test build');
  });

  it('runs it, changes the object and the type, and reads why a wrong one is refused', async () => {
    const dev = shell.start('npm run dev');
    try {
      await dev.seen(/Deployment shop-sample: 1\/1 ready/);
      await dev.seen(/Shop shop-sample: Available/);
      const { client, close } = await connect(path.join(shell.cwd, '.kubewright/kubeconfig'));
      const resize = (size: number) => client.patch(Shop, 'shop-sample', mergePatch({ spec: { size } }));
      await resize(3);
      await dev.seen(/Deployment shop-sample: 3\/3 ready/);
      await expect(resize(6)).rejects.toThrow('spec.size in body should be less than or equal to 5');

      // A mistake first, which is told and changes nothing.
      await edit(shell.cwd, PROJECT.type, ['* @maximum 5', '* @maximum many']);
      await dev.seen(/src\/api\/v1\/shop\.ts:\d+:\d+: error: /);
      const from = dev.output.length;
      await edit(shell.cwd, PROJECT.type, ['* @maximum many', '* @maximum 9']);
      await dev.seen(/installed shops\.store\.example\.com/, from);
      await resize(6);
      await dev.seen(/Deployment shop-sample: 6\/6 ready/);
      await close();
    } finally {
      await dev.stop();
    }
  });

  it('breaks type and marker, and reads where and what to write instead', async () => {
    const marker = ['* @maximum 9', '* @maxium 9'] as const;
    await edit(shell.cwd, PROJECT.type, marker);
    const generated = await shell.run('npm run generate');
    expect(generated.output).toMatch(/^src\/api\/v1\/shop\.ts:\d+:\d+: error .*@maxium.*@maximum/m);
    expect(generated.code).not.toBe(0);
    await edit(shell.cwd, PROJECT.type, [marker[1], marker[0]]);

    await edit(shell.cwd, PROJECT.controller, ['replicas: size,', "replicas: 'many',"]);
    const built = await shell.run('npm run build');
    expect(built.output).toMatch(/^src\/controllers\/shop\.ts\(\d+,\d+\): error TS2322/m);
    expect(built.code).not.toBe(0);
    await edit(shell.cwd, PROJECT.controller, ["replicas: 'many',", 'replicas: size,']);
  });

  it('adds webhooks, whose tests pass before and after they say something', async () => {
    await shell.succeed(`npx kubewright ${PROJECT.webhook}`);
    expect(await shell.succeed('npm test')).toMatch(/Tests +4 passed/);
    await editWebhook(shell.cwd);
    expect(await shell.succeed('npm test')).toMatch(/Tests +4 passed/);
    await shell.succeed('npm run build');
    const dev = shell.start('npm run dev');
    try {
      await dev.seen(/Shop shop-sample: Available/);
      const { client, close } = await connect(path.join(shell.cwd, '.kubewright/kubeconfig'));
      await bumpsIntoTheRule(client, 'shop-sample');
      await close();
    } finally {
      await dev.stop();
    }
  });

  it('writes an installer that has everything', async () => {
    await shell.succeed(`make build-installer IMG=${IMAGE}`);
    const installer = await read('dist/install.yaml');
    expect(installer).toContain(`image: ${IMAGE}`);
    expect(installer).toContain('name: shops.store.example.com');
  });

  it('deploys it to the embedded control plane, and takes it away without a trace', async () => {
    const kubeconfig = path.join(root, 'embedded.kubeconfig');
    const controlPlane = shell.start(`npx kubewright control-plane --kubeconfig ${kubeconfig}`);
    try {
      await controlPlane.seen(/^ready: /m);
      await deployAndUndeploy(kubeconfig, await mkdtemp(path.join(root, 'pod-')));
    } finally {
      await controlPlane.stop();
    }
  });

  it('deploys it to a real kube-apiserver, and takes it away without a trace', async () => {
    const environment = await startTestEnvironment({ target: 'kube' });
    try {
      await deployAndUndeploy(await environment.kubeconfigFile(), await mkdtemp(path.join(root, 'pod-')));
    } finally {
      await environment.stop();
    }
  });

  async function deployAndUndeploy(kubeconfig: string, folder: string): Promise<void> {
    const { client, close } = await connect(kubeconfig);
    const before = await inventory(client);
    const deployed = await shell.succeed(`make deploy IMG=${IMAGE}`, { KUBECONFIG: kubeconfig });
    expect(deployed).toContain('deployment.apps/shop-controller-manager created');

    const operator = await startDeployed({ client, kubeconfig, project: shell.cwd, folder });
    try {
      const name = 'shop-mutating-webhook-configuration';
      await waitFor(async () => {
        const { webhooks = [] } = await client.get(MutatingWebhookConfiguration, name);
        return webhooks.every(({ clientConfig }) => clientConfig.caBundle !== undefined);
      }, patience);
      // A server hears of services and authorities in its own time.
      const corner = Shop({ metadata: { name: 'corner', namespace: 'default' }, spec: { size: 2 } });
      const created = await waitFor(
        () =>
          client.create(corner).catch((error: unknown) => {
            if (!/failed calling webhook/.test(String(error))) throw error;
            return undefined;
          }),
        patience,
      );
      expect(created.metadata.labels).toEqual({ defaulted: 'true' });
      await waitFor(async () => isAnswered(await client.get(Shop, 'corner')), patience);
      const deployment = await client.get(Deployment, 'corner');
      expect(deployment.spec?.replicas).toBe(2);
      await bumpsIntoTheRule(client, 'corner');
    } catch (error) {
      throw new Error(`the operator said:\n${operator.output}`, { cause: error });
    } finally {
      await operator.stop();
    }
    expect(operator.output).not.toMatch(/forbidden/i);

    // As the README says: first the objects, while the cluster knows their kind.
    await client.delete(Shop, 'corner');
    const left = async (): Promise<string[]> =>
      (await inventory(client)).filter((name) => !before.includes(name));
    await waitFor(async () => !(await left()).includes('Deployment default/corner'), patience);
    await shell.succeed('make undeploy', { KUBECONFIG: kubeconfig });
    await waitFor(async () => (await left()).length === 0, patience).catch(async () =>
      expect(await left()).toEqual([]),
    );
    await close();
  }

  /** The validator lets nothing shrink. */
  async function bumpsIntoTheRule(client: Client, name: string): Promise<void> {
    const grown = await client.patch(Shop, name, mergePatch({ spec: { size: 4 } }));
    expect(grown.metadata.labels).toMatchObject({ defaulted: 'true' });
    await expect(client.patch(Shop, name, mergePatch({ spec: { size: 1 } }))).rejects.toThrow(
      'spec.size: Forbidden: a shop never shrinks',
    );
  }
});
