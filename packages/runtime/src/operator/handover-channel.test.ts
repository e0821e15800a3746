import { describe, expect, it } from 'vitest';
import { ConfigMap } from '@kubewright/api/core/v1';

import { controllerFor } from '../controller/builder.js';
import type { ControllerQueue } from '../handover/queue-handover.js';
import { FakeApi } from '../test-support/fake-api.js';
import { ManualClock, settleMicrotasks } from '../test-support/manual-clock.js';
import { recordingLogger } from '../test-support/recording-logger.js';
import type { ParentProcess } from './operator-process.js';
import { runOperator } from './run-operator.js';

type Message = { type: string; queues?: ControllerQueue[]; debugUrl?: string };

/** The process that started the operator: keeps what it is told. */
class FakeParent implements ParentProcess {
  readonly told: Message[] = [];
  isGone = false;
  readonly #listeners = new Set<(message: unknown) => void>();

  get listeners(): number {
    return this.#listeners.size;
  }

  send(message: object, sent: () => void): void {
    if (this.isGone) throw new Error('channel closed');
    this.told.push(structuredClone(message) as Message);
    sent();
  }

  on(_: 'message', listener: (message: unknown) => void): void {
    this.#listeners.add(listener);
  }

  off(_: 'message', listener: (message: unknown) => void): void {
    this.#listeners.delete(listener);
  }

  async say(message: unknown): Promise<void> {
    for (const listener of this.#listeners) listener(message);
    await settleMicrotasks();
  }
}

async function start(options: { handover?: string; args?: string[]; fail?: boolean } = {}) {
  const { handover = '1', args = [], fail = true } = options;
  const parent = new FakeParent();
  const api = new FakeApi();
  const clock = new ManualClock();
  const { logger, records } = recordingLogger();
  const stop = new AbortController();
  const seen: string[] = [];
  const running = runOperator({
    name: 'maps-operator',
    controllers: [
      controllerFor(ConfigMap)
        .named('maps')
        .reconcileRequest(({ name }) => {
          seen.push(name);
          if (fail) throw new Error('no luck');
        }),
    ],
    transport: api,
    clock,
    logger,
    signal: stop.signal,
    process: {
      argv: ['node', 'main.js', ...args],
      env: { KUBEWRIGHT_HANDOVER: handover },
      stderr: { write: () => true },
      on: () => undefined,
      off: () => undefined,
      exit: () => undefined,
      parent,
    },
  });
  await settleMicrotasks();
  return { parent, api, clock, records, stop, seen, running };
}

const queue = (items: ControllerQueue['items'], controller = 'maps') => ({ controller, items });

describe('an operator under a parent that hands over', () => {
  it('is made, but does nothing before it is told to start', async () => {
    const { parent, api, seen, stop, running } = await start();
    expect(parent.told).toEqual([{ type: 'kubewright/prepared' }]);
    expect([api.watches, seen]).toEqual([0, []]);
    await parent.say({ type: 'something else' });
    await parent.say(null);
    expect(seen).toEqual([]);
    await parent.say({ type: 'kubewright/start', queues: [queue([{ item: 'default/a', priority: 0 }])] });
    expect(seen).toEqual(['a']);
    expect(parent.told.map(({ type }) => type)).toEqual(['kubewright/prepared', 'kubewright/started']);
    stop.abort();
    await running;
    expect(parent.listeners).toBe(0);
  });

  it('tells what it leaves when it ends', async () => {
    const { parent, clock, stop, running } = await start();
    const left = queue([{ item: 'default/a', priority: 3, failures: 2 }]);
    await parent.say({ type: 'kubewright/start', queues: [left] });
    stop.abort();
    await running;
    expect(parent.told.at(-1)).toEqual({
      type: 'kubewright/stopped',
      queues: [
        queue([
          { item: 'default/a', priority: 3, dueAtMs: clock.now() + 20, failures: 3, isBackingOff: true },
        ]),
      ],
    });
    expect(clock.pending).toBe(0);
  });

  it('hands on what it never came to when it is stopped before it starts', async () => {
    const { parent, api, stop, running } = await start();
    stop.abort();
    await running;
    expect([parent.told.at(-1), parent.listeners, api.closed]).toEqual([
      { type: 'kubewright/stopped', queues: [] },
      0,
      true,
    ]);
  });

  it('names in its log a controller that is gone, and goes on', async () => {
    const { parent, records, stop, running } = await start({ fail: false });
    await parent.say({
      type: 'kubewright/start',
      queues: [queue([{ item: 'a', priority: 0 }], 'older'), queue([{ item: 'default/b', priority: 0 }])],
    });
    expect(records.filter(({ level }) => level === 'warn')).toEqual([
      {
        level: 'warn',
        message: 'a controller is gone, and what was in its queue was dropped',
        fields: { controller: 'older', requests: 1 },
      },
    ]);
    stop.abort();
    await running;
    expect(parent.told.at(-1)).toEqual({ type: 'kubewright/stopped', queues: [] });
  });

  it('ignores queues that it cannot read, and says so', async () => {
    const { parent, records, seen, stop, running } = await start();
    await parent.say({ type: 'kubewright/start', queues: [queue([{ item: 'default/a', priority: 0 }]), {}] });
    expect(seen).toEqual([]);
    expect(records.filter(({ level }) => level === 'warn').map(({ fields }) => fields['reason'])).toEqual([
      'queue 1 names no controller',
    ]);
    stop.abort();
    await running;
  });

  it('says where it shows its reconciles', async () => {
    const { parent, stop, running } = await start({ args: ['--debug-bind-address=127.0.0.1:0'] });
    await parent.say({ type: 'kubewright/start' });
    while (!parent.told.some(({ type }) => type === 'kubewright/started'))
      await new Promise((resolve) => setImmediate(resolve));
    expect(parent.told.at(-1)?.debugUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    stop.abort();
    await running;
  });

  it('ends in good order when the parent is gone', async () => {
    const { parent, stop, running } = await start();
    await parent.say({ type: 'kubewright/start' });
    parent.isGone = true;
    stop.abort();
    await expect(running).resolves.toBeUndefined();
  });

  it('starts at once where nobody asked for a hand-over', async () => {
    const { parent, api, stop, running } = await start({ handover: '' });
    expect([parent.told, api.watches]).toEqual([[], 1]);
    stop.abort();
    await running;
    expect(parent.told).toEqual([]);
  });
});
