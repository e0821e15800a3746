import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { defineKind, systemClock } from '@kubewright/api';
import type { CustomResource, KubernetesObject } from '@kubewright/api';
import { CustomResourceDefinition } from '@kubewright/api/apiextensions/v1';
import { ConfigMap, PersistentVolumeClaim, Pod } from '@kubewright/api/core/v1';
import { createClient, createHttpTransport, isNotFound, loadKubeconfig } from '@kubewright/client';
import { readCallLog } from '@kubewright/client/recording';
import { controllerFor, createOrUpdate } from '@kubewright/runtime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installCrds } from './crds.js';
import { startTestEnvironment } from './test-environment.js';
import type { TestEnvironment } from './test-environment.js';

interface Echo extends CustomResource<{ text: string }> {}
const Echo = defineKind<Echo>({
  group: 'testing.example.com',
  version: 'v1',
  kind: 'Echo',
  plural: 'echoes',
});

const echoCrd = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'echoes.testing.example.com' },
  spec: {
    group: 'testing.example.com',
    scope: 'Namespaced',
    names: { plural: 'echoes', kind: 'Echo' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: { spec: { type: 'object', properties: { text: { type: 'string' } } } },
          },
        },
      },
    ],
  },
};

const echo = (name: string, text: string) =>
  Echo({ metadata: { name, namespace: 'default' }, spec: { text } });

/** Copies the text to a ConfigMap; of `fail` it says why it cannot. */
const echoController = controllerFor(Echo).reconcile(async ({ metadata, spec }, { client }) => {
  if (spec.text === 'fail') throw new Error('will not echo that');
  const { name, namespace = 'default' } = metadata;
  await createOrUpdate(client, ConfigMap({ metadata: { name, namespace } }), (map) => {
    map.data = { text: spec.text };
  });
});

