import { afterEach, describe, expect, it } from 'vitest';
import { defineKind, sleep } from '@kubewright/api';
import type { Clock, CustomResource, Kind } from '@kubewright/api';
import { ConfigMap, Pod, Secret } from '@kubewright/api/core/v1';
import { mergePatch, metadataOnly } from '@kubewright/client';

import { TerminalError } from '../errors.js';
import { deferred } from '../internal/deferred.js';
import { noMetrics } from '../metrics/metrics.js';
import type { ControllerMetrics, Metrics } from '../metrics/metrics.js';
import { generationChanged } from '../predicate/changes.js';
import { configMap } from '../test-support/informer-harness.js';
import { ManagerHarness } from '../test-support/manager-harness.js';
import { settleMicrotasks } from '../test-support/manual-clock.js';
import { controllerFor } from './builder.js';
import type { ControllerDefinition, ControllerOptions, Reconciler, Request } from './definition.js';
import { requeueAfter } from './result.js';

interface Widget extends CustomResource<{ size?: number }> {}
const Widget = defineKind<Widget>({ group: 'example.com', version: 'v1', kind: 'Widget' });
const Room = defineKind<CustomResource<object>>({
  group: 'example.com',
  version: 'v1',
  kind: 'Room',
  namespaced: false,
});

let harness: ManagerHarness;

async function run(...controllers: ControllerDefinition[]): Promise<void> {
  harness = new ManagerHarness({ controllers });
  await harness.start();
}

function widgets(reconcile: Reconciler, options: ControllerOptions = {}): ControllerDefinition {
  return controllerFor(Widget).withOptions(options).reconcileRequest(reconcile);
}

const widget = (name: string, spec: { size?: number } = {}) =>
  Widget({ metadata: { name, namespace: 'default' }, spec });
/** Counts what one of them is told. */
const countingMetrics = (counting: Partial<ControllerMetrics>): Metrics => ({
  ...noMetrics,
  controller: (of) => ({ ...noMetrics.controller(of), ...counting }),
});
const nameOf = (request: Request) => `${request.namespace ?? ''}/${request.name}`;

afterEach(async () => {
  await harness.stop();
  expect([harness.clock.pending, harness.api.watches], 'timers and watches left').toEqual([0, 0]);
});

