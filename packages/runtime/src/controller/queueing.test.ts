import { afterEach, describe, expect, it } from 'vitest';
import { defineKind } from '@kubewright/api';
import type { CustomResource } from '@kubewright/api';
import { ConfigMap } from '@kubewright/api/core/v1';
import { mergePatch } from '@kubewright/client';

import { deferred } from '../internal/deferred.js';
import { noMetrics } from '../metrics/metrics.js';
import type { ObjectEvent } from '../predicate/generic-event.js';
import { configMap } from '../test-support/informer-harness.js';
import { exponentialFailureRateLimiter } from '../queue/rate-limiter.js';
import { ManagerHarness } from '../test-support/manager-harness.js';
import { settleMicrotasks } from '../test-support/manual-clock.js';
import { controllerFor } from './builder.js';
import type { ControllerBuilder } from './builder.js';
import type { ControllerOptions, Reconciler } from './definition.js';
import {
  enqueueRequestForObject,
  enqueueRequestForOwner,
  enqueueRequestsFromMapFunc,
} from './event-handler.js';
import type { EnqueueOptions, EventHandler } from './event-handler.js';
import { requeueAfter } from './result.js';
import type { Result } from './result.js';
import type { Source, SourceContext } from './source.js';

/* What becomes of requests between their reasons and their reconciles: the traps of controller-runtime's queue. */

interface Widget extends CustomResource<{ size?: number }> {}
const Widget = defineKind<Widget>({ group: 'example.com', version: 'v1', kind: 'Widget' });

let harness: ManagerHarness;

async function run(
  reconcile: Reconciler,
  options: ControllerOptions & {
    existing?: readonly string[];
    sources?: readonly Source[];
    panicked?: () => void;
  } = {},
): Promise<void> {
  const { existing = [], sources = [], panicked, ...rest } = options;
  const builder = sources.reduce((so, source) => so.watchesRaw(source), controllerFor(Widget));
  harness = new ManagerHarness({
    controllers: [builder.withOptions(rest).reconcileRequest(reconcile)],
    metrics: {
      ...noMetrics,
      controller: (of) => {
        const metrics = noMetrics.controller(of);
        return panicked === undefined ? metrics : { ...metrics, panicked };
      },
    },
  });
  for (const name of existing) await create(name);
  await harness.start();
}

const create = (name: string) =>
  harness.client.create(Widget({ metadata: { name, namespace: 'default' }, spec: {} }));

let size = 0;
const touch = async (name: string) => {
  await harness.client.patch(Widget, name, mergePatch({ spec: { size: (size += 1) } }));
  await settleMicrotasks();
};

/** Reconciles one thing after the other, each when `next` is called, which resolves with its name. */
function stepping(result: (name: string) => Result | undefined = () => undefined): {
  reconcile: Reconciler;
  next: () => Promise<string>;
} {
  const started: Array<{ name: string; end: () => void }> = [];
  return {
    reconcile: async ({ name }) => {
      const gate = deferred<void>();
      started.push({ name, end: () => gate.resolve() });
      await gate.promise;
      return result(name);
    },
    next: async () => {
      await settleMicrotasks();
      const running = started.shift();
      running?.end();
      await settleMicrotasks();
      return running?.name ?? '';
    },
  };
}

afterEach(async () => {
  await harness.stop();
  expect([harness.clock.pending, harness.api.watches], 'timers and watches left').toEqual([0, 0]);
});

