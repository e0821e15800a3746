import { describe, expect, it } from 'vitest';
import { abortReason, defineKind, sleep } from '@kubewright/api';
import type { CustomResource } from '@kubewright/api';
import { ConfigMap } from '@kubewright/api/core/v1';

import { controllerFor } from '../controller/builder.js';
import type { ReconcileContext } from '../controller/definition.js';
import { isCacheSyncError, isManagerError } from '../errors.js';
import { configMap } from '../test-support/informer-harness.js';
import { ManagerHarness } from '../test-support/manager-harness.js';
import { settleMicrotasks } from '../test-support/manual-clock.js';
import type { Runnable, RunnableGroup } from './runnable.js';

const Widget = defineKind<CustomResource<object>>({ group: 'example.com', version: 'v1', kind: 'Widget' });
const doNothing = () => undefined;
const widgetController = controllerFor(Widget).reconcileRequest(doNothing);

/** A runnable that tells when it starts and ends. */
function runnable(name: string, log: string[], group?: RunnableGroup): Runnable {
  return {
    name,
    ...(group !== undefined && { group }),
    start: async (signal) => {
      log.push(`${name} starts`);
      await new Promise((resolve) => {
        signal.addEventListener('abort', resolve, { once: true });
      });
      await Promise.resolve();
      log.push(`${name} ended`);
    },
  };
}

function expectNothingLeft(harness: ManagerHarness): void {
  expect([harness.clock.pending, harness.api.watches], 'timers and watches left').toEqual([0, 0]);
}

