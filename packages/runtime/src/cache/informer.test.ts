import { afterEach, describe, expect, it } from 'vitest';
import { ConfigMap } from '@kubewright/api/core/v1';
import { mergePatch } from '@kubewright/client';

import { InformerHarness, configMap, recordEvents } from '../test-support/informer-harness.js';
import type { InformerEvent } from './informer-event.js';
import { failure } from '../test-support/fake-api.js';
import { settleMicrotasks } from '../test-support/manual-clock.js';

let harness: InformerHarness;

async function setUp(
  options: ConstructorParameters<typeof InformerHarness>[0] = {},
  ...names: string[]
): Promise<string[]> {
  harness = new InformerHarness(options);
  for (const name of names) await harness.client.create(configMap(name, { value: '1' }));
  harness.api.requests.length = 0;
  const seen = recordEvents(harness.informer);
  await harness.start();
  return seen;
}

const setValue = (name: string, value: string) =>
  harness.client.patch(ConfigMap, name, mergePatch({ data: { value } }));

afterEach(async () => {
  await harness.stop();
  expect([harness.clock.pending, harness.api.watches], 'timers and watches left').toEqual([0, 0]);
});

describe('an informer', () => {
  it('lists in pages, then watches from the version of the list, with bookmarks', async () => {
    const seen = await setUp({ pageSize: 2 }, 'a', 'b', 'c', 'd', 'e');
    const reads = harness.reads();
    expect(reads.map((read) => read.replace(/continue=[^&]+/, 'continue=...'))).toEqual([
      'configmaps?limit=2',
      'configmaps?limit=2&continue=...',
      'configmaps?limit=2&continue=...',
      expect.stringMatching(/^configmaps\?/),
    ]);
    const watch = new URLSearchParams(reads[3]?.split('?')[1]);
    expect(watch.get('resourceVersion')).toBe(String(harness.api.revision));
    expect(watch.get('allowWatchBookmarks')).toBe('true');
    expect(Number(watch.get('timeoutSeconds'))).toBeGreaterThanOrEqual(300);
    expect(Number(watch.get('timeoutSeconds'))).toBeLessThanOrEqual(600);
    expect(seen).toEqual(['a', 'b', 'c', 'd', 'e'].map((name) => `add default/${name} 1 (initial)`));
    expect(harness.informer.hasSynced).toBe(true);
  });

  it('resolves whenSynced when handlers have seen the whole first list', async () => {
    harness = new InformerHarness({ pageSize: 1 });
    for (const name of ['a', 'b']) await harness.client.create(configMap(name));
    const seen = recordEvents(harness.informer);
    const atSync = harness.informer.whenSynced().then(() => seen.length);
    await harness.start();
    expect(await atSync).toBe(2);
  });

  it('tells handlers of adds, updates with the old state, and deletes with the final state', async () => {
    const seen = await setUp();
    await harness.client.create(configMap('a', { value: '1' }));
    await setValue('a', '2');
    await harness.client.delete(ConfigMap, 'a');
    await settleMicrotasks();
    expect(seen).toEqual(['add default/a 1', 'update default/a 1 -> 2', 'delete default/a 2']);
    expect(harness.held()).toEqual([]);
  });

  it('resumes after the server closed the watch, from the last version seen, without a list', async () => {
    const seen = await setUp({}, 'a');
    await setValue('a', '2');
    await settleMicrotasks();
    const version = harness.api.revision;
    harness.api.endWatches();
    await setValue('a', '3');
    await settleMicrotasks();
    expect(seen).toEqual(['add default/a 1 (initial)', 'update default/a 1 -> 2', 'update default/a 2 -> 3']);
    expect(harness.reads().filter((read) => !read.includes('watch'))).toHaveLength(1);
    expect(harness.reads().at(-1)).toContain(`resourceVersion=${version}`);
  });

  it('resumes from the version of a bookmark', async () => {
    await setUp({}, 'a');
    for (let step = 0; step < 10; step += 1) harness.api.advanceRevision();
    harness.api.sendBookmarks();
    await settleMicrotasks();
    expect(harness.informer.position().resourceVersion).toBe(String(harness.api.revision));
    harness.api.endWatches();
    await settleMicrotasks();
    expect(harness.reads().at(-1)).toContain(`resourceVersion=${harness.api.revision}`);
  });

  it('resumes after a lost connection, after a wait, from the last version seen', async () => {
    const seen = await setUp({}, 'a');
    harness.api.cutWatches();
    await setValue('a', '2');
    await settleMicrotasks();
    expect(harness.informer.isIdle()).toBe(false);
    expect(seen).toHaveLength(1);
    await harness.clock.advance(1600);
    expect(seen).toEqual(['add default/a 1 (initial)', 'update default/a 1 -> 2']);
    expect(harness.reads().filter((read) => !read.includes('watch'))).toHaveLength(1);
    expect(harness.informer.isIdle()).toBe(true);
  });

  it.each([
    [
      'an ERROR event within the watch',
      () => {
        harness.api.failWatches(410, 'Expired');
      },
    ],
    [
      'an ERROR event that says Gone',
      () => {
        harness.api.failWatches(410, 'Gone');
      },
    ],
    [
      'the answer to a resumed watch',
      () => {
        harness.api.compact();
        harness.api.endWatches();
      },
    ],
  ])('lists anew when its version has expired, told by %s', async (_how, expire) => {
    const seen = await setUp({}, 'a', 'b', 'c');
    harness.api.dropEvents = true;
    await setValue('a', '2');
    await harness.client.delete(ConfigMap, 'b');
    await harness.client.create(configMap('d', { value: '1' }));
    harness.api.dropEvents = false;
    seen.length = 0;
    harness.api.compact();
    expire();
    await harness.clock.advance(5000);
    expect(seen.sort()).toEqual([
      'add default/d 1',
      'delete default/b 1 (unknown)',
      'update default/a 1 -> 2',
    ]);
    expect(harness.held()).toEqual(harness.served());
  });

  it('says delete and add, not update, when an object was made again under the same name', async () => {
    const seen = await setUp({}, 'a');
    harness.api.dropEvents = true;
    await harness.client.delete(ConfigMap, 'a');
    await harness.client.create(configMap('a', { value: '2' }));
    harness.api.dropEvents = false;
    seen.length = 0;
    harness.api.compact();
    harness.api.endWatches();
    await harness.clock.advance(5000);
    expect(seen).toEqual(['delete default/a 1 (unknown)', 'add default/a 2']);
  });

  it('reports no state twice', async () => {
    const seen = await setUp({}, 'a');
    seen.length = 0;
    harness.api.compact();
    harness.api.failWatches(410, 'Expired');
    await harness.clock.advance(2000);
    expect(seen).toEqual([]);
    expect(harness.reads().filter((read) => !read.includes('watch'))).toHaveLength(2);
  });

  it('lists without pages when a continue token expired in between', async () => {
    harness = new InformerHarness({ pageSize: 2 });
    for (const name of ['a', 'b', 'c']) await harness.client.create(configMap(name));
    harness.api.intercept = (request) => {
      if (!request.path.includes('continue=')) return undefined;
      return failure(410, 'Expired', 'the continue token is too old');
    };
    await harness.start();
    expect(harness.held()).toEqual(harness.served());
    expect(harness.reads()).toContain('configmaps');
  });

  it('waits longer after each failure to list, up to a minute, and never gives up', async () => {
    harness = new InformerHarness();
    const attempts: number[] = [];
    harness.api.intercept = () => {
      attempts.push(harness.clock.now());
      return failure(500, 'InternalError', 'etcd is down');
    };
    await harness.start();
    await harness.clock.advance(600_000);
    const waits = attempts.slice(1).map((at, index) => at - (attempts[index] as number));
    const bases = waits.map((_, index) => Math.min(800 * 2 ** index, 30_000));
    for (const [index, wait] of waits.entries()) {
      expect(wait).toBeGreaterThanOrEqual(bases[index] as number);
      expect(wait).toBeLessThanOrEqual(2 * (bases[index] as number) + 1);
    }
    expect(new Set(waits.slice(8)).size, 'jitter').toBeGreaterThan(1);
    expect(harness.informer.lastError?.message).toContain('etcd is down');
    harness.api.intercept = undefined;
    await harness.clock.advance(60_000);
    expect([harness.informer.hasSynced, harness.informer.lastError]).toEqual([true, undefined]);
  });

  it('keeps the wait the server asks for', async () => {
    harness = new InformerHarness();
    let attempts = 0;
    harness.api.intercept = () => {
      attempts += 1;
      const answer = failure(429, 'TooManyRequests', 'later');
      return { ...answer, body: { ...(answer.body as object), details: { retryAfterSeconds: 100 } } };
    };
    await harness.start();
    await harness.clock.advance(99_000);
    expect(attempts).toBe(1);
    await harness.clock.advance(1000);
    expect(attempts).toBe(2);
  });

  it('takes a watch that ends at once, and empty, for a failure', async () => {
    await setUp();
    for (let round = 0; round < 5; round += 1) {
      harness.api.endWatches();
      await settleMicrotasks();
    }
    expect(harness.reads()).toHaveLength(2);
    await harness.clock.advance(2000);
    expect(harness.reads()).toHaveLength(3);
  });

  it('gives up on a connection that went silent, soon after the watch should have ended', async () => {
    const seen = await setUp({}, 'a');
    harness.api.dropEvents = true;
    await setValue('a', '2');
    harness.api.dropEvents = false;
    await harness.clock.advance(329_000);
    expect(seen).toHaveLength(1);
    await harness.clock.advance(303_000);
    expect(seen.at(-1)).toBe('update default/a 1 -> 2');
  });

  it('gives a handler added late an add for everything there is', async () => {
    await setUp({}, 'a', 'b');
    const late = recordEvents(harness.informer);
    expect(late).toEqual(['add default/a 1 (initial)', 'add default/b 1 (initial)']);
  });

  it('calls a handler no more after it was removed, and others still', async () => {
    const seen = await setUp();
    let calls = 0;
    const remove = harness.informer.addHandler(() => (calls += 1));
    await harness.client.create(configMap('a'));
    await settleMicrotasks();
    remove();
    await harness.client.create(configMap('b'));
    await settleMicrotasks();
    expect([calls, seen.length]).toEqual([1, 2]);
  });

  it('shows handlers a store that holds the change already', async () => {
    await setUp();
    const found: unknown[] = [];
    harness.informer.addHandler(({ type, meta }) => {
      found.push([type, harness.informer.get(meta)?.metadata.resourceVersion === meta.resourceVersion]);
    });
    await harness.client.create(configMap('a'));
    await setValue('a', '2');
    await harness.client.delete(ConfigMap, 'a');
    await settleMicrotasks();
    expect(found).toEqual([
      ['add', true],
      ['update', true],
      ['delete', false],
    ]);
  });

  it('does not let a handler that throws keep others from the event', async () => {
    harness = new InformerHarness();
    harness.informer.addHandler(() => {
      throw new Error('broken handler');
    });
    const seen = recordEvents(harness.informer);
    await harness.start();
    await harness.client.create(configMap('a'));
    await settleMicrotasks();
    expect(seen).toHaveLength(1);
    expect(harness.informer.isIdle()).toBe(true);
  });

  it('hands out fresh objects, with apiVersion and kind also where the list left them out', async () => {
    await setUp({}, 'a');
    const first = harness.informer.get({ namespace: 'default', name: 'a' });
    const second = harness.informer.get({ namespace: 'default', name: 'a' });
    expect(first).toMatchObject({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } });
    expect(first).toEqual(second);
    expect(first).not.toBe(second);
    (first as { data?: unknown }).data = { changed: 'by the caller' };
    expect(harness.informer.get({ namespace: 'default', name: 'a' })).toEqual(second);
  });

  it('lists by namespace, by labels, by name, by index, and up to a limit', async () => {
    harness = new InformerHarness();
    await harness.client.create(configMap('a', { namespace: 'x', labels: { app: 'web' }, value: 'red' }));
    await harness.client.create(configMap('b', { namespace: 'x', labels: { app: 'db' }, value: 'red' }));
    await harness.client.create(configMap('a', { namespace: 'y', labels: { app: 'web' }, value: 'blue' }));
    harness.informer.addIndex('value', (object) => [(object as ConfigMap).data?.['value'] ?? '']);
    await harness.start();
    const keys = (options: Parameters<typeof harness.informer.list>[0]) =>
      harness.informer.list(options).map(({ metadata }) => `${metadata.namespace}/${metadata.name}`);
    expect(keys({ namespace: 'x' })).toEqual(['x/a', 'x/b']);
    expect(keys({ namespace: 'z' })).toEqual([]);
    expect(keys({ selector: { matches: (labels) => labels?.['app'] === 'web' } })).toEqual(['x/a', 'y/a']);
    expect(keys({ name: 'a', namespace: 'y' })).toEqual(['y/a']);
    expect(keys({ index: { name: 'value', value: 'red' } })).toEqual(['x/a', 'x/b']);
    expect(keys({ limit: 2 })).toEqual(['x/a', 'x/b']);
    await harness.client.patch(ConfigMap, 'x/b', mergePatch({ data: { value: 'blue' } }));
    await harness.client.delete(ConfigMap, 'x/a');
    await settleMicrotasks();
    expect(keys({ index: { name: 'value', value: 'red' } })).toEqual([]);
    expect(keys({ index: { name: 'value', value: 'blue' } }).sort()).toEqual(['x/b', 'y/a']);
    expect(keys({ index: { name: 'value', value: 'blue' }, namespace: 'x' })).toEqual(['x/b']);
    expect(() => harness.informer.list({ index: { name: 'colour', value: 'red' } })).toThrow(
      'no index "colour"',
    );
  });

  it('covers one namespace when asked to', async () => {
    harness = new InformerHarness({ namespace: 'x' });
    await harness.client.create(configMap('a', { namespace: 'x' }));
    await harness.client.create(configMap('a', { namespace: 'y' }));
    await harness.start();
    await harness.client.create(configMap('b', { namespace: 'x' }));
    await harness.client.create(configMap('b', { namespace: 'y' }));
    await settleMicrotasks();
    expect(harness.held()).toEqual(['x/a ', 'x/b ']);
    expect(
      harness
        .reads()
        .slice(-2)
        .every((read) => read.startsWith('namespaces/x/configmaps')),
    ).toBe(true);
  });

  it('says what it is busy with until it is synced, and where it stands after', async () => {
    harness = new InformerHarness();
    harness.api.intercept = () => failure(503, 'ServiceUnavailable', 'starting');
    await harness.start();
    expect(harness.informer.busyWith()[0]).toMatch(
      /^the informer of ConfigMap \(v1\) is waiting to try again: .*starting; next attempt after \d+ ms$/,
    );
    harness.api.intercept = undefined;
    await harness.clock.advance(2000);
    expect(harness.informer.isIdle()).toBe(true);
    expect(harness.informer.position()).toEqual({ kind: ConfigMap, resourceVersion: '100' });
  });

  it('is not idle before the server has accepted its watch', async () => {
    harness = new InformerHarness();
    let accept: () => void = () => undefined;
    harness.api.intercept = (request) => {
      if (!request.path.includes('watch')) return undefined;
      return new Promise((resolve) => {
        accept = () => {
          resolve(undefined);
        };
      });
    };
    await harness.start();
    expect([harness.informer.hasSynced, harness.informer.isIdle()]).toEqual([true, false]);
    expect(harness.informer.busyWith()).toEqual(['the informer of ConfigMap (v1) is opening its watch']);
    accept();
    await settleMicrotasks();
    expect([harness.api.watches, harness.informer.isIdle()]).toEqual([1, true]);
  });

  it('parses an object when it is read, and not before, and keeps its bytes as they came', async () => {
    harness = new InformerHarness();
    await harness.start();
    const text =
      '{ "apiVersion":"v1", "kind":"ConfigMap","metadata":{"name":"a","namespace":"x","uid":"u","resourceVersion":"500"}}';
    const parse = JSON.parse;
    let parses = 0;
    JSON.parse = (...args: Parameters<typeof parse>) => {
      parses += 1;
      return parse(...args) as unknown;
    };
    try {
      let seen: InformerEvent | undefined;
      harness.informer.addHandler((event) => {
        seen = event;
      });
      harness.informer.apply('ADDED', new TextEncoder().encode(text));
      expect(parses).toBe(0);
      expect(new TextDecoder().decode(seen?.meta.bytes)).toBe(text);
      expect([seen?.object.metadata.name, seen?.object.metadata.uid, parses]).toEqual(['a', 'u', 1]);
      harness.informer.get({ namespace: 'x', name: 'a' });
      expect(parses).toBe(2);
      const [listed] = harness.informer.list();
      expect([parses, listed?.metadata.uid]).toEqual([3, 'u']);
    } finally {
      JSON.parse = parse;
    }
  });

  it('keeps neither the page of a list nor the chunk of a watch alive for what is left of it', async () => {
    const names = Array.from({ length: 20 }, (_, index) => `n${index}`);
    await setUp({}, ...names);
    const memory = () => {
      const buffers = new Set<ArrayBufferLike>();
      let bytes = 0;
      harness.informer.addHandler(({ meta }) => {
        buffers.add(meta.bytes.buffer);
        bytes += meta.bytes.byteLength;
      })();
      return [...buffers].reduce((sum, { byteLength }) => sum + byteLength, 0) / bytes;
    };
    expect(memory()).toBeLessThan(2);
    for (const name of names.slice(3)) await harness.client.delete(ConfigMap, name);
    await settleMicrotasks();
    expect(memory()).toBe(1);
    expect(harness.held()).toEqual(harness.served());
    await setValue('n0', 'a longer value');
    await settleMicrotasks();
    expect(memory()).toBeLessThan(2);
    expect(harness.held()).toEqual(harness.served());
  });

  it('rejects those who wait for its sync when it is stopped before', async () => {
    harness = new InformerHarness();
    harness.api.intercept = () => failure(500, 'InternalError', 'no');
    await harness.start();
    const waiting = harness.informer.whenSynced();
    await harness.stop();
    await expect(waiting).rejects.toThrow('stopped before it was synced');
  });
});

