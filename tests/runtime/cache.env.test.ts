import { defineKind } from '@kubewright/api';
import type { KubernetesObject } from '@kubewright/api';
import { CustomResourceDefinition } from '@kubewright/api/apiextensions/v1';
import { Deployment } from '@kubewright/api/apps/v1';
import { ConfigMap, Namespace, Secret, Service } from '@kubewright/api/core/v1';
import { ClusterRole, ClusterRoleBinding } from '@kubewright/api/rbac/v1';
import { isNotFound, mergePatch, metadataOnly } from '@kubewright/client';
import type { Client } from '@kubewright/client';
import { createManager, dropManagedFields, forKind } from '@kubewright/runtime';
import type { Manager, ManagerOptions } from '@kubewright/runtime';
import { startTestEnvironment } from '@kubewright/testing';
import type { TestEnvironment } from '@kubewright/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

let env: TestEnvironment;
const managers: Manager[] = [];

beforeAll(async () => {
  env = await startTestEnvironment();
  for (const name of ['one', 'two']) await env.client.create(Namespace({ metadata: { name } }));
}, 90_000);

afterEach(async () => {
  await Promise.all(managers.splice(0).map((manager) => manager.stop()));
});

afterAll(() => env.stop());

async function start(options: Partial<ManagerOptions> = {}): Promise<Manager> {
  const manager = createManager({ client: env.client, ...options });
  managers.push(manager);
  manager.start().catch(() => undefined);
  await manager.whenReady();
  return manager;
}

const map = (name: string, value: string, labels: Record<string, string> = { value }) =>
  ConfigMap({ metadata: { name, namespace: 'one', labels }, data: { value } });