describe('a manager', () => {
  it('goes through its states, and whenReady resolves when caches are synced and workers run', async () => {
    const harness = new ManagerHarness({ controllers: [widgetController] });
    harness.api.unserved.add('/apis/example.com/v1/widgets');
    const ready = harness.manager.whenReady();
    expect(harness.manager.state).toEqual({ phase: 'new' });
    await harness.start();
    expect(harness.manager.state).toEqual({ phase: 'starting' });
    harness.api.unserved.clear();
    await harness.clock.advance(2000);
    await ready;
    expect(harness.manager.state).toEqual({ phase: 'running' });
    await harness.stop();
    expect(harness.manager.state).toEqual({ phase: 'stopped' });
    expect(harness.outcome).toBe('stopped');
    expectNothingLeft(harness);
  });

  it('starts its groups in order and stops them in reverse', async () => {
    const log: string[] = [];
    const controller = controllerFor(ConfigMap).reconcileRequest(async (_request, { signal }) => {
      log.push('controller works');
      await new Promise((resolve) => {
        signal.addEventListener('abort', resolve, { once: true });
      });
      log.push('controller ended');
    });
    const harness = new ManagerHarness({ controllers: [controller] });
    await harness.client.create(configMap('a'));
    harness.api.intercept = (request) => {
      if (request.path.includes('limit=')) log.push('the caches of controllers start');
      return undefined;
    };
    harness.manager.add({
      ...runnable('leader', log),
      warmup: () => Promise.resolve(void log.push('leader warms up')),
    });
    harness.manager.add({ ...runnable('other', log), needLeaderElection: false });
    harness.manager.add(runnable('cache', log, 'caches'));
    harness.manager.add(runnable('webhook', log, 'webhooks'));
    harness.manager.add(runnable('server', log, 'servers'));
    await harness.start();
    const watchesAtEnd: string[] = [];
    harness.manager.add({
      name: 'observer',
      start: (signal) =>
        new Promise((resolve) => {
          signal.addEventListener(
            'abort',
            () => {
              watchesAtEnd.push(`${harness.api.watches} watches when others stop`);
              resolve();
            },
            { once: true },
          );
        }),
    });
    await harness.stop();
    expect(log).toEqual([
      'server starts',
      'webhook starts',
      'cache starts',
      'the caches of controllers start',
      'other starts',
      'leader warms up',
      'leader starts',
      'controller works',
      'controller ended',
      'leader ended',
      'other ended',
      'cache ended',
      'webhook ended',
      'server ended',
    ]);
    expect(watchesAtEnd).toEqual(['1 watches when others stop']);
    expectNothingLeft(harness);
  });

  it.each(['servers', 'webhooks', 'caches', 'others'] as const)(
    'waits for what is in %s to be ready before it starts what comes after',
    async (group) => {
      const log: string[] = [];
      let becomeReady: () => void = doNothing;
      const harness = new ManagerHarness();
      harness.manager.add({
        ...runnable('first', log, group),
        needLeaderElection: false,
        whenReady: () => new Promise((resolve) => (becomeReady = resolve)),
      });
      harness.manager.add(runnable('then', log));
      await harness.start();
      expect([log, harness.manager.state.phase]).toEqual([['first starts'], 'starting']);
      becomeReady();
      await settleMicrotasks();
      expect([log, harness.manager.state.phase]).toEqual([['first starts', 'then starts'], 'running']);
      await harness.stop();
    },
  );

  it('starts nothing more when the stop comes while it waits', async () => {
    const log: string[] = [];
    const harness = new ManagerHarness();
    harness.manager.add({
      ...runnable('server', log, 'servers'),
      whenReady: () => new Promise(doNothing),
    });
    harness.manager.add(runnable('then', log));
    await harness.start();
    await harness.stop();
    expect([log, harness.outcome]).toEqual([['server starts', 'server ended'], 'stopped']);
  });

  it('warms up before it starts, at run time too, and ends when a warm-up fails', async () => {
    const log: string[] = [];
    let warm: () => void = doNothing;
    const warming = (name: string): Runnable => ({
      ...runnable(name, log),
      warmup: () => new Promise((resolve) => (warm = resolve)),
    });
    const harness = new ManagerHarness();
    harness.manager.add({ ...warming('everywhere'), needLeaderElection: false });
    await harness.start();
    expect(log).toEqual([]);
    warm();
    await settleMicrotasks();
    harness.manager.add(warming('late'));
    await settleMicrotasks();
    expect(log).toEqual(['everywhere starts']);
    warm();
    await settleMicrotasks();
    expect(log).toEqual(['everywhere starts', 'late starts']);
    harness.manager.add({ ...runnable('cold', log), warmup: () => Promise.reject(new Error('no wood')) });
    await settleMicrotasks();
    expect(harness.outcome).toMatchObject({ message: 'cold (warm-up) failed: no wood' });
    expect(log).not.toContain('cold starts');
  });

  it('cannot be started twice, nor after a stop', async () => {
    const harness = new ManagerHarness();
    await harness.start();
    await expect(harness.manager.start()).rejects.toThrow(
      'the manager is running: make a new one to start again',
    );
    await harness.stop();
    const error = await harness.manager.start().catch((caught: unknown) => caught);
    expect(isManagerError(error, 'AlreadyStarted')).toBe(true);
  });

  it('stops by the signal given to start, also by one that is aborted already', async () => {
    for (const early of [true, false]) {
      const harness = new ManagerHarness({ controllers: [widgetController] });
      const stop = new AbortController();
      if (early) stop.abort(new Error('before the start'));
      await harness.start(stop.signal);
      if (!early) stop.abort(new Error('after the start'));
      await settleMicrotasks();
      expect(harness.outcome).toBe('stopped');
      expectNothingLeft(harness);
    }
  });

  it('is stopped before it was started', async () => {
    const harness = new ManagerHarness();
    const ready = harness.manager.whenReady();
    await harness.stop();
    await expect(ready).rejects.toThrow('the manager was stopped before it was ready');
    expect(() => {
      harness.manager.add(widgetController);
    }).toThrow('cannot add widget: the manager is stopped');
  });

  it('rejects, and stops the rest, when a runnable fails', async () => {
    const log: string[] = [];
    const harness = new ManagerHarness({ controllers: [widgetController] });
    harness.manager.add(runnable('other', log));
    harness.manager.add({ name: 'poller', start: () => Promise.reject(new Error('no disk')) });
    const ready = harness.manager.whenReady();
    await harness.start();
    expect(isManagerError(harness.outcome, 'RunnableFailed')).toBe(true);
    expect(harness.outcome).toMatchObject({
      message: 'poller failed: no disk',
      cause: { message: 'no disk' },
    });
    await expect(ready).rejects.toBe(harness.outcome);
    expect(harness.manager.state).toEqual({ phase: 'stopped', error: harness.outcome });
    expect(log).toEqual(['other starts', 'other ended']);
    expectNothingLeft(harness);
  });

  it('is not stopped by a runnable that is done', async () => {
    const harness = new ManagerHarness();
    harness.manager.add({ name: 'once', start: () => Promise.resolve() });
    await harness.start();
    expect(harness.manager.state).toEqual({ phase: 'running' });
    await harness.stop();
  });

  it('gives up on a kind whose CustomResourceDefinition is not installed, and says so', async () => {
    const harness = new ManagerHarness({ controllers: [widgetController] });
    harness.api.unserved.add('/apis/example.com/v1/widgets');
    const ready = harness.manager.whenReady();
    await harness.start();
    await harness.clock.advance(119_999);
    expect(harness.manager.state.phase).toBe('starting');
    await harness.clock.advance(1);
    await expect(ready).rejects.toThrow(
      'cannot watch Widget (example.com/v1): the API server does not serve widgets.example.com; install its CustomResourceDefinition',
    );
    expect(isCacheSyncError(harness.outcome)).toBe(true);
    expectNothingLeft(harness);
  });

  it('goes on when the CustomResourceDefinition is installed in time', async () => {
    const harness = new ManagerHarness({ controllers: [widgetController] });
    harness.api.unserved.add('/apis/example.com/v1/widgets');
    await harness.start();
    await harness.clock.advance(60_000);
    harness.api.unserved.clear();
    await harness.clock.advance(60_000);
    expect(harness.manager.state).toEqual({ phase: 'running' });
    await harness.stop();
  });

  it('says why a server out of reach kept it from starting', async () => {
    const harness = new ManagerHarness({ controllers: [widgetController], cacheSyncTimeoutMs: 10_000 });
    harness.api.intercept = () => {
      throw new Error('connection refused');
    };
    await harness.start();
    await harness.clock.advance(10_000);
    expect(harness.outcome).toMatchObject({
      message: 'cannot watch Widget (example.com/v1): not synced within 10 s: connection refused',
    });
    expectNothingLeft(harness);
  });

  it('gives up waiting for a part that does not stop in time, and names it', async () => {
    const harness = new ManagerHarness({ gracefulShutdownTimeoutMs: 5000 });
    harness.manager.add({ name: 'stubborn', start: () => new Promise(doNothing) });
    await harness.start();
    const stopped = harness.manager.stop();
    await harness.clock.advance(5000);
    await stopped;
    await settleMicrotasks();
    expect(harness.outcome).toMatchObject({
      code: 'GracefulShutdownTimeout',
      message: 'not stopped within 5000 ms: still running: stubborn',
    });
    expectNothingLeft(harness);
  });

  it('does not wait at all where it may not', async () => {
    const harness = new ManagerHarness({ gracefulShutdownTimeoutMs: 0 });
    harness.manager.add({ name: 'stubborn', start: () => new Promise(doNothing) });
    await harness.start();
    const stopped = harness.manager.stop();
    await harness.clock.advance(0);
    await stopped;
    await settleMicrotasks();
    expect(harness.outcome).toBe('stopped');
    expectNothingLeft(harness);
  });

  it('waits for ever where it may', async () => {
    const harness = new ManagerHarness({ gracefulShutdownTimeoutMs: Infinity });
    let end: () => void = doNothing;
    harness.manager.add({ name: 'slow', start: () => new Promise((resolve) => (end = resolve)) });
    await harness.start();
    const stopped = harness.manager.stop();
    await harness.clock.advance(24 * 3_600_000);
    expect([harness.manager.state.phase, harness.outcome]).toEqual(['stopping', undefined]);
    expect(() => {
      harness.manager.add(runnable('late', []));
    }).toThrow('cannot add late: the manager is stopping');
    end();
    await stopped;
    await settleMicrotasks();
    expect(harness.outcome).toBe('stopped');
    expectNothingLeft(harness);
  });

  it('takes the reason of the stop for no failure of a runnable that rejects with it', async () => {
    const harness = new ManagerHarness();
    harness.manager.add({
      name: 'sleeper',
      start: (signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
        }),
    });
    await harness.start();
    await harness.stop();
    expect([harness.outcome, harness.logged('warn'), harness.logged('error')]).toEqual(['stopped', [], []]);
  });

  it('waits for each of many runnables to be ready, whenever they are added, and ends them all', async () => {
    const log: string[] = [];
    const harness = new ManagerHarness();
    const readyAfter = (name: string, delayMs: number): Runnable => ({
      ...runnable(name, log),
      needLeaderElection: false,
      whenReady: (signal) => sleep(harness.clock, delayMs, signal!),
    });
    harness.manager.add(readyAfter('quick', 100));
    harness.manager.add(readyAfter('slow', 300));
    let ready = false;
    void harness.manager.whenReady().then(() => (ready = true));
    await harness.start();
    await harness.clock.advance(299);
    harness.manager.add(readyAfter('in between', 0));
    expect(ready).toBe(false);
    await harness.clock.advance(1);
    expect(ready).toBe(true);
    for (let index = 0; index < 20; index += 1) harness.manager.add(runnable(`late ${index}`, log));
    await settleMicrotasks();
    await harness.stop();
    expect(log.filter((line) => line.endsWith('starts'))).toHaveLength(23);
    expect(log.filter((line) => line.endsWith('ended'))).toHaveLength(23);
    expectNothingLeft(harness);
  });

  it('ends when something cannot become ready', async () => {
    const log: string[] = [];
    const harness = new ManagerHarness();
    harness.manager.add({
      ...runnable('server', log, 'servers'),
      whenReady: () => Promise.reject(new Error('no port')),
    });
    harness.manager.add(runnable('then', log));
    const ready = harness.manager.whenReady();
    await harness.start();
    await expect(ready).rejects.toThrow('no port');
    expect([log, (harness.outcome as Error).message]).toEqual([
      ['server starts', 'server ended'],
      expect.stringContaining('no port'),
    ]);
    expectNothingLeft(harness);
  });

  it('gives controllers its logger, with their name', async () => {
    const harness = new ManagerHarness({
      controllers: [controllerFor(ConfigMap).reconcileRequest((_request, { log }) => log.info('working'))],
    });
    await harness.client.create(configMap('a'));
    await harness.start();
    await harness.stop();
    expect(harness.records.find(({ message }) => message === 'working')?.fields).toMatchObject({
      controller: 'configmap',
      name: 'a',
    });
  });

  it('tells of the failure that stopped it and of what did not stop then, and logs what failed on its way out', async () => {
    const harness = new ManagerHarness({ gracefulShutdownTimeoutMs: 5000 });
    harness.manager.add({ name: 'stubborn', start: () => new Promise(doNothing) });
    harness.manager.add({
      name: 'sloppy',
      start: async (signal) => {
        await new Promise((resolve) => {
          signal.addEventListener('abort', resolve, { once: true });
        });
        throw new Error('disk full');
      },
    });
    harness.manager.add({ name: 'poller', start: () => Promise.reject(new Error('no disk')) });
    await harness.start();
    await harness.clock.advance(5000);
    expect(harness.outcome).toMatchObject({
      code: 'GracefulShutdownTimeout',
      message: 'poller failed: no disk; and then not stopped within 5000 ms: still running: stubborn',
      cause: { message: 'poller failed: no disk' },
    });
    expect(harness.logged('warn')).toEqual(['a part failed while it stopped']);
  });

  it('removes a controller and a runnable, and waits for their end', async () => {
    const log: string[] = [];
    const controller = controllerFor(ConfigMap).reconcileRequest(({ name }) => void log.push(name));
    const harness = new ManagerHarness({ controllers: [controller] });
    const poller = runnable('poller', log);
    harness.manager.add(poller);
    await harness.start();
    expect([await harness.manager.remove(poller), await harness.manager.remove(poller)]).toEqual([
      true,
      false,
    ]);
    expect(await harness.manager.remove(controller)).toBe(true);
    await harness.client.create(configMap('a'));
    await settleMicrotasks();
    expect(log).toEqual(['poller starts', 'poller ended']);
    harness.manager.add(controller);
    await settleMicrotasks();
    expect(log).toEqual(['poller starts', 'poller ended', 'a']);
    await harness.stop();
    expect(harness.outcome).toBe('stopped');
    expectNothingLeft(harness);
  });

  it('goes on with its start when a part is removed that has not become ready', async () => {
    const log: string[] = [];
    const never = {
      ...runnable('never', log),
      group: 'caches' as const,
      whenReady: () => new Promise<void>(() => {}),
    };
    const harness = new ManagerHarness();
    harness.manager.add(never);
    harness.manager.add(runnable('poller', log));
    await harness.start();
    expect([log, harness.manager.state.phase]).toEqual([['never starts'], 'starting']);
    expect(await harness.manager.remove(never)).toBe(true);
    await settleMicrotasks();
    expect([log, harness.manager.state.phase]).toEqual([
      ['never starts', 'never ended', 'poller starts'],
      'running',
    ]);
    await harness.stop();
    expect(harness.outcome).toBe('stopped');
    expectNothingLeft(harness);
  });

  it('gives its controllers options, which their own go before', async () => {
    const running: string[] = [];
    const forever = async ({ name }: { name: string }, { signal }: ReconcileContext) => {
      running.push(name);
      await sleep(harness.clock, 1000, signal).catch(() => undefined);
      running.splice(running.indexOf(name), 1);
      throw signal.reason as Error;
    };
    const harness = new ManagerHarness({
      controllers: [
        controllerFor(Widget).reconcileRequest(forever),
        controllerFor(ConfigMap)
          .withOptions({ maxConcurrentReconciles: 1, reconcileTimeoutMs: 700 })
          .reconcileRequest(forever),
      ],
      controllerOptions: { maxConcurrentReconciles: 2, reconcileTimeoutMs: 500 },
    });
    for (const name of ['a', 'b', 'c'])
      await harness.client.create(Widget({ metadata: { name, namespace: 'x' }, spec: {} }));
    for (const name of ['m', 'n']) await harness.client.create(configMap(name));
    await harness.start();
    expect(running.toSorted()).toEqual(['a', 'b', 'm']);
    await harness.clock.advance(500);
    expect(running).toContain('m');
    const messages = () =>
      harness.records.flatMap(({ fields: { error } }) => (error instanceof Error ? [error.message] : []));
    expect(messages()).toEqual(Array(2).fill('the reconcile took longer than 500 ms'));
    await harness.clock.advance(200);
    expect(messages().at(-1)).toBe('the reconcile took longer than 700 ms');
    await harness.stop();
    expectNothingLeft(harness);
  });

  it('refuses options for its controllers that make no sense', () => {
    expect(() => new ManagerHarness({ controllerOptions: { maxConcurrentReconciles: 0 } })).toThrow(
      'the controllers of the manager: maxConcurrentReconciles must be a whole number of at least 1, got 0',
    );
  });

  it('refuses two controllers of the same name', () => {
    expect(() => new ManagerHarness({ controllers: [widgetController, widgetController] })).toThrow(
      'two controllers are named "widget"',
    );
  });

  it('starts at once what is added while it runs', async () => {
    const log: string[] = [];
    const harness = new ManagerHarness();
    await harness.start();
    harness.manager.add(runnable('late', log));
    harness.manager.add(controllerFor(ConfigMap).reconcileRequest(({ name }) => void log.push(name)));
    await harness.client.create(configMap('a'));
    await settleMicrotasks();
    expect(log).toEqual(['late starts', 'a']);
    await harness.stop();
    expectNothingLeft(harness);
  });

  it('tells listeners when it becomes idle', async () => {
    const harness = new ManagerHarness({
      controllers: [
        controllerFor(ConfigMap).reconcileRequest(async (_request, { clock, signal }) => {
          await sleep(clock, 100, signal);
        }),
      ],
    });
    const states: boolean[] = [];
    const unsubscribe = harness.manager.activity.subscribe(() =>
      states.push(harness.manager.activity.isIdle()),
    );
    await harness.start();
    expect(states.at(-1)).toBe(true);
    await harness.client.create(configMap('a'));
    await settleMicrotasks();
    expect(states.at(-1)).toBe(false);
    await harness.clock.advance(100);
    expect(states.at(-1)).toBe(true);
    unsubscribe();
    const count = states.length;
    await harness.client.create(configMap('b'));
    await harness.clock.advance(100);
    expect(states).toHaveLength(count);
    expect(harness.manager.activity.resourceVersions()).toEqual([
      { kind: ConfigMap, resourceVersion: String(harness.api.revision) },
    ]);
    await harness.stop();
  });

  it('restricts its caches to the namespaces it is given', async () => {
    const seen: string[] = [];
    const harness = new ManagerHarness({
      namespaces: ['x', 'y'],
      controllers: [
        controllerFor(ConfigMap).reconcileRequest(
          ({ namespace, name }) => void seen.push(`${namespace}/${name}`),
        ),
      ],
    });
    for (const namespace of ['x', 'y', 'z']) await harness.client.create(configMap('a', { namespace }));
    await harness.start();
    expect(seen).toEqual(['x/a', 'y/a']);
    const { items } = await harness.manager.client.list(ConfigMap);
    expect(items.map(({ metadata }) => metadata.namespace)).toEqual(['x', 'y']);
    await expect(harness.manager.client.get(ConfigMap, 'z/a')).rejects.toThrow(
      'covers the namespaces x, y, not "z"',
    );
    await harness.stop();
    expectNothingLeft(harness);
  });

  it('aborts the signal of a reconcile with a reason when it stops', async () => {
    let reason = '';
    const harness = new ManagerHarness({
      controllers: [
        controllerFor(ConfigMap).reconcileRequest(async (_request, { clock, signal }) => {
          await sleep(clock, 1000, signal).catch(() => (reason = abortReason(signal).message));
          signal.throwIfAborted();
        }),
      ],
    });
    await harness.client.create(configMap('a'));
    await harness.start();
    await harness.stop();
    expect([reason, harness.logged('error')]).toEqual(['the manager is stopping', []]);
    expectNothingLeft(harness);
  });
});
