import { describe, expect, it } from 'vitest';
import { createMemoryStorage } from '../storage/memory-storage.js';
import { configMap } from '../test-support/bodies.js';
import { useServer } from '../test-support/use-server.js';

const MAPS = '/api/v1/namespaces/default/configmaps';
const WATCH = `${MAPS}?watch=true`;

describe('watch', () => {
  const test = useServer();

  it('from a resource version tells every later write, in order', async () => {
    await test.client.create(MAPS, configMap('a'));
    const watch = await test.client.watch(`${WATCH}&resourceVersion=${test.server.revision}`);
    await test.client.create(MAPS, configMap('b'));
    await test.client.patch('merge', `${MAPS}/a`, { data: { x: '1' } });
    await test.client.delete(`${MAPS}/b`);
    await test.client.create('/api/v1/namespaces/kube-system/configmaps', configMap('elsewhere'));
    await test.client.create(MAPS, configMap('c'));
    expect(await watch.take(4)).toEqual(['ADDED b', 'MODIFIED a', 'DELETED b', 'ADDED c']);
    watch.cancel();
  });

  it('tells from the history what happened before it began', async () => {
    const start = test.server.revision;
    await test.client.create(MAPS, configMap('a'));
    await test.client.delete(`${MAPS}/a`);
    const watch = await test.client.watch(`${WATCH}&resourceVersion=${start}`);
    expect(await watch.take(2)).toEqual(['ADDED a', 'DELETED a']);
    watch.cancel();
  });

  it('carries whole objects, the deleted one with the revision of its deletion', async () => {
    const watch = await test.client.watch(`${WATCH}&resourceVersion=${test.server.revision}`);
    const { body } = await test.client.create(MAPS, configMap('a', { x: '1' }));
    expect((await watch.next())?.['object']).toEqual(body);
    await test.client.delete(`${MAPS}/a`);
    const metadata = { ...body['metadata'], resourceVersion: String(test.server.revision) };
    expect((await watch.next())?.['object']).toEqual({ ...body, metadata });
    watch.cancel();
  });

  it.each(['', '&resourceVersion=0'])(
    'without a resource version (%s) begins with what is there',
    async (query) => {
      await test.client.create(MAPS, configMap('a'));
      const watch = await test.client.watch(WATCH + query);
      await test.client.create(MAPS, configMap('b'));
      expect(await watch.take(2)).toEqual(['ADDED a', 'ADDED b']);
      watch.cancel();
    },
  );

  it('with a selector tells when objects begin and cease to match', async () => {
    const labels = (value: string) => ({ metadata: { labels: { tier: value } } });
    const watch = await test.client.watch(
      `${WATCH}&resourceVersion=${test.server.revision}&labelSelector=tier%3Dweb`,
    );
    await test.client.create(MAPS, configMap('a', {}, { tier: 'db' }));
    await test.client.patch('merge', `${MAPS}/a`, labels('web'));
    await test.client.patch('merge', `${MAPS}/a`, { data: { x: '1' } });
    await test.client.patch('merge', `${MAPS}/a`, labels('db'));
    const leftAt = test.server.revision;
    await test.client.patch('merge', `${MAPS}/a`, { data: { x: '2' } });
    await test.client.patch('merge', `${MAPS}/a`, labels('web'));
    expect(await watch.take(2)).toEqual(['ADDED a', 'MODIFIED a']);
    const deleted = await watch.next();
    expect(deleted).toMatchObject({
      type: 'DELETED',
      object: { metadata: { labels: { tier: 'web' }, resourceVersion: String(leftAt) }, data: { x: '1' } },
    });
    expect(await watch.take(1)).toEqual(['ADDED a']);
    watch.cancel();
  });

  it('of one name tells only of that one', async () => {
    const watch = await test.client.watch(`${WATCH}&fieldSelector=metadata.name%3Db`);
    await test.client.create(MAPS, configMap('a'));
    await test.client.create(MAPS, configMap('b'));
    expect(await watch.take(1)).toEqual(['ADDED b']);
    watch.cancel();
    const old = await test.client.watch('/api/v1/watch/namespaces/default/configmaps/b');
    expect(await old.take(1)).toEqual(['ADDED b']);
    old.cancel();
  });

  it('ends after timeoutSeconds', async () => {
    const watch = await test.client.watch(`${WATCH}&timeoutSeconds=5`);
    await test.client.create(MAPS, configMap('a'));
    test.clock.advance(5000);
    await test.client.create(MAPS, configMap('b'));
    expect((await watch.all()).map(({ type }) => type as string)).toEqual(['ADDED']);
  });

  it('ends within an hour when it names no timeout', async () => {
    const watch = await test.client.watch(WATCH);
    test.clock.advance(60 * 60_000);
    expect(await watch.all()).toEqual([]);
  });

  it('ends when the server closes', async () => {
    const watch = await test.client.watch(WATCH);
    await test.server.close();
    expect(await watch.all()).toEqual([]);
  });

  it('ends with the reason of the signal when that aborts', async () => {
    const abort = new AbortController();
    const watch = await test.client.watch(WATCH, { signal: abort.signal });
    const next = watch.next();
    abort.abort(new Error('enough'));
    await expect(next).rejects.toThrow('enough');
    expect(test.clock.timers).toBe(0);
  });

  it('of tables says the columns once', async () => {
    await test.client.create(MAPS, configMap('a', { x: '1' }));
    const watch = await test.client.watch(WATCH, {
      headers: { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' },
    });
    await test.client.create(MAPS, configMap('b'));
    const [first, second] = [await watch.next(), await watch.next()];
    expect(first?.['object'].columnDefinitions).toHaveLength(3);
    expect(first?.['object'].rows[0].cells).toEqual(['a', 1, '0s']);
    expect(second?.['object'].columnDefinitions).toBeNull();
    expect(second?.['object'].rows[0].cells).toEqual(['b', 0, '0s']);
    watch.cancel();
  });

  it.each([
    ['resourceVersion=abc', 500, 'invalid syntax'],
    [
      'sendInitialEvents=true',
      422,
      'sendInitialEvents requires setting resourceVersionMatch to NotOlderThan',
    ],
    ['resourceVersionMatch=NotOlderThan', 422, 'forbidden for watch unless sendInitialEvents is provided'],
    ['fieldSelector=spec.x%3D1', 400, 'is not a known field selector'],
  ])('refuses ?%s with %i', async (query, status, message) => {
    const answer = await test.client.get(`${WATCH}&${query}`);
    expect(answer.status).toBe(status);
    expect(answer.body['message']).toContain(message);
  });
});

describe('bookmarks', () => {
  const test = useServer();
  const bookmark = (revision: number) => ({
    type: 'BOOKMARK',
    object: { kind: 'ConfigMap', apiVersion: 'v1', metadata: { resourceVersion: String(revision) } },
  });

  it('come once a minute to those who allow them', async () => {
    const from = `&resourceVersion=${test.server.revision}`;
    const watch = await test.client.watch(`${WATCH}&allowWatchBookmarks=true${from}`);
    const plain = await test.client.watch(`${WATCH}&timeoutSeconds=100${from}`);
    test.clock.advance(60_000);
    await test.client.create('/api/v1/namespaces', { metadata: { name: 'elsewhere' } });
    test.clock.advance(60_000);
    expect(await watch.next()).toEqual(bookmark(test.server.revision - 1));
    expect(await watch.next()).toEqual(bookmark(test.server.revision));
    expect(await plain.all()).toEqual([]);
    watch.cancel();
  });

  it('come at once when the owner of the server asks for them', async () => {
    const watch = await test.client.watch(
      `${WATCH}&allowWatchBookmarks=true&resourceVersion=${test.server.revision}`,
    );
    await test.client.create('/api/v1/namespaces', { metadata: { name: 'elsewhere' } });
    test.server.sendBookmarks();
    expect(await watch.next()).toEqual(bookmark(test.server.revision));
    watch.cancel();
  });

  it('end the initial events of a streamed list', async () => {
    await test.client.create(MAPS, configMap('a'));
    const query = '&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true';
    const watch = await test.client.watch(WATCH + query);
    expect(await watch.take(1)).toEqual(['ADDED a']);
    const end = await watch.next();
    expect(end).toMatchObject({
      type: 'BOOKMARK',
      object: {
        metadata: {
          resourceVersion: String(test.server.revision),
          annotations: { 'k8s.io/initial-events-end': 'true' },
        },
      },
    });
    await test.client.create(MAPS, configMap('b'));
    expect(await watch.take(1)).toEqual(['ADDED b']);
    watch.cancel();
  });
});

describe('a watch from a revision that is forgotten', () => {
  const test = useServer({ storage: createMemoryStorage({ maxHistoryEvents: 3 }) });

  it('is told so by an ERROR event, and ends', async () => {
    for (let i = 0; i < 8; i++) await test.client.create(MAPS, configMap(`m${i}`));
    const watch = await test.client.watch(`${WATCH}&resourceVersion=2`);
    expect(watch.status).toBe(200);
    expect(await watch.all()).toMatchObject([
      {
        type: 'ERROR',
        object: {
          kind: 'Status',
          code: 410,
          reason: 'Expired',
          message: expect.stringContaining('too old resource version: 2 (') as string,
        },
      },
    ]);
  });
});