describe('a controller', () => {
  it('reconciles an object when it appears, changes and goes', async () => {
    const seen: string[] = [];
    await run(widgets((request) => void seen.push(nameOf(request))));
    await harness.client.create(widget('a'));
    await settleMicrotasks();
    await harness.client.patch(Widget, 'a', mergePatch({ spec: { size: 2 } }));
    await settleMicrotasks();
    await harness.client.delete(Widget, 'a');
    await settleMicrotasks();
    expect(seen).toEqual(['default/a', 'default/a', 'default/a']);
  });

  it('hands over the object from the cache, as a fresh copy, and is not called for objects that are gone', async () => {
    const sizes: unknown[] = [];
    await run(
      controllerFor(Widget).reconcile((object) => {
        sizes.push(object.spec.size);
        object.spec.size = -1;
      }),
    );
    await harness.client.create(widget('a', { size: 1 }));
    await settleMicrotasks();
    await harness.client.patch(Widget, 'a', mergePatch({ metadata: { labels: { touched: 'yes' } } }));
    await settleMicrotasks();
    await harness.client.delete(Widget, 'a');
    await settleMicrotasks();
    expect(sizes).toEqual([1, 1]);
    expect(harness.api.requests.filter((request) => request.endsWith('/widgets/a'))).toEqual([
      'PATCH /apis/example.com/v1/namespaces/default/widgets/a',
      'DELETE /apis/example.com/v1/namespaces/default/widgets/a',
    ]);
  });

  it('gives requests for cluster-scoped objects no namespace', async () => {
    const seen: Request[] = [];
    await run(controllerFor(Room).reconcileRequest((request) => void seen.push(request)));
    await harness.client.create(Room({ metadata: { name: 'hall' }, spec: {} }));
    await settleMicrotasks();
    expect(seen).toEqual([{ name: 'hall' }]);
  });

  it('starts no reconcile before the caches of all its sources are synced', async () => {
    const seen: string[] = [];
    harness = new ManagerHarness({
      controllers: [
        controllerFor(Widget)
          .owns(ConfigMap)
          .reconcileRequest((request) => void seen.push(request.name)),
      ],
    });
    harness.api.unserved.add('/api/v1/configmaps');
    await harness.start();
    await harness.client.create(widget('a'));
    await settleMicrotasks();
    expect(seen).toEqual([]);
    expect(harness.manager.activity.isIdle()).toBe(false);
    harness.api.unserved.clear();
    await harness.clock.advance(2000);
    expect(seen).toEqual(['a']);
    expect(harness.manager.activity.isIdle()).toBe(true);
  });

  it('reconciles the controlling owner of an owned object, old and new, among its own kind only', async () => {
    const seen: string[] = [];
    await run(
      controllerFor(Widget)
        .owns(ConfigMap)
        .reconcileRequest((request) => void seen.push(nameOf(request))),
    );
    const owner = (name: string, controller: boolean, kind = 'Widget', group = 'example.com') => ({
      apiVersion: `${group}/v1beta1`,
      kind,
      name,
      uid: name,
      controller,
    });
    const references = [
      owner('mine', true),
      owner('only-owner', false),
      owner('other-kind', true, 'Gadget'),
      owner('other-group', true, 'Widget', 'elsewhere.com'),
    ];
    await harness.client.create({
      ...configMap('c'),
      metadata: { name: 'c', namespace: 'x', ownerReferences: references },
    });
    await settleMicrotasks();
    expect(seen.splice(0)).toEqual(['x/mine']);
    await harness.client.patch(
      ConfigMap,
      'x/c',
      mergePatch({ metadata: { ownerReferences: [owner('yours', true)] } }),
    );
    await settleMicrotasks();
    expect(seen.splice(0).sort()).toEqual(['x/mine', 'x/yours']);
    await harness.client.delete(ConfigMap, 'x/c');
    await settleMicrotasks();
    expect(seen).toEqual(['x/yours']);
  });

  it('reconciles every owner when asked to', async () => {
    const seen: string[] = [];
    await run(
      controllerFor(Widget)
        .owns(ConfigMap, { matchEveryOwner: true })
        .reconcileRequest((request) => void seen.push(request.name)),
    );
    const ownerReferences = ['a', 'b'].map((name) => ({
      apiVersion: 'example.com/v1',
      kind: 'Widget',
      name,
      uid: name,
    }));
    await harness.client.create({
      ...configMap('c'),
      metadata: { name: 'c', namespace: 'x', ownerReferences },
    });
    await settleMicrotasks();
    expect(seen).toEqual(['a', 'b']);
  });

  it('reconciles what a mapping names, for the old and the new object, also when the mapping takes time', async () => {
    const seen: string[] = [];
    const answer = deferred<Request[]>();
    await run(
      controllerFor(Widget)
        .watches(ConfigMap, (map) => [{ namespace: 'default', name: map.data?.['value'] ?? '' }])
        .watches(Secret, () => answer.promise)
        .reconcileRequest((request) => void seen.push(nameOf(request))),
    );
    await harness.client.create(configMap('c', { value: 'a' }));
    await settleMicrotasks();
    expect(seen.splice(0)).toEqual(['default/a']);
    await harness.client.patch(ConfigMap, 'c', mergePatch({ data: { value: 'b' } }));
    await settleMicrotasks();
    expect(seen.splice(0)).toEqual(['default/a', 'default/b']);
    await harness.client.create(Secret({ metadata: { name: 's', namespace: 'default' } }));
    await settleMicrotasks();
    expect(harness.manager.activity.busyWith()).toEqual(['controller widget: 1 events being mapped']);
    answer.resolve([{ name: 'c' }]);
    await settleMicrotasks();
    expect(seen).toEqual(['/c']);
    expect(harness.manager.activity.isIdle()).toBe(true);
  });

  it('lists from the cache in a mapping', async () => {
    const seen: string[] = [];
    await run(
      controllerFor(Widget, { predicates: [() => false] })
        .watches(ConfigMap, async (_map, { client }) => {
          const { items } = await client.list(Widget);
          return items.map(({ metadata: { namespace, name } }) => ({
            ...(namespace !== undefined && { namespace }),
            name,
          }));
        })
        .reconcileRequest((request) => void seen.push(request.name)),
    );
    await harness.client.create(widget('a'));
    await harness.client.create(widget('b'));
    await harness.client.create(configMap('c'));
    await settleMicrotasks();
    expect(seen).toEqual(['a', 'b']);
  });

  it('maps one event after the other, and goes on after one that fails', async () => {
    const answers = new Map(['a', 'b', 'c'].map((name) => [name, deferred<Request[]>()]));
    const begun: string[] = [];
    const seen: string[] = [];
    await run(
      controllerFor(Widget)
        .watches(ConfigMap, ({ metadata: { name } }) => {
          begun.push(name);
          return answers.get(name)!.promise;
        })
        .reconcileRequest((request) => void seen.push(request.name)),
    );
    for (const name of ['a', 'b', 'c']) await harness.client.create(configMap(name));
    await settleMicrotasks();
    expect(begun).toEqual(['a']);
    expect(harness.manager.activity.busyWith()).toEqual(['controller widget: 3 events being mapped']);
    answers.get('c')!.resolve([{ name: 'third' }]);
    answers.get('a')!.resolve([{ name: 'first' }]);
    await settleMicrotasks();
    expect([begun, seen]).toEqual([['a', 'b'], ['first']]);
    answers.get('b')!.reject(new Error('not this one'));
    await settleMicrotasks();
    expect([begun, seen]).toEqual([
      ['a', 'b', 'c'],
      ['first', 'third'],
    ]);
    expect(harness.logged('error')).toEqual(['mapping of an event failed']);
    expect(harness.manager.activity.isIdle()).toBe(true);
  });

  it('maps the new state of an object also where that of the old one fails', async () => {
    const seen: string[] = [];
    let calls = 0;
    await run(
      controllerFor(Widget)
        .watches(ConfigMap, ({ metadata: { labels } }) => {
          if (labels?.['to'] !== undefined) return Promise.resolve([{ name: labels['to'] }]);
          calls += 1;
          return calls === 1 ? Promise.resolve([]) : Promise.reject(new Error('not this one'));
        })
        .reconcileRequest((request) => void seen.push(request.name)),
    );
    const before = await harness.client.create(configMap('a'));
    await settleMicrotasks();
    const metadata = { ...before.metadata, labels: { to: 'b' } };
    await harness.client.update({ ...before, metadata });
    await settleMicrotasks();
    expect(seen).toEqual(['b']);
    expect(harness.logged('error')).toEqual(['mapping of an event failed']);
  });

  it('finds in a mapping what its indexes are for', async () => {
    const seen: string[] = [];
    const sizesOf = ({ spec }: Widget) => [String(spec.size)];
    const ofSize = (name: string) =>
      controllerFor(Widget, { predicates: [() => false] })
        .named(name)
        .indexes(Widget, 'size', sizesOf)
        .watches(ConfigMap, async ({ metadata }, { client }) => {
          const { items } = await client.list(Widget, { fieldSelector: { size: metadata.name } });
          return items.map((item) => ({ namespace: 'default', name: item.metadata.name }));
        })
        .reconcileRequest((request) => void seen.push(`${name} ${request.name}`));
    await run(ofSize('one'), ofSize('two'));
    await harness.client.create(widget('a', { size: 1 }));
    await harness.client.create(widget('b', { size: 2 }));
    await harness.client.create(configMap('2'));
    await settleMicrotasks();
    expect(seen).toEqual(['one b', 'two b']);
  });

  it('lets only those events through that its predicates and those of the source let through', async () => {
    const seen: string[] = [];
    await run(
      controllerFor(Widget, { predicates: [generationChanged] })
        .withPredicates((event) => event.meta.name !== 'hidden')
        .reconcileRequest((request) => void seen.push(request.name)),
    );
    await harness.client.create(widget('a', { size: 1 }));
    await harness.client.create(widget('hidden'));
    await settleMicrotasks();
    await harness.client.patch(Widget, 'a', mergePatch({ metadata: { labels: { only: 'metadata' } } }));
    await settleMicrotasks();
    expect(seen).toEqual(['a']);
    await harness.client.patch(Widget, 'a', mergePatch({ spec: { size: 2 } }));
    await settleMicrotasks();
    expect(seen).toEqual(['a', 'a']);
  });

  it('runs at most so many reconciles at once, and never two of the same request', async () => {
    const running: string[] = [];
    const gates = new Map<string, ReturnType<typeof deferred<void>>>();
    let most = 0;
    await run(
      widgets(
        async ({ name }) => {
          expect(running).not.toContain(name);
          running.push(name);
          most = Math.max(most, running.length);
          const gate = deferred<void>();
          gates.set(name, gate);
          await gate.promise;
          running.splice(running.indexOf(name), 1);
        },
        { maxConcurrentReconciles: 2 },
      ),
    );
    for (const name of ['a', 'b', 'c']) await harness.client.create(widget(name));
    await harness.client.patch(Widget, 'a', mergePatch({ spec: { size: 2 } }));
    await settleMicrotasks();
    expect(running).toEqual(['a', 'b']);
    gates.get('a')?.resolve();
    await settleMicrotasks();
    expect(running).toEqual(['b', 'c']);
    gates.get('b')?.resolve();
    await settleMicrotasks();
    expect(running).toEqual(['c', 'a']);
    for (const gate of gates.values()) gate.resolve();
    await settleMicrotasks();
    expect([most, running]).toEqual([2, []]);
  });

  it('retries after an error with growing delays, logs each failure once, and forgets them after a success', async () => {
    const times: number[] = [];
    await run(
      widgets((_request, { clock }) => {
        times.push(clock.now());
        if (times.length < 4) throw new Error(`failure ${times.length}`);
      }),
    );
    await harness.client.create(widget('a'));
    await harness.clock.advance(1000);
    expect(times.slice(1).map((time, index) => time - (times[index] as number))).toEqual([5, 10, 20]);
    const failures = harness.records.filter((record) => record.level === 'error');
    expect(failures.map(({ message, fields }) => [message, fields['failures'], fields['retryInMs']])).toEqual(
      [
        ['reconcile failed', 1, 5],
        ['reconcile failed', 2, 10],
        ['reconcile failed', 3, 20],
      ],
    );
    expect(failures[0]?.fields).toMatchObject({
      controller: 'widget',
      controllerGroup: 'example.com',
      controllerKind: 'Widget',
      namespace: 'default',
      name: 'a',
      error: { message: 'failure 1' },
    });
    times.length = 0;
    await harness.client.patch(Widget, 'a', mergePatch({ spec: { size: 2 } }));
    await settleMicrotasks();
    await harness.clock.advance(4);
    expect(times).toHaveLength(1);
    await harness.clock.advance(1);
    expect(times).toHaveLength(2);
  });

  it('does not retry after a TerminalError, also as a cause, until something changes', async () => {
    let runs = 0;
    await run(
      widgets(() => {
        runs += 1;
        throw new Error('the size makes no sense', { cause: new TerminalError('wrong spec') });
      }),
    );
    await harness.client.create(widget('a'));
    await harness.clock.advance(3_600_000);
    expect(runs).toBe(1);
    expect(harness.logged('error')).toEqual(['reconcile failed, and will not be retried']);
    await harness.client.patch(Widget, 'a', mergePatch({ spec: { size: 2 } }));
    await settleMicrotasks();
    expect(runs).toBe(2);
  });

  it('runs again after requeueAfter, and is idle meanwhile', async () => {
    let runs = 0;
    await run(
      widgets(() => {
        runs += 1;
        return requeueAfter(30_000);
      }),
    );
    await harness.client.create(widget('a'));
    await settleMicrotasks();
    expect([runs, harness.manager.activity.isIdle()]).toEqual([1, true]);
    await harness.clock.advance(29_999);
    expect(runs).toBe(1);
    await harness.clock.advance(1);
    expect(runs).toBe(2);
  });

  it('is busy while a request is being reconciled or backs off', async () => {
    const gate = deferred<void>();
    await run(
      widgets(async () => {
        await gate.promise;
        throw new Error('no');
      }),
    );
    await harness.client.create(widget('a'));
    await settleMicrotasks();
    expect(harness.manager.activity.busyWith()).toEqual(['controller widget: 1 being reconciled']);
    gate.resolve();
    await settleMicrotasks();
    expect(harness.manager.activity.busyWith()).toEqual([
      'controller widget: 1 backing off after an error (default/a: no)',
    ]);
  });

  it('aborts the signal of a reconcile that takes too long, and retries it', async () => {
    const reasons: unknown[] = [];
    await run(
      widgets(
        async (_request, { clock, signal }) => {
          await sleep(clock, 60_000, signal).catch(() => reasons.push((signal.reason as Error).message));
          throw new Error('interrupted');
        },
        { reconcileTimeoutMs: 1000 },
      ),
    );
    await harness.client.create(widget('a'));
    await harness.clock.advance(1000);
    expect(reasons).toEqual(['the reconcile took longer than 1000 ms']);
    expect(harness.records.find((record) => record.level === 'error')?.fields['error']).toMatchObject({
      code: 'ReconcileTimeout',
    });
    await harness.clock.advance(1005);
    expect(reasons).toHaveLength(2);
  });

  it.each<[string, ControllerOptions, (signal: AbortSignal, clock: Clock) => Promise<void> | void, number]>([
    ['take too long', { reconcileTimeoutMs: 10 }, (signal, clock) => sleep(clock, 1000, signal), 3],
    ['take too long, and do not care', { reconcileTimeoutMs: 10 }, (_signal, clock) => sleep(clock, 100), 3],
    ['end in time', { reconcileTimeoutMs: 10 }, () => undefined, 0],
    [
      'give up on their own, in time',
      { reconcileTimeoutMs: 10 },
      async (_signal, clock) => {
        await sleep(clock, 5);
        throw new Error('gave up');
      },
      0,
    ],
    ['have no limit', {}, (_signal, clock) => sleep(clock, 3_600_000), 0],
  ])('counts reconciles that %s', async (_what, options, work, expected) => {
    let timeouts = 0;
    const left = new Set(['a', 'b', 'c']);
    harness = new ManagerHarness({
      controllers: [
        widgets(({ name }, { signal, clock }) => (left.delete(name) ? work(signal, clock) : undefined), {
          ...options,
          maxConcurrentReconciles: 3,
        }),
      ],
      metrics: countingMetrics({ timedOut: () => (timeouts += 1) }),
    });
    for (const name of left) await harness.client.create(widget(name));
    await harness.start();
    await harness.clock.advance(3_600_000);
    expect([left.size, timeouts]).toEqual([0, expected]);
  });

  it('takes the stop for no time-out', async () => {
    let timeouts = 0;
    harness = new ManagerHarness({
      controllers: [
        widgets((_request, { signal, clock }) => sleep(clock, 1000, signal), { reconcileTimeoutMs: 10 }),
      ],
      metrics: countingMetrics({ timedOut: () => (timeouts += 1) }),
    });
    await harness.client.create(widget('a'));
    await harness.start();
    await harness.stop();
    expect([timeouts, harness.outcome, harness.logged('error')]).toEqual([0, 'stopped', []]);
  });

  it('gives each run a name of its own in the log', async () => {
    await run(
      widgets((_request, { log }) => {
        log.warn('working');
        log.warn('still working');
      }),
    );
    await harness.client.create(widget('a'));
    await settleMicrotasks();
    await harness.client.patch(Widget, 'a', mergePatch({ spec: { size: 2 } }));
    await settleMicrotasks();
    const ids = harness.records
      .filter(({ level }) => level === 'warn')
      .map(({ fields }) => String(fields['reconcileID']));
    expect([ids.length, new Set(ids).size]).toEqual([4, 2]);
    expect([ids[0], ids[2]]).toEqual([ids[1], ids[3]]);
    expect(harness.records.find(({ level }) => level === 'warn')?.fields).toMatchObject({
      controller: 'widget',
      namespace: 'default',
      name: 'a',
    });
  });

  it('starts no reconcile before what was there at the start is mapped', async () => {
    const seen: string[] = [];
    const answer = deferred<void>();
    harness = new ManagerHarness({
      controllers: [
        controllerFor(Widget)
          .watches(ConfigMap, async ({ metadata }) => {
            await answer.promise;
            return [{ name: `of ${metadata.name}` }];
          })
          .reconcileRequest(({ name }) => void seen.push(name)),
      ],
    });
    await harness.client.create(widget('a'));
    for (const name of ['b', 'c']) await harness.client.create(configMap(name));
    await harness.start();
    expect([seen, harness.manager.state.phase]).toEqual([[], 'starting']);
    answer.resolve();
    await settleMicrotasks();
    expect([seen, harness.manager.state.phase]).toEqual([['a', 'of b', 'of c'], 'running']);
  });

  it('gives up when that takes too long', async () => {
    await run(
      controllerFor(ConfigMap)
        .watches(Widget, () => new Promise<Request[]>(() => undefined))
        .withOptions({ cacheSyncTimeoutMs: 5000 })
        .reconcileRequest(() => undefined),
    );
    expect(harness.manager.state.phase).toBe('running');
    await harness.stop();
    harness = new ManagerHarness({
      controllers: [
        controllerFor(Widget)
          .watches(ConfigMap, () => new Promise<Request[]>(() => undefined))
          .withOptions({ cacheSyncTimeoutMs: 5000 })
          .reconcileRequest(() => undefined),
      ],
    });
    await harness.client.create(configMap('b'));
    await harness.start();
    await harness.clock.advance(5000);
    expect(String(harness.outcome)).toContain('what was there at the start was not mapped within 5 s');
  });

  it('gives up on its caches after its own time, where it has one', async () => {
    const waiting = async (cacheSyncTimeoutMs: number | undefined) => {
      harness = new ManagerHarness({
        controllers: [
          widgets(() => undefined, { ...(cacheSyncTimeoutMs !== undefined && { cacheSyncTimeoutMs }) }),
        ],
        cacheSyncTimeoutMs: 20_000,
      });
      harness.api.unserved.add('/apis/example.com/v1/widgets');
      await harness.start();
      await harness.clock.advance((cacheSyncTimeoutMs ?? 20_000) - 1);
      expect(harness.outcome).toBeUndefined();
      await harness.clock.advance(1);
      expect(harness.outcome).toMatchObject({ name: 'CacheSyncError' });
    };
    await waiting(undefined);
    await waiting(5000);
    await waiting(30_000);
  });

  it('reconciles once per event what both states of an object name, by owner or by a mapping', async () => {
    const seen: string[] = [];
    await run(
      controllerFor(Widget)
        .owns(ConfigMap)
        .watches(Secret, () => [{ name: 'mapped' }, { name: 'mapped' }])
        .watches(Pod, async () => {
          await Promise.resolve();
          return [{ name: 'mapped later' }];
        })
        .reconcileRequest((request) => void seen.push(nameOf(request))),
    );
    const ownerReferences = [
      { apiVersion: 'example.com/v1', kind: 'Widget', name: 'o', uid: 'o', controller: true },
    ];
    await harness.client.create({
      ...configMap('c'),
      metadata: { name: 'c', namespace: 'x', ownerReferences },
    });
    await settleMicrotasks();
    await harness.client.patch(ConfigMap, 'x/c', mergePatch({ data: { value: '2' } }));
    await settleMicrotasks();
    expect(seen.splice(0)).toEqual(['x/o', 'x/o']);
    for (const kind of [Secret, Pod] as const) {
      await harness.client.create({ ...kind({ metadata: { name: 's', namespace: 'x' } }) });
      await settleMicrotasks();
      await harness.client.patch(
        kind as Kind<Secret>,
        'x/s',
        mergePatch({ metadata: { labels: { a: 'b' } } }),
      );
      await settleMicrotasks();
      const name = kind === Pod ? '/mapped later' : '/mapped';
      expect(seen.splice(0)).toEqual([name, name]);
    }
  });

  it('may work beside others for the same kind, under a name of its own', async () => {
    const seen: string[] = [];
    await run(
      ...['first', 'second'].map((name) =>
        controllerFor(Widget)
          .named(name)
          .reconcileRequest((request) => void seen.push(`${name} ${request.name}`)),
      ),
    );
    await harness.client.create(widget('a'));
    await settleMicrotasks();
    expect(seen).toEqual(['first a', 'second a']);
    expect(harness.api.watches).toBe(1);
  });

  it('watches metadata alone of what it is for, what it owns and what it watches, where told so', async () => {
    const seen: string[] = [];
    const keysOf = (object: object) => Object.keys(object).sort().join();
    await run(
      controllerFor(metadataOnly(ConfigMap))
        .owns(metadataOnly(Secret))
        .watches(metadataOnly(Pod), (object) => {
          seen.push(`mapped ${keysOf(object)}`);
          return [{ namespace: 'default', name: 'a' }];
        })
        .reconcile((object) => void seen.push(`${object.metadata.name} ${keysOf(object)}`)),
      controllerFor(metadataOnly(ConfigMap))
        .named('second')
        .reconcile((object) => void seen.push(`second ${object.metadata.name}`)),
    );
    await harness.client.create(configMap('a', { value: 'left out' }));
    await settleMicrotasks();
    expect(seen.splice(0)).toEqual(['a apiVersion,kind,metadata', 'second a']);
    const ownerReferences = [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'a', uid: 'a', controller: true }];
    await harness.client.create(Secret({ metadata: { name: 's', namespace: 'default', ownerReferences } }));
    await settleMicrotasks();
    expect(seen.splice(0)).toEqual(['a apiVersion,kind,metadata']);
    await harness.client.create(Pod({ metadata: { name: 'p', namespace: 'x' } }));
    await settleMicrotasks();
    expect(seen).toEqual(['mapped apiVersion,kind,metadata', 'a apiVersion,kind,metadata']);
  });

  it('without a watch of its own kind hears from its other sources alone', async () => {
    const seen: string[] = [];
    await run(
      controllerFor(Widget, { watch: false })
        .watches(ConfigMap, ({ metadata }) => [{ name: metadata.name }])
        .reconcileRequest(({ name }) => void seen.push(name)),
    );
    await harness.client.create(widget('a'));
    await harness.client.create(configMap('b'));
    await settleMicrotasks();
    expect([seen, harness.api.watches]).toEqual([['b'], 1]);
  });

  it('waits for a running reconcile when it is stopped, after aborting its signal, and starts no other', async () => {
    const seen: string[] = [];
    await run(
      widgets(async ({ name }, { signal }) => {
        seen.push(`start ${name}`);
        await new Promise((resolve) => {
          signal.addEventListener('abort', resolve, { once: true });
        });
        await settleMicrotasks();
        seen.push(`end ${name}`);
      }),
    );
    await harness.client.create(widget('a'));
    await harness.client.create(widget('b'));
    await settleMicrotasks();
    await harness.stop();
    expect(seen).toEqual(['start a', 'end a']);
    expect(harness.outcome).toBe('stopped');
  });
});