describe('priorities of a controller', () => {
  it('serve a live change before what the first list brings, also to an object of that list', async () => {
    const { reconcile, next } = stepping();
    await run(reconcile, { existing: ['a', 'b', 'c', 'd'] });
    await create('live');
    await touch('d');
    expect([await next(), await next(), await next(), await next(), await next()]).toEqual([
      'a',
      'live',
      'd',
      'b',
      'c',
    ]);
  });

  it('stay with an item that is retried or comes back later, unless its result says otherwise', async () => {
    const outcomes: Record<string, () => Result> = {
      'a-fails': () => {
        throw new Error('no');
      },
      'b-later': () => requeueAfter(5),
      'c-raised': () => ({ requeueAfterMs: 5, priority: 1 }),
      'd-again': () => ({ requeue: true }),
      'e-raised': () => ({ requeue: true, priority: 1 }),
    };
    const { reconcile, next } = stepping((name) => {
      const outcome = outcomes[name];
      delete outcomes[name];
      return outcome?.();
    });
    const names = Object.keys(outcomes);
    await run(reconcile, { existing: [...names, 'gate'] });
    for (const name of names) expect(await next()).toBe(name);
    await harness.clock.advance(10);
    await create('live');
    const order: string[] = [];
    for (let turn = 0; turn < 7; turn += 1) order.push(await next());
    expect(order).toEqual(['gate', 'c-raised', 'e-raised', 'live', 'a-fails', 'b-later', 'd-again']);
  });

  it('are what a source asks for', async () => {
    const { reconcile, next } = stepping();
    const source: Source = {
      name: 'own',
      start: async ({ enqueue }) => {
        enqueue({ name: 'low' }, { priority: -1 });
        enqueue({ name: 'plain' });
        enqueue({ name: 'high' }, { priority: 1 });
        enqueue({ name: 'delayed' }, { priority: 9, afterMs: 10 });
        enqueue({ name: 'limited' }, { priority: 9, rateLimited: true });
        await Promise.resolve();
      },
    };
    await run(reconcile, { sources: [source] });
    expect([await next(), await next(), await next(), await next()]).toEqual(['high', 'plain', 'low', '']);
    await harness.clock.advance(5);
    expect([await next(), await next()]).toEqual(['limited', '']);
    await harness.clock.advance(5);
    expect(await next()).toEqual('delayed');
  });
});

describe('events of objects that were there, or are only told of again, come after the others', () => {
  const name = (event: ObjectEvent) => ({ name: event.meta.name });
  const owns = (builder: ControllerBuilder<Widget>) => builder.owns(ConfigMap);
  const handled = (handler: EventHandler) => (builder: ControllerBuilder<Widget>) =>
    builder.watches(ConfigMap, handler as EventHandler<ConfigMap>);
  const funcs = (options?: EnqueueOptions) =>
    handled({
      handle: (event, queue) => {
        queue.add(name(event), options);
      },
    });

  it.each<[string, (builder: ControllerBuilder<Widget>) => ControllerBuilder<Widget>, boolean]>([
    ['owned objects', owns, true],
    ['mapped objects', (builder) => builder.watches(ConfigMap, ({ metadata }) => [metadata]), true],
    ['enqueueRequestForObject', handled(enqueueRequestForObject()), true],
    ['enqueueRequestForOwner', handled(enqueueRequestForOwner(Widget)), true],
    ['a mapping handler', handled(enqueueRequestsFromMapFunc(({ metadata }) => [metadata])), true],
    ['a handler of one’s own', funcs(), true],
    ['a handler that says otherwise', funcs({ priority: 100 }), false],
  ])('with %s', async (_how, watching, isLowered) => {
    const seen: string[] = [];
    let gate = deferred<void>();
    let enqueue: SourceContext['enqueue'] | undefined;
    const around = (priority: number) => {
      enqueue?.({ name: `before ${priority}` }, { priority });
      enqueue?.({ name: `after ${priority - 2}` }, { priority: priority - 2 });
    };
    const source: Source = {
      name: 'around',
      start: (context) => {
        enqueue = context.enqueue;
        enqueue({ name: 'gate' }, { priority: 1000 });
        around(-99);
        return Promise.resolve();
      },
    };
    const builder = watching(controllerFor(Widget, { watch: false }).watchesRaw(source));
    harness = new ManagerHarness({
      cache: { syncPeriodMs: 1_000_000 },
      controllers: [
        builder.reconcileRequest(async ({ name }) => {
          seen.push(name);
          if (name === 'gate') await gate.promise;
        }),
      ],
    });
    const map = (name: string) => {
      const reference = { apiVersion: 'example.com/v1', kind: 'Widget', name, uid: name, controller: true };
      return { ...configMap(name), metadata: { name, namespace: 'default', ownerReferences: [reference] } };
    };
    /** What is reconciled in the order of its priority, when that happens while the only worker is busy. */
    const order = async (happens: () => Promise<unknown> | void) => {
      if (seen[0] !== 'gate') {
        gate = deferred<void>();
        enqueue?.({ name: 'gate' });
        await settleMicrotasks();
      }
      await happens();
      gate.resolve();
      await settleMicrotasks();
      return seen.splice(0).slice(1);
    };
    await harness.client.create(map('a'));
    await harness.start();
    const low = isLowered ? ['before -99', 'a', 'after -101'] : ['a', 'before -99', 'after -101'];
    expect(await order(() => undefined)).toEqual(low);
    const live = isLowered ? ['before 1', 'a', 'after -1'] : ['a', 'before 1', 'after -1'];
    expect(
      await order(async () => {
        await harness.client.patch(ConfigMap, 'a', mergePatch({ data: { value: '2' } }));
        await settleMicrotasks();
        around(1);
      }),
    ).toEqual(live);
    expect(
      await order(async () => {
        await harness.client.create(map('b'));
        await settleMicrotasks();
        around(1);
      }),
    ).toEqual(live.map((name) => (name === 'a' ? 'b' : name)));
    await harness.client.delete(ConfigMap, 'b');
    await settleMicrotasks();
    seen.length = 0;
    expect(
      await order(async () => {
        around(-99);
        await harness.clock.advance(1_100_000);
      }),
    ).toEqual(low);
  });
});