const find = async (client: Client, name: string) => {
  try {
    return await client.get(ConfigMap, { namespace: 'one', name });
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
};

const names = (list: { items: KubernetesObject[] }) =>
  list.items.map(({ metadata }) => metadata?.name ?? '').sort();

describe('reads after writes', () => {
  it('show every write of several writers at once, whatever else is written', async () => {
    const { client, cache } = await start();
    const told = new Map<string, number>();
    const repeated: string[] = [];
    (await cache.syncedInformer(ConfigMap)).addHandler(({ type, meta }) => {
      const version = Number(meta.resourceVersion);
      if (type !== 'delete' && version <= (told.get(meta.uid) ?? 0)) repeated.push(`${type} ${meta.name}`);
      told.set(meta.uid, version);
    });
    const writer = async (id: number) => {
      const name = `storm-${id}`;
      for (let round = 0; round < 8; round += 1) {
        await client.create(map(name, `${round}`));
        expect((await find(client, name))?.data).toEqual({ value: `${round}` });
        const label = { labelSelector: { value: `${round}` }, namespace: 'one' };
        expect(names(await client.list(ConfigMap, label))).toContain(name);
        await env.client.patch(ConfigMap, { namespace: 'one', name }, mergePatch({ data: { other: 'x' } }));
        await client.patch(ConfigMap, { namespace: 'one', name }, mergePatch({ data: { value: 'patched' } }));
        const read = await find(client, name);
        expect(read?.data).toEqual({ value: 'patched', other: 'x' });
        await client.update({ ...read, data: { value: 'updated' } } as ConfigMap);
        expect((await find(client, name))?.data).toEqual({ value: 'updated' });
        await client.apply(ConfigMap({ metadata: { name, namespace: 'one' }, data: { applied: 'y' } }));
        expect((await find(client, name))?.data).toEqual({ value: 'updated', applied: 'y' });
        await client.delete(ConfigMap, { namespace: 'one', name });
        expect(await find(client, name)).toBeUndefined();
      }
      await client.create(map(name, 'last'));
    };
    await Promise.all(Array.from({ length: 6 }, (_, id) => writer(id)));
    expect(names(await client.list(ConfigMap, { namespace: 'one' }))).toEqual(
      names(await env.client.list(ConfigMap, { namespace: 'one' })),
    );
    expect(repeated).toEqual([]);
    await client.deleteAllOf(ConfigMap, { namespace: 'one' });
    expect(names(await client.list(ConfigMap, { labelSelector: { value: 'last' } }))).toEqual([]);
  });

  it('know what waits for finalizers, what is removed with an answer that holds it, and a scale', async () => {
    const { client } = await start();
    const key = { namespace: 'one', name: 'finalized' };
    const draft = map(key.name, '1');
    await client.create({ ...draft, metadata: { ...draft.metadata, finalizers: ['example.com/x'] } });
    await client.get(ConfigMap, key);
    await client.delete(ConfigMap, key);
    expect((await find(client, key.name))?.metadata.deletionTimestamp).toBeDefined();
    await client.patch(ConfigMap, key, mergePatch({ metadata: { finalizers: null } }));
    expect(await find(client, key.name)).toBeUndefined();

    // A service that was deleted is answered with the object, not with a Status.
    const service = Service({ metadata: { name: 's', namespace: 'one' }, spec: { ports: [{ port: 80 }] } });
    await client.list(Service);
    await client.create(service);
    await client.delete(Service, { namespace: 'one', name: 's' });
    await expect(client.get(Service, { namespace: 'one', name: 's' })).rejects.toSatisfy(isNotFound);

    const labels = { app: 'd' };
    const template = { metadata: { labels }, spec: { containers: [{ name: 'c', image: 'i' }] } };
    const spec = { replicas: 0, selector: { matchLabels: labels }, template };
    await client.list(Deployment);
    const deployment = { namespace: 'one', name: 'd' };
    await client.create(Deployment({ metadata: deployment, spec }));
    await client.subresource('scale').patch(Deployment, deployment, mergePatch({ spec: { replicas: 1 } }));
    expect((await client.get(Deployment, deployment)).spec?.replicas).toBe(1);
    await client.delete(Deployment, deployment, { propagationPolicy: 'Foreground' });
    const last = await client.get(Deployment, deployment).catch((error: unknown) => error);
    expect(isNotFound(last) || (last as Deployment).metadata?.deletionTimestamp !== undefined).toBe(true);

    await client.create(Namespace({ metadata: { name: 'passing' } }));
    await client.list(Namespace);
    await client.delete(Namespace, 'passing');
    const passing = await client.get(Namespace, 'passing').catch((error: unknown) => error);
    expect(isNotFound(passing) || (passing as Namespace).metadata?.deletionTimestamp !== undefined).toBe(
      true,
    );
  });
});

describe('settings of the cache', () => {
  it('narrow what is watched by labels, fields and namespaces, and what is kept of it', async () => {
    for (const [name, app] of Object.entries({ a: 'web', b: 'db', c: 'web' })) {
      await env.client.create(ConfigMap({ metadata: { name, namespace: 'two', labels: { app } } }));
      await env.client.create(Secret({ metadata: { name, namespace: 'two' }, type: `example.com/${app}` }));
    }
    const { client } = await start({
      cache: {
        transform: dropManagedFields,
        byKind: [
          forKind(ConfigMap, { namespaces: { one: {}, two: { labelSelector: { app: 'web' } } } }),
          forKind(Secret, { fieldSelector: { type: 'example.com/web' }, namespaces: {} }),
        ],
      },
    });
    expect(names(await client.list(ConfigMap, { namespace: 'two' }))).toEqual(['a', 'c']);
    expect((await client.get(ConfigMap, 'two/a')).metadata.managedFields).toBeUndefined();
    await expect(client.list(ConfigMap, { namespace: 'default' })).rejects.toMatchObject({
      code: 'NamespaceNotCached',
    });
    expect(names(await client.list(Secret, { namespace: 'two' }))).toEqual(['a', 'c']);
    const written = Secret({ metadata: { name: 'd', namespace: 'two' }, type: 'example.com/db' });
    await client.create(written);
    await env.client.create({
      ...written,
      metadata: { name: 'e', namespace: 'two' },
      type: 'example.com/web',
    });
    await env.eventually(async () => {
      expect(names(await client.list(Secret, { namespace: 'two' }))).toEqual(['a', 'c', 'e']);
    });
  });

  it('keep metadata alone of a kind, beside whole objects of it', async () => {
    const { client } = await start();
    const partial = metadataOnly(ConfigMap);
    await env.client.create(map('whole', '1'));
    const key = { namespace: 'one', name: 'whole' };
    const read = await client.get(partial, key);
    expect(Object.keys(read).sort()).toEqual(['apiVersion', 'kind', 'metadata']);
    expect(read).toMatchObject({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { labels: { value: '1' } } });
    await client.patch(ConfigMap, key, mergePatch({ metadata: { labels: { value: '2' } } }));
    expect((await client.get(partial, key)).metadata.labels).toEqual({ value: '2' });
    await env.client.patch(ConfigMap, key, mergePatch({ metadata: { labels: { value: '3' } } }));
    await env.eventually(async () => {
      const found = await client.list(partial, { labelSelector: { value: '3' } });
      expect(Object.keys(found.items[0] ?? {}).sort()).toEqual(['apiVersion', 'kind', 'metadata']);
    });
    expect((await client.get(ConfigMap, key)).data).toEqual({ value: '1' });
  });
});

describe('an informer', () => {
  const Widget = defineKind<KubernetesObject>({ group: 'example.com', version: 'v1', kind: 'Widget' });
  const widget = (name: string) => Widget({ metadata: { name, namespace: 'one' } });
  const crd = CustomResourceDefinition({
    metadata: { name: 'widgets.example.com' },
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { plural: 'widgets', kind: 'Widget' },
      versions: [
        { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } },
      ],
    },
  });

  it('waits for a CustomResourceDefinition, outlives it, and follows its successor', async () => {
    const { client, cache } = await start();
    const informer = cache.informer(Widget);
    await env.eventually(() => {
      expect(isNotFound(informer.lastError)).toBe(true);
    });
    await env.client.create(crd);
    await env.eventually(() => env.client.create(widget('a')), { timeoutMs: 20_000 });
    await informer.whenSynced({ signal: AbortSignal.timeout(30_000) });
    // It may have listed between the definition and its first object, which somebody else made.
    await env.eventually(async () => {
      expect(names(await client.list(Widget))).toEqual(['a']);
    });
    await env.client.delete(CustomResourceDefinition, 'widgets.example.com');
    await env.eventually(
      () => {
        expect(informer.list()).toEqual([]);
      },
      { timeoutMs: 20_000 },
    );
    await env.eventually(() => env.client.create(crd), { timeoutMs: 20_000 });
    await env.eventually(() => env.client.create(widget('b')), { timeoutMs: 20_000 });
    await env.eventually(
      async () => {
        expect(names(await client.list(Widget))).toEqual(['b']);
      },
      { timeoutMs: 60_000 },
    );
  }, 120_000);

  it('says which rule is missing, and begins once it is granted', async () => {
    const user = 'cache-reader';
    const manager = await start({ client: env.client.with({ impersonate: { username: user } }) });
    const informer = manager.cache.informer(Secret);
    await env.eventually(() => {
      expect(informer.lastError?.message).toMatch(/secrets is forbidden: User "cache-reader" cannot list/);
    });
    const rule = { apiGroups: [''], resources: ['secrets'], verbs: ['list', 'watch'] };
    await env.client.create(ClusterRole({ metadata: { name: user }, rules: [rule] }));
    await env.client.create(
      ClusterRoleBinding({
        metadata: { name: user },
        roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: user },
        subjects: [{ kind: 'User', name: user, apiGroup: 'rbac.authorization.k8s.io' }],
      }),
    );
    await informer.whenSynced({ signal: AbortSignal.timeout(30_000) });
    expect(informer.lastError).toBeUndefined();
  }, 60_000);
});
