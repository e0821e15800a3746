import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Clock } from '@kubewright/api';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { debugUrlOf, followOperator } from './follow-operator.js';
import { DashboardStore } from './store.js';

/** A clock of which the test says when the next timer fires. */
function steppedClock() {
  const timers: Array<() => void> = [];
  let waiting: (() => void) | undefined;
  const clock: Clock = {
    now: () => 0,
    setTimer(callback) {
      timers.push(callback);
      waiting?.();
      return { cancel: () => void timers.splice(timers.indexOf(callback) >>> 0, 1) };
    },
  };
  /** Fires the timer that is set, once one is, and waits for the next. */
  const step = async (): Promise<void> => {
    const isSet = (): Promise<void> =>
      timers.length > 0 ? Promise.resolve() : new Promise((resolve) => (waiting = resolve));
    await isSet();
    timers.shift()?.();
    waiting = undefined;
    await isSet();
  };
  return { clock, step };
}

const controller = (total: number, failed = 0) => ({
  name: 'shop',
  ready: true,
  workers: 2,
  queue: { depth: 1, delayed: 2, active: 1, backingOff: 1 },
  reconciles: { total, failed, perSecond: 0.5 },
});
const reconcile = (sequence: number) => ({
  id: sequence,
  sequence,
  controller: 'shop',
  name: `o${sequence}`,
  reasons: [{ type: 'requeueAfter', delayMs: 7 }],
});

describe('followOperator', () => {
  let store: DashboardStore;
  let asked: string[];
  let answers: Record<string, unknown>;
  let end: AbortController;
  beforeEach(() => {
    store = new DashboardStore({
      clock: { now: () => 0, setTimer: () => ({ cancel: () => undefined }) },
      project: 'p',
    });
    asked = [];
    end = new AbortController();
  });
  afterEach(() => end.abort());

  const readJson = (url: string): Promise<unknown> => {
    asked.push(url.replace('http://debug', ''));
    const answer = answers[asked.at(-1)!.split('?')[0]!];
    return answer === undefined ? Promise.reject(new Error('refused')) : Promise.resolve(answer);
  };

  function follow() {
    const { clock, step } = steppedClock();
    const done = followOperator({ store, clock, signal: end.signal, url: 'http://debug', readJson });
    return { done, step };
  }

  it('puts queues, rates, failures and reconciles into the store, and reads only new reconciles', async () => {
    const failure = {
      controller: 'shop',
      namespace: 'a',
      name: 'b',
      error: 'no',
      at: '1970-01-01T00:00:01Z',
      count: 2,
    };
    answers = {
      '/debug/controllers': {
        controllers: [controller(2, 1)],
        failures: [{ ...failure, reconcile: 2, terminal: true }],
      },
      '/debug/reconciles': { reconciles: [reconcile(2), reconcile(1)], hotLoops: [] },
    };
    const { done, step } = follow();
    await step();
    answers = {
      '/debug/controllers': { controllers: [controller(5, 1)], failures: [] },
      '/debug/reconciles': { reconciles: [reconcile(5), reconcile(4), reconcile(3)], hotLoops: [] },
    };
    await step();
    await step();
    expect(asked.filter((path) => path.startsWith('/debug/reconciles'))).toEqual([
      '/debug/reconciles?after=0&limit=400',
      '/debug/reconciles?after=2&limit=400',
    ]);
    expect(store.state.timelines.map(({ key, name, run }) => [key, name, run])).toEqual([
      [1, 'o1', 0],
      [2, 'o2', 0],
      [3, 'o3', 0],
      [4, 'o4', 0],
      [5, 'o5', 0],
    ]);
    expect(store.state.timelines[0]?.why).toBe('the reconcile before asked for it, 7 ms later');
    expect(store.state.reconciles).toMatchObject({ total: 5, failed: 1, perSecond: 0.5 });
    expect(store.state.reconciles.history).toEqual([2, 0, 3, 0]);
    expect(store.state.controllers).toEqual([
      {
        name: 'shop',
        ready: true,
        workers: 2,
        depth: 1,
        delayed: 2,
        active: 1,
        failing: 1,
        total: 5,
        failed: 1,
        perSecond: 0.5,
      },
    ]);
    end.abort();
    await done;
    expect(store.state.controllers).toMatchObject([{ ready: false, active: 0, total: 5 }]);
  });

  it('shows what failed, with its time, until the operator says otherwise', async () => {
    const failure = { controller: 'shop', name: 'b', error: 'no', at: '1970-01-01T00:00:01Z', count: 2 };
    answers = {
      '/debug/controllers': { controllers: [], failures: [{ ...failure, reconcile: 2, recovered: true }] },
    };
    const { step } = follow();
    await step();
    expect(store.state.errors).toEqual([
      { controller: 'shop', name: 'b', message: 'no', atMs: 1000, count: 2, recovered: true },
    ]);
  });

  it('counts on over runs of the operator, each of which begins at 0', async () => {
    store.setReconciles({ perSecond: 0, total: 10, failed: 3, history: [1] });
    store.patchOperator({ restarts: 1 });
    answers = {
      '/debug/controllers': { controllers: [controller(2, 1)], failures: [] },
      '/debug/reconciles': { reconciles: [reconcile(1)], hotLoops: [] },
    };
    const { step } = follow();
    await step();
    expect(store.state.reconciles).toMatchObject({ total: 12, failed: 4 });
    expect(store.state.timelines).toMatchObject([{ run: 1 }]);
  });

  it('asks again where there is no answer, or none that it understands', async () => {
    answers = {};
    const { step } = follow();
    await step();
    answers = { '/debug/controllers': { other: true } };
    await step();
    expect(asked.length).toBeGreaterThanOrEqual(2);
    expect(store.state.controllers).toEqual([]);
  });

  it('reads from a server, and takes no answer with an error status', async () => {
    let status = 500;
    const server = createServer((_, response) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ controllers: [{ ...controller(0) }], failures: [] }));
      status = 200;
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { clock, step } = steppedClock();
    const { port } = server.address() as AddressInfo;
    const done = followOperator({ store, clock, signal: end.signal, url: `http://127.0.0.1:${port}` });
    await step();
    await step();
    expect(store.state.controllers).toMatchObject([{ name: 'shop' }]);
    end.abort();
    await done;
    await new Promise((resolve) => server.close(resolve));
  });
});

describe('debugUrlOf', () => {
  it.each([
    [
      'the line of the debug server',
      '{"level":30,"server":"the debug server","url":"http://127.0.0.1:4","msg":"server listens"}',
      'http://127.0.0.1:4',
    ],
    [
      'that of another server',
      '{"level":30,"server":"the health server","url":"http://127.0.0.1:4","msg":"x"}',
      undefined,
    ],
    ['text that speaks of it', 'the debug server is up', undefined],
    ['half a line', '{"server":"the debug server"', undefined],
  ])('reads %s', (_, line, url) => {
    expect(debugUrlOf(line)).toBe(url);
  });
});