describe('reasons that meet', () => {
  it('during a reconcile lead to exactly one more', async () => {
    const { reconcile, next } = stepping();
    await run(reconcile);
    await create('a');
    await settleMicrotasks();
    await touch('a');
    await touch('a');
    expect([await next(), await next(), await next()]).toEqual(['a', 'a', '']);
  });

  it('take the place of a requeueAfter, which starts anew', async () => {
    const times: number[] = [];
    await run((_request, { clock }) => {
      times.push(clock.now());
      return requeueAfter(1000);
    });
    await create('a');
    await harness.clock.advance(600);
    await touch('a');
    await harness.clock.advance(1400);
    const [first = 0, ...rest] = times;
    expect(rest.map((time) => time - first)).toEqual([600, 1600]);
  });

  it('during a back-off do not wait for its end, nor shorten the next one', async () => {
    const times: number[] = [];
    await run((_request, { clock }) => {
      times.push(clock.now());
      if (times.length < 5) throw new Error('no');
    });
    await create('a');
    await settleMicrotasks();
    for (let event = 0; event < 3; event += 1) await touch('a');
    expect(times).toHaveLength(4);
    const before = harness.clock.now();
    await harness.clock.advance(39);
    expect(times).toHaveLength(4);
    await harness.clock.advance(1);
    expect([times.length, harness.clock.now() - before]).toEqual([5, 40]);
  });

  it('are held back by the function itself, and lead to one run at the end of the period', async () => {
    const work: number[] = [];
    await run((_request, { clock }) => {
      const leftMs = (work.at(-1) ?? -Infinity) + 1000 - clock.now();
      if (leftMs > 0) return requeueAfter(leftMs);
      work.push(clock.now());
      return undefined;
    });
    await create('a');
    await settleMicrotasks();
    for (let event = 0; event < 5; event += 1) await touch('a');
    await harness.clock.advance(999);
    expect(work).toHaveLength(1);
    await harness.clock.advance(1);
    expect(work).toHaveLength(2);
    await harness.clock.advance(5000);
    expect(work).toHaveLength(2);
  });

  it('find failures forgotten after a success, also one that asks to come back', async () => {
    const delays: unknown[] = [];
    let runs = 0;
    await run(() => {
      runs += 1;
      if (runs % 2 === 1) throw new Error('every other time');
      return requeueAfter(100);
    });
    await create('a');
    await harness.clock.advance(1000);
    for (const { level, fields } of harness.records) if (level === 'error') delays.push(fields['retryInMs']);
    expect(delays.length).toBeGreaterThan(5);
    expect(new Set(delays)).toEqual(new Set([5]));
  });
});

