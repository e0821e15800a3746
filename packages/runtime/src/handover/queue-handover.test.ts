import { describe, expect, it } from 'vitest';
import { ConfigMap } from '@kubewright/api/core/v1';

import { controllerFor } from '../controller/builder.js';
import type { Reconciler } from '../controller/definition.js';
import { requeueAfter } from '../controller/result.js';
import type { Result } from '../controller/result.js';
import { configMap } from '../test-support/informer-harness.js';
import { ManagerHarness } from '../test-support/manager-harness.js';
import { settleMicrotasks } from '../test-support/manual-clock.js';
import { QueueHandover } from './queue-handover.js';
import type { ControllerQueue } from './queue-handover.js';

/** A manager of one controller that takes over `left`, and what it left itself. */
async function run(
  reconcile: Reconciler,
  left: readonly ControllerQueue[] = [],
  existing: readonly string[] = [],
) {
  const handover = new QueueHandover();
  const controller = controllerFor(ConfigMap).named('maps').reconcileRequest(reconcile);
  const harness = new ManagerHarness({ controllers: [controller], handover });
  for (const name of existing) await harness.client.create(configMap(name));
  handover.restore(left);
  await harness.start();
  return { harness, handover };
}

const nothing = (): void => undefined;

describe('the hand-over of queues', () => {
  it('keeps the moment of a delay for a request that no object stands for', async () => {
    const seen: string[] = [];
    const later = ({ name }: { name: string }): Result | void =>
      name === 'a' && seen.push(name) === 1 ? requeueAfter(60_000) : undefined;
    const first = await run(later, [], ['a']);
    await first.harness.clock.advance(20_000);
    await first.harness.stop();
    const left = first.handover.collect();
    expect(left).toMatchObject([{ controller: 'maps', items: [{ item: 'default/a', priority: -100 }] }]);

    const again: string[] = [];
    const second = await run(({ name }) => void again.push(name), left);
    const waited = (left[0]?.items[0]?.dueAtMs ?? 0) - second.harness.clock.now();
    await second.harness.clock.advance(waited - 1);
    expect(again).toEqual([]);
    await second.harness.clock.advance(1);
    expect(again).toEqual(['a']);
    await second.harness.stop();
    expect([first.harness.clock.pending, second.harness.clock.pending]).toEqual([0, 0]);
  });

  it('goes on counting the failures of an object, which is tried at once by the new code', async () => {
    const fail = (): never => {
      throw new Error('no luck');
    };
    const first = await run(fail, [], ['a']);
    await first.harness.clock.advance(5 + 10 + 20);
    await first.harness.stop();
    const left = first.handover.collect();
    expect(left).toMatchObject([{ items: [{ item: 'default/a', failures: 4, isBackingOff: true }] }]);

    const second = await run(fail, left, ['a']);
    const { fields } = second.harness.records.find(({ message }) => message === 'reconcile failed') ?? {};
    expect(fields).toMatchObject({ failures: 5, retryInMs: 80 });
    await second.harness.stop();
  });

  it('reconciles again what the stop interrupted, and what it had not come to', async () => {
    const started: string[] = [];
    const first = await run(
      async ({ name }, { signal }) => {
        started.push(name);
        await new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason as Error));
        });
      },
      [],
      ['a', 'b'],
    );
    expect(started).toEqual(['a']);
    await first.harness.stop();
    const left = first.handover.collect();
    expect(left.flatMap(({ items }) => items.map(({ item }) => item)).sort()).toEqual([
      'default/a',
      'default/b',
    ]);
    expect(first.harness.logged('error')).toEqual([]);
  });

  it('leaves nothing of what was done', async () => {
    const first = await run(nothing, [], ['a']);
    await first.harness.stop();
    expect(first.handover.collect()).toEqual([]);
  });

  it('tells observers where the request came from', async () => {
    const triggers: unknown[] = [];
    const handover = new QueueHandover();
    const harness = new ManagerHarness({
      controllers: [controllerFor(ConfigMap).named('maps').reconcileRequest(nothing)],
      handover,
      observers: [
        {
          triggered: (controller, item, trigger) => triggers.push([controller, item, trigger]),
          started: () => ({ client: (client) => client, finished: nothing }),
        },
      ],
    });
    handover.restore([{ controller: 'maps', items: [{ item: 'default/gone', priority: 0 }] }]);
    await harness.start();
    await harness.stop();
    expect(triggers).toEqual([
      ['maps', 'default/gone', { type: 'source', name: 'queue of the process before' }],
    ]);
  });

  it('reaches controllers that are added later, and names those that are gone', async () => {
    const handover = new QueueHandover();
    handover.restore([
      { controller: 'maps', items: [{ item: 'default/a', priority: 0 }] },
      { controller: 'gone', items: [{ item: 'b', priority: 0 }] },
    ]);
    const seen: string[] = [];
    const harness = new ManagerHarness({ handover });
    await harness.start();
    harness.manager.add(
      controllerFor(ConfigMap)
        .named('maps')
        .reconcileRequest(({ name }) => void seen.push(name)),
    );
    await settleMicrotasks();
    expect(seen).toContain('a');
    expect(handover.collect()).toMatchObject([{ controller: 'gone' }]);
    expect(handover.dropUnclaimed()).toEqual([{ controller: 'gone', items: [{ item: 'b', priority: 0 }] }]);
    expect(handover.collect()).toEqual([]);
    await harness.stop();
  });
});