describe('a test environment', () => {
  let env: TestEnvironment;
  beforeAll(async () => {
    env = await startTestEnvironment({ crds: [echoCrd], controllers: [echoController] });
  }, 90_000);
  afterAll(() => env.stop());

  it('is settled when the controllers have answered what was written', async () => {
    await env.client.create(echo('settled', 'hello'));
    await env.settled();
    expect((await env.client.get(ConfigMap, 'settled')).data).toEqual({ text: 'hello' });
  });

  it('is not settled while a key fails, and says which and why', async () => {
    await env.client.create(echo('failing', 'fail'));
    await expect(env.settled({ timeoutMs: 600 })).rejects.toMatchObject({
      code: 'NotSettled',
      message: expect.stringMatching(/echo.*default\/failing|default\/failing.*echo/i) as string,
    });
    await env.client.delete(Echo, 'failing');
    await env.settled();
  });

  it('gives up settling when its signal aborts', async () => {
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(env.settled({ signal })).rejects.toThrow('enough');
  });

  it('has a kubeconfig with which other processes reach the same server', async () => {
    const transport = createHttpTransport(await loadKubeconfig({ path: await env.kubeconfigFile() }));
    const other = createClient({ transport });
    try {
      await other.create(ConfigMap({ metadata: { name: 'from-outside', namespace: 'default' } }));
      expect((await env.client.get(ConfigMap, 'from-outside')).metadata.name).toBe('from-outside');
    } finally {
      await transport.close();
    }
  });

  it('runs more controllers for as long as the test wants', async () => {
    const seen: string[] = [];
    const watching = controllerFor(ConfigMap)
      .named('watching')
      .reconcile(({ metadata }) => void seen.push(metadata.name));
    const manager = await env.startManager([watching]);
    await env.client.create(ConfigMap({ metadata: { name: 'seen', namespace: 'default' } }));
    await env.settled();
    expect(seen).toContain('seen');
    await manager.stop();
    await env.client.create(ConfigMap({ metadata: { name: 'unseen', namespace: 'default' } }));
    await env.settled();
    expect(seen).not.toContain('unseen');
  });

  it('makes managers as it is told to', async () => {
    const seen: string[] = [];
    const watching = controllerFor(ConfigMap)
      .named('selecting')
      .reconcile(({ metadata }) => void seen.push(metadata.name));
    const cache = { labelSelector: { wanted: 'yes' } };
    const manager = await env.startManager([watching], { cache });
    const metadata = { namespace: 'default', labels: { wanted: 'yes' } };
    await env.client.create(ConfigMap({ metadata: { ...metadata, name: 'wanted' } }));
    await env.client.create(ConfigMap({ metadata: { namespace: 'default', name: 'unwanted' } }));
    await env.settled();
    expect(seen).toEqual(['wanted']);
    await manager.stop();
  });

  it('waits with eventually for what is read, listed, changed, and said in a status', async () => {
    const key = { namespace: 'default', name: 'later' };
    const read = env.eventually(() => env.client.get(ConfigMap, key));
    const listed = env.eventually(async () => {
      const { items } = await env.client.list(ConfigMap, { labelSelector: 'part-of=later' });
      expect(items).toHaveLength(1);
    });
    const changed = env.eventually(async () => {
      const found = await env.client.get(ConfigMap, key);
      return env.client.update({ ...found, data: { changed: 'yes' } });
    });
    const said = env.eventually(async () => {
      const found = await env.client.get(PersistentVolumeClaim, key);
      const conditions = [{ type: 'Seen', status: 'True' as const }];
      return env.client.status.update({ ...found, status: { ...found.status, conditions } });
    });
    await env.client.create(ConfigMap({ metadata: { ...key, labels: { 'part-of': 'later' } } }));
    await env.client.create(
      PersistentVolumeClaim({
        metadata: key,
        spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
      }),
    );
    expect((await read).metadata.name).toBe('later');
    await listed;
    expect((await changed).data).toEqual({ changed: 'yes' });
    expect((await said).status?.conditions).toMatchObject([{ type: 'Seen' }]);
    await expect(
      env.eventually(() => env.client.get(ConfigMap, 'never'), { timeoutMs: 50 }),
    ).rejects.toSatisfy(isNotFound);
  });

  it('installs CRDs anew that are there already, in their new form', async () => {
    const [version] = echoCrd.spec.versions;
    const changed = {
      ...echoCrd,
      spec: { ...echoCrd.spec, names: { ...echoCrd.spec.names, shortNames: ['ec'] }, versions: [version] },
    };
    for (const crd of [echoCrd, changed]) await installCrds(env.client, [crd], { clock: systemClock });
    const { name } = echoCrd.metadata;
    expect((await env.client.get(CustomResourceDefinition, name)).spec.names.shortNames).toEqual(['ec']);
    const unserved = {
      ...echoCrd,
      metadata: { name: 'whispers.testing.example.com' },
      spec: {
        ...echoCrd.spec,
        names: { plural: 'whispers', kind: 'Whisper' },
        versions: [{ ...version, served: false }],
      },
    };
    await installCrds(env.client, [unserved as KubernetesObject], { clock: systemClock });
    await env.client.delete(CustomResourceDefinition, unserved.metadata.name);
  });

  it('hands out a live client, which throws what the server answers', async () => {
    await expect(env.client.get(ConfigMap, 'nothing')).rejects.toSatisfy(isNotFound);
  });

  it('records the calls of operators, not those of the test', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'kubewright-calls-'));
    const file = path.join(folder, 'calls.jsonl');
    try {
      const controller = controllerFor(ConfigMap)
        .named('copies-configmaps')
        .reconcile(async ({ metadata, data }, { client }) => {
          if (metadata.name !== 'recorded') return;
          await client.apply(ConfigMap({ metadata: { name: 'recorded-copy' }, data: data ?? {} }));
        });
      const recorded = await startTestEnvironment({ controllers: [controller], recordCalls: file });
      const claims = { namespace: 'default' };
      await recorded.client.create(ConfigMap({ metadata: { name: 'recorded' }, data: { a: 'b' } }));
      await recorded.client.list(PersistentVolumeClaim, claims);
      await recorded.settled();
      await recorded.stop();
      const calls = (await readCallLog(file)).filter(({ path: url }) => url === '');
      expect([...new Set(calls.map(({ verb, resource }) => `${verb} ${resource}`))].sort()).toEqual([
        'create configmaps',
        'list configmaps',
        'patch configmaps',
        'watch configmaps',
      ]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

describe('the node of a test environment', () => {
  it('behaves as it is told to', async () => {
    await using env = await startTestEnvironment({ node: { unpullableImages: ['broken:1'] } });
    const container = { name: 'main', image: 'broken:1' };
    await env.client.create(
      Pod({ metadata: { name: 'stuck', namespace: 'default' }, spec: { containers: [container] } }),
    );
    await env.settled();
    const { status } = await env.client.get(Pod, 'stuck');
    expect(status?.containerStatuses?.[0]?.state?.waiting?.reason).toBe('ImagePullBackOff');
  });
});