describe('results', () => {
  it('that ask for a requeue come back with growing delays, and are no failures', async () => {
    const times: number[] = [];
    await run((_request, { clock }) => {
      times.push(clock.now());
      return times.length < 4 ? { requeue: true } : undefined;
    });
    await create('a');
    await harness.clock.advance(1000);
    expect(times.slice(1).map((time, index) => time - (times[index] ?? 0))).toEqual([5, 10, 20]);
    expect(harness.logged('error')).toEqual([]);
  });

  it('that ask to come back after a time do so after it, also when they ask for a requeue as well', async () => {
    const times: number[] = [];
    await run((_request, { clock }) => {
      times.push(clock.now());
      return times.length < 4 ? { requeue: true, requeueAfterMs: 700 } : undefined;
    });
    await create('a');
    await harness.clock.advance(10_000);
    expect(times.slice(1).map((time, index) => time - (times[index] ?? 0))).toEqual([700, 700, 700]);
  });

  it('come back after the delays of the rate limiter that the controller was given', async () => {
    const times: number[] = [];
    await run(
      (_request, { clock }) => {
        times.push(clock.now());
        throw new Error('no');
      },
      { rateLimiter: () => exponentialFailureRateLimiter({ baseDelayMs: 100, maxDelayMs: 300 }) },
    );
    await create('a');
    await harness.clock.advance(1000);
    expect(times.slice(1).map((time, index) => time - (times[index] ?? 0))).toEqual([100, 200, 300, 300]);
  });

  it('that are thrown and are no errors are counted, and retried like one', async () => {
    let runs = 0;
    let panics = 0;
    await run(
      () => {
        runs += 1;
        // eslint-disable-next-line @typescript-eslint/only-throw-error -- what is tested
        if (runs === 1) throw 'a text';
      },
      { panicked: () => (panics += 1) },
    );
    await create('a');
    await harness.clock.advance(5);
    expect([runs, panics]).toEqual([2, 1]);
    expect(harness.records.find(({ level }) => level === 'error')?.fields['error']).toMatchObject({
      message: 'panic: a text [recovered]',
      cause: 'a text',
    });
  });
});

describe('many', () => {
  it('requests get their turn beside one that never rests, whatever the number of workers', async () => {
    for (const maxConcurrentReconciles of [1, 4]) {
      const seen = new Map<string, number>();
      const names = Array.from({ length: 50 }, (_, number) => `item-${number}`);
      let turns = 0;
      let enqueue: ((name: string) => void) | undefined;
      const source: Source = {
        name: 'busy',
        start: (context) => {
          enqueue = (name) => {
            context.enqueue({ name });
          };
          for (const name of ['busy', ...names]) enqueue(name);
          return Promise.resolve();
        },
      };
      await run(
        async ({ name }) => {
          seen.set(name, (seen.get(name) ?? 0) + 1);
          turns += 1;
          if (name === 'busy' && turns < 500) enqueue?.('busy');
          await Promise.resolve();
        },
        { maxConcurrentReconciles, sources: [source] },
      );
      await settleMicrotasks();
      expect(names.map((name) => seen.get(name))).toEqual(names.map(() => 1));
      expect(seen.get('busy')).toBeGreaterThan(1);
      await harness.stop();
    }
  });

  it('that back off when the manager stops leave no timer', async () => {
    await run(() => {
      throw new Error('no');
    });
    for (const name of ['a', 'b', 'c']) await create(name);
    await settleMicrotasks();
    expect(harness.clock.pending).toBeGreaterThan(0);
    await harness.stop();
    expect([harness.outcome, harness.clock.pending]).toEqual(['stopped', 0]);
  });
});