describe('a definition', () => {
  it('is a plain value, named after its kind unless told otherwise', async () => {
    await run();
    const definition = controllerFor(Widget)
      .owns(ConfigMap)
      .reconcile(() => undefined);
    expect(definition).toMatchObject({ name: 'widget', kind: Widget, options: {} });
    expect(definition.sources.map(({ role, kind }) => `${role} ${kind.kind}`)).toEqual([
      'for Widget',
      'owns ConfigMap',
    ]);
    expect(
      controllerFor(Widget)
        .named('other')
        .reconcile(() => undefined).name,
    ).toBe('other');
  });

  it.each([
    [{ maxConcurrentReconciles: 0 }, 'maxConcurrentReconciles must be a whole number of at least 1, got 0'],
    [{ reconcileTimeoutMs: -1 }, 'reconcileTimeoutMs must be a number of milliseconds above 0, got -1'],
  ])('refuses %j', async (options, message) => {
    await run();
    expect(() =>
      controllerFor(Widget)
        .withOptions(options)
        .reconcile(() => undefined),
    ).toThrow(message);
  });

  it('has something to watch, and a name', async () => {
    await run();
    const idle = controllerFor(Widget, { watch: false });
    expect(() => idle.reconcile(() => undefined)).toThrow('controller widget watches nothing');
    expect(idle.owns(ConfigMap).reconcile(() => undefined).sources).toHaveLength(1);
    expect(() =>
      controllerFor(Widget)
        .named('')
        .reconcile(() => undefined),
    ).toThrow('needs a name');
  });

  it('does not change the builder it came from', async () => {
    await run();
    const base = controllerFor(Widget);
    base.owns(ConfigMap);
    expect(base.reconcile(() => undefined).sources).toHaveLength(1);
  });
});
