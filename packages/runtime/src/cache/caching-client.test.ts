import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConfigMap, Namespace, Secret } from '@kubewright/api/core/v1';
import { isNotFound, mergePatch, metadataOnly } from '@kubewright/client';

import { configMap } from '../test-support/informer-harness.js';
import { ManagerHarness } from '../test-support/manager-harness.js';
import { settleMicrotasks } from '../test-support/manual-clock.js';
import { peek } from './peek.js';

let harness: ManagerHarness;

beforeEach(async () => {
  harness = new ManagerHarness({ uncached: [Secret] });
  harness.manager.cache.indexField(ConfigMap, 'data.value', (map) => [map.data?.['value'] ?? '']);
  await harness.client.create(configMap('a', { labels: { app: 'web' }, value: 'red' }));
  await harness.client.create(configMap('b', { namespace: 'x', labels: { app: 'db' }, value: 'red' }));
  await harness.start();
  harness.api.requests.length = 0;
});

afterEach(async () => {
  await harness.stop();
  expect([harness.clock.pending, harness.api.watches], 'timers and watches left').toEqual([0, 0]);
});

const names = async (options: Parameters<typeof harness.client.list>[1]) => {
  const { items } = await harness.manager.client.list(ConfigMap, options);
  return items.map(({ metadata }) => metadata.name);
};

