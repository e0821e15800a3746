import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { systemClock } from '@kubewright/api';
import { ConfigMap } from '@kubewright/api/core/v1';
import { loadClusterConfig, mergePatch } from '@kubewright/client';
import { startControlPlane } from '@kubewright/control-plane';
import type { ControlPlane } from '@kubewright/control-plane';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Manifest } from '../io/manifests.js';
import type { Prompts } from '../io/prompts.js';
import type { CommandIo } from '../io/terminal.js';
import { ClusterObjects } from './cluster-objects.js';
import { planContextCluster } from './context-cluster.js';
import { isWebhookConfiguration, withdrawWebhooks } from './withdraw-webhooks.js';

const definition = (name: string, conversion: object = {}): Manifest => ({
  file: '/project/config/crd/bases/webs.yaml',
  object: {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${name}s.example.com` },
    ...{
      spec: {
        group: 'example.com',
        scope: 'Namespaced',
        names: { plural: `${name}s`, singular: name, kind: name === 'web' ? 'Web' : 'Site' },
        ...conversion,
        versions: [
          {
            name: 'v1',
            served: true,
            storage: true,
            schema: {
              openAPIV3Schema: {
                type: 'object',
                properties: {
                  spec: { type: 'object', properties: { size: { type: 'integer', minimum: 0 } } },
                },
              },
            },
          },
        ],
      },
    },
  },
});

const web = (name: string, size: number): Manifest => ({
  file: '/project/config/samples/web.yaml',
  object: { apiVersion: 'example.com/v1', kind: 'Web', metadata: { name }, ...{ spec: { size } } },
});

const service = { namespace: 'system', name: 'webhook-service', path: '/convert' };

describe('a cluster of a kubeconfig', () => {
  let folder: string;
  let controlPlane: ControlPlane;
  let kubeconfig: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'kubewright-context-'));
    controlPlane = await startControlPlane({ listen: {}, controllers: false });
    kubeconfig = path.join(folder, 'config');
    const text = controlPlane
      .kubeconfig()
      .replace('current-context: kubewright', 'current-context: elsewhere');
    await writeFile(
      kubeconfig,
      text.replace(
        'contexts:\n',
        'contexts:\n- { name: other, context: { cluster: kubewright, user: kubewright } }\n- { name: elsewhere, context: { cluster: gone, user: kubewright } }\n',
      ),
    );
  });
  afterAll(async () => {
    await controlPlane.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const io = (prompts?: Prompts): CommandIo => ({
    stdout: { write: () => true },
    stderr: { write: () => true },
    env: { KUBECONFIG: kubeconfig },
    cwd: folder,
    clock: systemClock,
    signal: new AbortController().signal,
    ...(prompts === undefined ? {} : { prompts }),
  });
  const answering = (answer: boolean, asked: string[] = []): Prompts => ({
    text: () => Promise.reject(new Error('not asked')),
    select: () => Promise.reject(new Error('not asked')),
    confirm: ({ message }) => {
      asked.push(message);
      return Promise.resolve(answer);
    },
  });
  const flags = (rest: object = {}) => ({
    kubeconfig: undefined,
    context: 'kubewright' as string | true,
    yes: true,
    webhookHost: undefined as string | undefined,
    folder,
    ...rest,
  });

  it('asks by name, and goes no further for a no, or where nobody can be asked', async () => {
    const asked: string[] = [];
    await expect(
      planContextCluster(flags({ yes: false }), io(answering(false, asked))),
    ).rejects.toMatchObject({
      code: 'Cancelled',
    });
    expect(asked).toEqual([
      `This will install the project's CRDs, and its samples in namespace default, into context kubewright (${controlPlane.url}). Go on?`,
    ]);
    await expect(planContextCluster(flags({ yes: false }), io())).rejects.toMatchObject({
      code: 'InvalidArgument',
      message: expect.stringMatching(/say --yes where nobody can be asked$/),
    });
    await expect(planContextCluster(flags({ yes: false }), io(answering(true)))).resolves.toBeDefined();
  });

  it('has the operator stay with its context, whichever is the current one', async () => {
    const { operatorKubeconfig, operatorArgs } = await planContextCluster(flags(), io());
    const { context, server } = await loadClusterConfig({ env: { KUBECONFIG: operatorKubeconfig } });
    expect([context, server]).toEqual(['kubewright', controlPlane.url]);
    expect(operatorArgs).toEqual(['--webhook-bind-address=0']);
    const [pinned = ''] = operatorKubeconfig.split(path.delimiter);
    expect(path.dirname(pinned)).toBe(path.join(folder, '.kubewright/dev'));
    expect(await readFile(pinned, 'utf8')).not.toMatch(/key|token|data/);
    await planContextCluster(flags({ context: 'other' }), io());
    const later = await loadClusterConfig({ env: { KUBECONFIG: operatorKubeconfig } });
    expect(later.context, 'beside a run with another context').toBe('kubewright');
  });

  it('says which context there is not', async () => {
    await expect(planContextCluster(flags({ context: 'kind' }), io())).rejects.toThrow(/kind/);
  });

  it('waits for definitions to be served, applies what changed, and tells what is refused', async () => {
    const cluster = await (await planContextCluster(flags(), io())).open();
    try {
      const { client, whenInUse } = cluster;
      const objects = new ClusterObjects({ client, folder: '/project', whenInUse });
      const { objects: stored } = await objects.apply([definition('web'), web('a', 1), web('b', -1)]);
      expect(stored.map(({ kind, metadata }) => `${kind} ${metadata.name}`)).toEqual([
        'CustomResourceDefinition webs.example.com',
        'Web a',
      ]);
      const again = await objects.apply([definition('web'), web('a', 1), web('b', -1)]);
      expect(again).toMatchObject({
        objects: [],
        findings: [
          {
            severity: 'error',
            file: 'config/samples/web.yaml',
            message: expect.stringMatching(
              /^Web\.example\.com "b" is invalid: spec\.size: Invalid value: -1/,
            ),
          },
        ],
      });
      const kind = await client.mapper.kindFor('example.com/v1', 'Web');
      await client.patch(kind, 'a', mergePatch({ metadata: { finalizers: ['example.com/hold'] } }));
      expect((await objects.apply([web('a', 2)])).objects[0]?.metadata.finalizers).toEqual([
        'example.com/hold',
      ]);
      // What the server refuses is as it was, and stays a sample.
      await objects.apply([web('a', -2)]);
      expect(objects.storedOf([web('a', -2)])).toMatchObject([{ spec: { size: 2 } }]);
      const unknown = {
        file: '/project/x.yaml',
        object: { apiVersion: 'example.com/v1', kind: 'Wep', metadata: { name: 'a' } },
      };
      expect((await objects.apply([unknown])).findings).toMatchObject([
        { message: expect.stringContaining('Wep') },
      ]);
    } finally {
      await cluster.close();
    }
  });

  it('makes objects whose name the server chooses', async () => {
    const cluster = await (await planContextCluster(flags(), io())).open();
    try {
      const objects = new ClusterObjects({ client: cluster.client, folder: '/project' });
      const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { generateName: 'map-' } };
      const { objects: made } = await objects.apply([{ file: 'a', object }]);
      expect(made[0]?.metadata.name).toMatch(/^map-/);
      expect((await objects.apply([{ file: 'a', object }])).objects).toEqual([]);
      expect(
        (await cluster.client.list(ConfigMap)).items.filter(({ metadata }) =>
          metadata.name.startsWith('map-'),
        ),
      ).toHaveLength(1);
    } finally {
      await cluster.close();
    }
  });

  it('has the API server call this machine by the name it was given, and takes that back', async () => {
    const plan = await planContextCluster(flags({ webhookHost: 'dev.example.com' }), io());
    expect(plan.operatorArgs).toEqual([]);
    const cluster = await plan.open();
    const { client, webhooks } = cluster;
    if (webhooks === undefined) throw new Error('no webhooks');
    try {
      const site = definition('site', {
        conversion: {
          strategy: 'Webhook',
          webhook: { conversionReviewVersions: ['v1'], clientConfig: { service } },
        },
      });
      const hooks: Manifest = {
        file: 'hooks.yaml',
        object: {
          apiVersion: 'admissionregistration.k8s.io/v1',
          kind: 'ValidatingWebhookConfiguration',
          metadata: { name: 'hooks' },
          ...{
            webhooks: [
              {
                name: 'a.example.com',
                admissionReviewVersions: ['v1'],
                sideEffects: 'None',
                clientConfig: { service },
              },
            ],
          },
        },
      };
      expect(webhooks.address).toBeUndefined();
      await webhooks.serve([site, hooks]);
      const port = webhooks.address?.split(':')[1] ?? '';
      expect(webhooks.args[0]).toBe(`--webhook-bind-address=0.0.0.0:${port}`);
      const objects = new ClusterObjects({ client, folder });
      const { objects: applied, findings } = await objects.apply([
        webhooks.trusting(site),
        webhooks.trusting(hooks),
      ]);
      expect(findings).toEqual([]);
      const text = JSON.stringify(applied);
      expect(text).toContain(`"url":"https://dev.example.com:${port}/convert"`);
      expect(text).not.toContain('webhook-service');
      expect(applied.filter(isWebhookConfiguration)).toHaveLength(1);

      await withdrawWebhooks(client, applied, [site]);
      await withdrawWebhooks(client, applied, []);
      const crd = await client.get(
        await client.mapper.kindFor('apiextensions.k8s.io/v1', 'CustomResourceDefinition'),
        'sites.example.com',
      );
      expect(JSON.stringify(crd)).toContain('webhook-service');
      expect(JSON.stringify(crd)).not.toContain('dev.example.com');
    } finally {
      await cluster.close();
    }
  });
});
