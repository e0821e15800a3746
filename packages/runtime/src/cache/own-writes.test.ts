import { ConfigMap } from '@kubewright/api/core/v1';
import { isNotFound, mergePatch, metadataOnly } from '@kubewright/client';
import type { Client } from '@kubewright/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { configMap } from '../test-support/informer-harness.js';
import { ManagerHarness } from '../test-support/manager-harness.js';
import { settleMicrotasks } from '../test-support/manual-clock.js';
import { forKind } from './cache-options.js';
import type { CacheSettings } from './cache-options.js';
import { ownerUidIndex } from './owner-index.js';

/*
 * What a reader may count on after a write through the same client has resolved, however far the watch is behind:
 *  1. A create, update, patch, apply or status write is read back in that state, or in a newer one.
 *  2. It is found by labels, indexes and owners as it is now.
 *  3. An object that was deleted is gone; one that waits for finalizers shows its deletionTimestamp; one made again under
 *     its name shows.
 *  4. What the watch, or a list that began before the write, says of older states is not shown.
 *  5. Handlers are told once, at the write, in the order of the versions.
 *  6. Where the answer does not tell, reads wait for the watch, for a bounded time.
 *  7. Selectors and transforms hold for what was written, too.
 */

let harness: ManagerHarness;
let client: Client;
let events: string[];

async function setUp(cache: CacheSettings = {}): Promise<void> {
  harness = new ManagerHarness({ cache });
  ({ client } = harness.manager);
  harness.manager.cache.indexField(ConfigMap, 'data.value', (map) => [map.data?.['value'] ?? '']);
  await harness.client.create(configMap('a', { value: '1', labels: { app: 'web' } }));
  await harness.start();
  events = [];
  const informer = await harness.manager.cache.syncedInformer(ConfigMap);
  informer.addHandler(({ type, meta }) => events.push(`${type} ${meta.name} ${meta.resourceVersion}`));
  await settleMicrotasks();
  events.length = 0;
  harness.api.requests.length = 0;
  harness.api.holdEvents = true;
}

beforeEach(() => setUp());

afterEach(async () => {
  await harness.stop();
  expect([harness.clock.pending, harness.api.watches], 'timers and watches left').toEqual([0, 0]);
});

const setValue = (by: Client, name: string, value: string) =>
  by.patch(ConfigMap, name, mergePatch({ data: { value } }));