describe('the caching client', () => {
  it('reads from the cache, without a request once the informer runs', async () => {
    const { client } = harness.manager;
    expect(await client.get(ConfigMap, 'a')).toMatchObject({
      kind: 'ConfigMap',
      metadata: { namespace: 'default', name: 'a' },
    });
    expect(await client.get(ConfigMap, { namespace: 'x', name: 'b' })).toMatchObject({
      data: { value: 'red' },
    });
    expect(await client.list(ConfigMap)).toMatchObject({
      kind: 'ConfigMapList',
      apiVersion: 'v1',
      items: [{}, {}],
    });
    expect(harness.api.requests).toEqual([]);
  });

  it('starts an informer on demand, and waits for its first list', async () => {
    await harness.client.create(Namespace({ metadata: { name: 'x' } }));
    expect(await harness.manager.client.get(Namespace, 'x')).toMatchObject({ kind: 'Namespace' });
    expect(harness.api.requests.filter((request) => request.startsWith('GET'))).toEqual([
      'GET /api/v1/namespaces?limit=500',
      expect.stringContaining('GET /api/v1/namespaces?'),
    ]);
    await settleMicrotasks();
    expect(harness.manager.activity.isIdle()).toBe(true);
  });

  it('says NotFound as a server does', async () => {
    const error: unknown = await harness.manager.client
      .get(ConfigMap, 'nope')
      .catch((caught: unknown) => caught);
    expect(isNotFound(error)).toBe(true);
    expect(error).toMatchObject({
      message: 'configmaps "nope" not found',
      status: { code: 404, details: { name: 'nope', kind: 'configmaps' } },
    });
  });

  it('writes to the server, and shows the write at once', async () => {
    const { client } = harness.manager;
    harness.api.dropEvents = true;
    await client.patch(ConfigMap, 'a', mergePatch({ data: { value: 'blue' } }));
    expect(await client.get(ConfigMap, 'a')).toMatchObject({ data: { value: 'blue' } });
    expect(harness.api.requests).toEqual(['PATCH /api/v1/namespaces/default/configmaps/a']);
    await client.delete(ConfigMap, 'a');
    await client.delete({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'b', namespace: 'x' } });
    expect((await client.list(ConfigMap)).items).toEqual([]);
  });

  it('lists by namespace, labels, name, indexed field and limit', async () => {
    expect(await names({ namespace: 'x' })).toEqual(['b']);
    expect(await names({ labelSelector: 'app in (web, cache)' })).toEqual(['a']);
    expect(await names({ labelSelector: { app: 'db' } })).toEqual(['b']);
    expect(
      await names({ labelSelector: { matchExpressions: [{ key: 'app', operator: 'Exists' }] } }),
    ).toEqual(['a', 'b']);
    expect(await names({ fieldSelector: 'metadata.name=b' })).toEqual(['b']);
    expect(await names({ fieldSelector: 'data.value=red,metadata.namespace=x' })).toEqual(['b']);
    expect(await names({ fieldSelector: { 'data.value': 'red' } })).toEqual(['a', 'b']);
    expect(await names({ fieldSelector: 'data.value==red,metadata.namespace==x' })).toEqual(['b']);
    expect(await names({ fieldSelector: '' })).toEqual(['a', 'b']);
    expect(await names({ fieldSelector: { 'data.value': 'red', 'metadata.namespace': 'x' } })).toEqual(['b']);
    expect(await names({ labelSelector: { app: 'web' }, fieldSelector: { 'metadata.name': 'b' } })).toEqual(
      [],
    );
    expect(await names({ limit: 1 })).toEqual(['a']);
    expect(harness.api.requests).toEqual([]);
  });

  it.each([
    [{ fieldSelector: 'data.other=red' }, 'IndexMissing', 'add an index with cache.indexField'],
    [{ fieldSelector: 'data.value!=red' }, 'UnsupportedOption', 'which is not field=value'],
    [{ fieldSelector: 'data.value=red,data.other=x' }, 'IndexMissing', 'by data.other: add an index'],
    [{ continue: 'token' }, 'UnsupportedOption', 'with continue or resourceVersion'],
  ])('refuses %j, and says what to do', async (options, code, hint) => {
    const error: unknown = await harness.manager.client
      .list(ConfigMap, options)
      .catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code, message: expect.stringContaining(hint) });
    expect((error as Error).message).toMatch(/read with apiReader/);
  });

  it('finds values that a selector as text would have to escape', async () => {
    await harness.client.create(configMap('c', { value: 'a=b,c\\d' }));
    await settleMicrotasks();
    expect(await names({ fieldSelector: { 'data.value': 'a=b,c\\d' } })).toEqual(['c']);
    expect(await names({ fieldSelector: 'data.value=a\\=b\\,c\\\\d' })).toEqual(['c']);
  });

  it.each([
    [{ labelSelector: 'a in' }],
    [{ labelSelector: { matchExpressions: [{ key: 'a', operator: 'Nearly' }] } }],
    [{ fieldSelector: 'data.value' }],
  ])('refuses the selector of %j as nonsense', async (options) => {
    const error: unknown = await harness.manager.client
      .list(ConfigMap, options)
      .catch((caught: unknown) => caught);
    expect(error).toMatchObject({
      name: 'InvalidRequestError',
      code: 'InvalidSelector',
      message: expect.stringContaining('cannot list ConfigMap (v1)'),
    });
  });

  it('reads kinds that are not to be cached from the server', async () => {
    await harness.client.create(Secret({ metadata: { name: 's', namespace: 'default' } }));
    harness.api.requests.length = 0;
    await harness.manager.client.get(Secret, 's');
    await harness.manager.client.list(Secret);
    expect(harness.api.requests).toEqual(['GET /api/v1/namespaces/default/secrets/s', 'GET /api/v1/secrets']);
    expect(harness.manager.activity.resourceVersions()).toHaveLength(1);
  });

  it('gives up waiting for an informer by the signal, by the time limit, and when the manager stops', async () => {
    harness.api.unserved.add('/api/v1/namespaces');
    const stop = new AbortController();
    const bySignal = harness.manager.client.get(Namespace, 'x', { signal: stop.signal });
    stop.abort(new Error('enough'));
    await expect(bySignal).rejects.toThrow('enough');
    const byTime = harness.manager.client.get(Namespace, 'x').catch((error: unknown) => error);
    await harness.clock.advance(120_000);
    expect(await byTime).toMatchObject({ code: 'CacheSyncTimeout' });
    const byStop = harness.manager.client.get(Namespace, 'x').catch((error: unknown) => error);
    await harness.stop();
    expect(await byStop).toMatchObject({ message: expect.stringContaining('stopped before it was synced') });
  });

  it('keeps to the namespace that it is told to keep to', async () => {
    const client = harness.manager.client.with({ onlyNamespace: 'x' });
    expect((await client.list(ConfigMap)).items.map(({ metadata }) => metadata.name)).toEqual(['b']);
    expect(await client.get(ConfigMap, 'b')).toMatchObject({ metadata: { namespace: 'x' } });
    const refusal = { code: 'OtherNamespace' };
    await expect(client.get(ConfigMap, 'default/a')).rejects.toMatchObject(refusal);
    await expect(client.list(ConfigMap, { namespace: 'default' })).rejects.toMatchObject(refusal);
    await expect(client.apply(configMap('a', { namespace: 'default' }))).rejects.toMatchObject(refusal);
    expect(harness.api.requests).toEqual([]);
  });

  it('sends every apply of a client of dry runs, and shows none', async () => {
    const client = harness.manager.client.with({ dryRun: true });
    const map = configMap('a', { value: 'red', labels: { app: 'web' } });
    await harness.manager.client.apply(map, { force: true });
    harness.api.requests.length = 0;
    for (let round = 0; round < 2; round += 1) await client.apply(map).catch(() => undefined);
    expect(harness.api.requests).toHaveLength(2);
    expect(harness.api.requests[0]).toContain('?dryRun=All');
  });

  it('gives metadata alone out as such, which is not written', async () => {
    const { client } = harness.manager;
    const partial = metadataOnly(ConfigMap);
    const objects = [await client.get(partial, 'a'), ...(await client.list(partial)).items];
    const peeked = await peek(client, partial, { namespace: 'default', name: 'a' }, {});
    if (peeked !== undefined) objects.push(peeked);
    expect(objects).toHaveLength(4);
    harness.api.requests.length = 0;
    for (const object of objects)
      await expect(client.update(object)).rejects.toMatchObject({ code: 'MetadataOnly' });
    expect(harness.api.requests).toEqual([]);
  });

  it('cannot be read before the manager starts', async () => {
    const idle = new ManagerHarness();
    await expect(idle.manager.client.get(ConfigMap, 'a')).rejects.toThrow(
      'cannot read ConfigMap (v1) from the cache: start the manager first, or read with apiReader',
    );
  });
});
