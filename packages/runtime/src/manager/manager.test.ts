import { describe, expect, it } from 'vitest';
import { abortReason, defineKind, sleep } from '@kubewright/api';
import type { CustomResource } from '@kubewright/api';
import { ConfigMap } from '@kubewright/api/core/v1';

import { controllerFor } from '../controller/builder.js';
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

  it('starts servers, caches, other runnables and controllers in this order, and stops in reverse', async () => {
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
      if (request.path.includes('limit=')) log.push('caches start');
      return undefined;
    };
    harness.manager.add(runnable('other', log));
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
      'other starts',
      'caches start',
      'controller works',
      'controller ended',
      'other ended',
      'server ended',
    ]);
    expect(watchesAtEnd).toEqual(['1 watches when others stop']);
    expectNothingLeft(harness);
  });

  it('waits for a server to be ready before it starts what comes after', async () => {
    const log: string[] = [];
    let becomeReady: () => void = doNothing;
    const harness = new ManagerHarness();
    harness.manager.add({
      ...runnable('server', log, 'servers'),
      whenReady: () => new Promise((resolve) => (becomeReady = resolve)),
    });
    harness.manager.add(runnable('other', log));
    await harness.start();
    expect(log).toEqual(['server starts']);
    becomeReady();
    await settleMicrotasks();
    expect(log).toEqual(['server starts', 'other starts']);
    await harness.stop();
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