describe('an informer that streams its first state', () => {
  it('gets it from the watch, and goes on with the same watch', async () => {
    harness = new InformerHarness({ streamLists: true });
    harness.api.streamsLists = true;
    for (const name of ['a', 'b', 'c']) await harness.client.create(configMap(name, { value: '1' }));
    harness.api.requests.length = 0;
    const seen = recordEvents(harness.informer);
    await harness.start();
    expect([harness.informer.hasSynced, harness.informer.isIdle()]).toEqual([true, true]);
    expect(seen).toEqual(['a', 'b', 'c'].map((name) => `add default/${name} 1 (initial)`));
    await setValue('a', '2');
    await settleMicrotasks();
    expect(seen.at(-1)).toBe('update default/a 1 -> 2');
    const [read, ...others] = harness.reads();
    expect(read).toMatch(/sendInitialEvents=true/);
    expect(read).toMatch(/resourceVersionMatch=NotOlderThan/);
    expect(others).toEqual([]);
    harness.api.dropEvents = true;
    await harness.client.delete(ConfigMap, 'b');
    harness.api.dropEvents = false;
    harness.api.compact();
    harness.api.failWatches(410, 'Expired');
    await harness.clock.advance(5000);
    expect(harness.held()).toEqual(harness.served());
  });

  it('lists in pages, at once and from then on, where the server refuses', async () => {
    harness = new InformerHarness({ streamLists: true });
    await harness.client.create(configMap('a'));
    await harness.start();
    expect(harness.held()).toEqual(harness.served());
    expect(harness.reads().filter((read) => read.includes('sendInitialEvents'))).toHaveLength(1);
  });

  it('lists in pages where the server takes no notice', async () => {
    harness = new InformerHarness({ streamLists: true });
    harness.api.holdEvents = true;
    await harness.client.create(configMap('a'));
    harness.api.intercept = (request) => {
      request.path = request.path.replace('&sendInitialEvents=true', '');
      return undefined;
    };
    await harness.start();
    expect(harness.informer.hasSynced).toBe(false);
    await harness.clock.advance(35_000);
    expect(harness.held()).toEqual(harness.served());
  });
});