const valueOf = async (name: string) => {
  try {
    return (await client.get(ConfigMap, name)).data?.['value'];
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
};
const namesOf = async (options: Parameters<Client['list']>[1] = {}) =>
  (await client.list(ConfigMap, options)).items.map(({ metadata }) => metadata.name).sort();
const release = async (count?: number) => {
  harness.api.releaseEvents(count);
  await settleMicrotasks();
};

describe('a read after a write', () => {
  it.each([
    ['create', () => client.create(configMap('b', { value: '2' })), 'b', '2'],
    ['patch', () => setValue(client, 'a', '2'), 'a', '2'],
    [
      'update',
      async () => {
        const map = await client.get(ConfigMap, 'a');
        return client.update({ ...map, data: { value: '2' } });
      },
      'a',
      '2',
    ],
    ['patch by a derived client', () => setValue(client.with({ fieldManager: 'x' }), 'a', '2'), 'a', '2'],
  ])('shows a %s, and asks the server for nothing', async (_verb, write, name, value) => {
    await write();
    expect(await valueOf(name)).toBe(value);
    expect(harness.api.requests.filter((request) => request.startsWith('GET'))).toEqual([]);
    await release();
    expect(await valueOf(name)).toBe(value);
    expect(events).toHaveLength(1);
  });

  it('shows a write of the status', async () => {
    const map = await client.get(ConfigMap, 'a');
    await client.status.update({ ...map, status: { ready: true } } as ConfigMap);
    expect(await client.get(ConfigMap, 'a')).toMatchObject({ status: { ready: true } });
  });

  it('finds what was written by labels, indexes and owners as it is now', async () => {
    const owner = { apiVersion: 'v1', kind: 'App', name: 'app', uid: 'app-uid', controller: true };
    const owned = configMap('b', { value: '2', labels: { app: 'web' } });
    await client.create({ ...owned, metadata: { ...owned.metadata, ownerReferences: [owner] } });
    await client.patch(
      ConfigMap,
      'a',
      mergePatch({ metadata: { labels: { app: 'db' } }, data: { value: '3' } }),
    );
    expect(await namesOf({ labelSelector: 'app=web' })).toEqual(['b']);
    expect(await namesOf({ fieldSelector: 'data.value=1' })).toEqual([]);
    expect(await namesOf({ fieldSelector: 'data.value=3' })).toEqual(['a']);
    expect(await namesOf({ fieldSelector: { [ownerUidIndex]: 'app-uid' } })).toEqual(['b']);
    expect(await namesOf({ fieldSelector: { [ownerUidIndex]: 'app-uid', 'data.value': '3' } })).toEqual([]);
  });

  it('does not fall back to older states that the watch tells of late', async () => {
    await setValue(harness.client, 'a', 'foreign');
    await setValue(client, 'a', 'own');
    await release(1);
    expect(await valueOf('a')).toBe('own');
    await setValue(harness.client, 'a', 'later');
    await release();
    expect(await valueOf('a')).toBe('later');
    expect(events.map((event) => event.split(' ')[0])).toEqual(['update', 'update']);
  });

  it('does not show an object again that the watch has told the end of before the write was answered', async () => {
    harness.api.holdEvents = false;
    let answer: () => void = () => undefined;
    harness.api.beforeAnswer = ({ method }) =>
      method === 'PATCH' ? new Promise((resolve) => (answer = resolve)) : undefined;
    const writing = setValue(client, 'a', 'own');
    await settleMicrotasks();
    await harness.client.delete(ConfigMap, 'a');
    await settleMicrotasks();
    answer();
    await writing;
    expect(await valueOf('a')).toBeUndefined();
  });

  it('keeps what was written from a list that began before, and takes a list that began after at its word', async () => {
    let answer: () => void = () => undefined;
    harness.api.beforeAnswer = ({ path }) =>
      path.includes('limit=') ? new Promise((resolve) => (answer = resolve)) : undefined;
    harness.api.failWatches(410, 'Expired');
    await harness.clock.advance(5000);
    await client.create(configMap('b', { value: '2' }));
    await setValue(client, 'a', 'own');
    answer();
    await settleMicrotasks();
    expect([await valueOf('a'), await valueOf('b')]).toEqual(['own', '2']);
    harness.api.beforeAnswer = undefined;
    await harness.client.delete(ConfigMap, 'b');
    harness.api.compact();
    harness.api.failWatches(410, 'Expired');
    await harness.clock.advance(5000);
    expect(await namesOf()).toEqual(['a']);
  });
});

describe('a read after a delete', () => {
  it.each([true, false])('does not find the object (answered with a Status: %s)', async (status) => {
    harness.api.statusOfDeletes = status;
    await setValue(harness.client, 'a', 'foreign');
    await client.delete(ConfigMap, 'a');
    expect(await valueOf('a')).toBeUndefined();
    await release(1);
    expect([await valueOf('a'), await namesOf()]).toEqual([undefined, []]);
    await release();
    expect(events).toEqual([expect.stringMatching(/^delete a /)]);
  });

  it('finds the one that was made again under the same name', async () => {
    harness.api.statusOfDeletes = true;
    await client.delete(ConfigMap, 'a');
    await client.create(configMap('a', { value: 'new' }));
    expect(await valueOf('a')).toBe('new');
    await release(1);
    expect(await valueOf('a')).toBe('new');
    await release();
    expect(events.map((event) => event.split(' ')[0])).toEqual(['delete', 'add']);
    await client.delete(ConfigMap, 'a');
    await harness.client.create(configMap('a', { value: 'foreign' }));
    await release();
    expect(await valueOf('a')).toBe('foreign');
  });

  it('shows the deletionTimestamp while finalizers hold the object, and not the object once the last is gone', async () => {
    await client.patch(ConfigMap, 'a', mergePatch({ metadata: { finalizers: ['example.com/x'] } }));
    await client.delete(ConfigMap, 'a');
    expect((await client.get(ConfigMap, 'a')).metadata.deletionTimestamp).toBeDefined();
    await client.patch(ConfigMap, 'a', mergePatch({ metadata: { finalizers: null } }));
    expect(await valueOf('a')).toBeUndefined();
    await release();
    expect(await namesOf()).toEqual([]);
    expect(events.map((event) => event.split(' ')[0])).toEqual(['update', 'update', 'delete']);
  });

  it('waits for the watch to tell of each object of a collection', async () => {
    await client.create(configMap('b'));
    await client.deleteAllOf(ConfigMap, { namespace: 'default' });
    let names: string[] | undefined;
    const listing = namesOf().then((found) => (names = found));
    await release(2);
    expect(names).toBeUndefined();
    await release();
    await listing;
    expect(names).toEqual([]);
  });

  it('gives up waiting after a while, and says so', async () => {
    await client.deleteAllOf(ConfigMap, { namespace: 'default' });
    const reading = client.get(ConfigMap, 'a').catch((error: unknown) => error);
    await harness.clock.advance(10_000);
    expect(await reading).toMatchObject({
      code: 'CacheBehind',
      message: expect.stringContaining('cannot read ConfigMap (v1) default/a from the cache'),
    });
    const stop = new AbortController();
    const aborted = client.list(ConfigMap, { signal: stop.signal });
    stop.abort(new Error('enough'));
    await expect(aborted).rejects.toThrow('enough');
  });
});

describe('handlers', () => {
  it('are told at the write, with the state before, and not again by the watch', async () => {
    const seen: unknown[] = [];
    harness.manager.cache.informer(ConfigMap).addHandler((event) => {
      if (event.type === 'update') seen.push([event.oldObject.data, event.object.data]);
    });
    const writing = setValue(client, 'a', '2');
    await writing;
    expect(seen).toEqual([[{ value: '1' }, { value: '2' }]]);
    await release();
    harness.api.sendBookmarks();
    await settleMicrotasks();
    expect(seen).toHaveLength(1);
    expect(harness.manager.activity.resourceVersions()[0]?.resourceVersion).toBe(
      String(harness.api.revision),
    );
  });
});

describe('settings of a kind', () => {
  beforeEach(async () => {
    await harness.stop();
  });

  it('take what a write moves out of the labels selected out of the cache, and into it', async () => {
    await setUp({ byKind: [forKind(ConfigMap, { labelSelector: { app: 'web' } })] });
    await client.patch(ConfigMap, 'a', mergePatch({ metadata: { labels: { app: 'db' } } }));
    await client.create(configMap('b', { labels: { app: 'web' } }));
    await client.create(configMap('c', { labels: { app: 'db' } }));
    expect(await namesOf()).toEqual(['b']);
    await client.patch(ConfigMap, 'a', mergePatch({ metadata: { labels: { app: 'web' } } }));
    expect(await namesOf()).toEqual(['a', 'b']);
  });

  it('do not let reads wait for what is deleted or scaled and was never selected', async () => {
    await setUp({ byKind: [forKind(ConfigMap, { labelSelector: { app: 'web' } })] });
    // A server tells nothing of objects that are not selected.
    harness.api.dropEvents = true;
    await client.create(configMap('other', { labels: { app: 'db' } }));
    const metadata = { name: 'other', namespace: 'default', uid: 'other', resourceVersion: '900' };
    const body = { apiVersion: 'autoscaling/v1', kind: 'Scale', metadata, spec: { replicas: 2 } };
    harness.api.intercept = ({ path }) => (path.includes('/scale') ? { status: 200, body } : undefined);
    await client.subresource('scale').patch(ConfigMap, 'other', mergePatch({ spec: { replicas: 2 } }));
    let names: string[] | undefined;
    void namesOf().then((found) => (names = found));
    await settleMicrotasks();
    expect(names).toEqual(['a']);
    harness.api.dropEvents = false;
    await client.delete(ConfigMap, 'a');
    harness.api.dropEvents = true;
    await client.deleteAllOf(ConfigMap, { namespace: 'default' });
    names = undefined;
    void namesOf().then((found) => (names = found));
    await settleMicrotasks();
    expect(names).toEqual([]);
  });

  it('wait no longer than two bookmarks for a deletion that the watch never tells of', async () => {
    await setUp();
    harness.api.dropEvents = true;
    await client.deleteAllOf(ConfigMap, { namespace: 'default' });
    let names: string[] | undefined;
    const listing = namesOf().then((found) => (names = found));
    harness.api.sendBookmarks();
    await settleMicrotasks();
    expect(names).toBeUndefined();
    harness.api.sendBookmarks();
    await listing;
  });

  it('judge fields that are in the object, and wait for the watch to judge others', async () => {
    await setUp({ byKind: [forKind(ConfigMap, { fieldSelector: { 'data.value': '1' } })] });
    await client.create(configMap('b', { value: '1' }));
    await client.create(configMap('c', { value: '2' }));
    expect(await namesOf({ labelSelector: '!other' })).toEqual(['a', 'b']);
    await harness.stop();
    await setUp({ byKind: [forKind(ConfigMap, { fieldSelector: 'spec.suspended=false' })] });
    await client.create(configMap('b'));
    let names: string[] | undefined;
    const listing = namesOf().then((found) => (names = found));
    await settleMicrotasks();
    expect(names).toBeUndefined();
    await release();
    await listing;
    expect(names).toEqual(['a', 'b']);
  });

  it('transform what was written', async () => {
    await setUp({ transform: (object) => ({ ...object, data: { value: 'hidden' } }) });
    await setValue(client, 'a', '2');
    expect(await valueOf('a')).toBe('hidden');
  });

  it('keep the metadata alone of what was written', async () => {
    await setUp();
    const partial = metadataOnly(ConfigMap);
    await client.get(partial, 'a');
    await client.patch(
      ConfigMap,
      'a',
      mergePatch({ metadata: { labels: { app: 'db' } }, data: { value: '2' } }),
    );
    expect(await client.get(partial, 'a')).toEqual({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: expect.objectContaining({ name: 'a', labels: { app: 'db' } }),
    });
  });
});
