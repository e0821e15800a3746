import type { KubernetesObject } from '@kubewright/api';
import { ConfigMap } from '@kubewright/api/core/v1';
import { mergePatch } from '@kubewright/client';
import { describe, expect, it } from 'vitest';

import { controllerFor } from '../controller/builder.js';
import type { ControllerDefinition } from '../controller/definition.js';
import { requeueAfter } from '../controller/result.js';
import { configMap } from '../test-support/informer-harness.js';
import { ManagerHarness } from '../test-support/manager-harness.js';
import { ManualClock, settleMicrotasks } from '../test-support/manual-clock.js';
import { recordingLogger } from '../test-support/recording-logger.js';
import type { HotLoop } from './hot-loops.js';
import { ReconcileRecorder } from './why.js';

function setUp(...controllers: ControllerDefinition[]) {
  const clock = new ManualClock();
  const { logger, records } = recordingLogger();
  const loops: HotLoop[] = [];
  const why = new ReconcileRecorder({ clock, logger, onHotLoop: (loop) => loops.push(loop) });
  const harness = new ManagerHarness({ controllers, clock, logger, observers: [why] });
  const warnings = () => records.filter(({ message }) => message.startsWith('hot loop'));
  return { harness, clock, loops, warnings };
}

const set = (data: Record<string, string>) => mergePatch({ data });

/** Writes what `next` makes of the data of config map `a`, as long as it makes something. */
function writer(
  name: string,
  next: (data: Record<string, string>, run: number) => Record<string, string> | undefined,
) {
  let run = 0;
  return controllerFor(ConfigMap)
    .named(name)
    .reconcileRequest(async (request, { client }) => {
      const map = await client.get(ConfigMap, request);
      const data = next(map.data ?? {}, (run += 1));
      if (data !== undefined) await client.patch(ConfigMap, request, set(data), { fieldManager: name });
    });
}

/** Lets things go on for so many turns, each of them a little later. */
async function turns(clock: ManualClock, count: number, stepMs = 10): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await clock.advance(stepMs);
}

describe('the hot-loop detector', () => {
  it('finds a controller that changes its mind, names the field, and says it once', async () => {
    const flips = writer('flips', ({ value }, run) =>
      run > 60 ? undefined : { value: value === 'on' ? 'off' : 'on' },
    );
    const { harness, clock, loops, warnings } = setUp(flips);
    await harness.client.create(configMap('a', { value: 'on' }));
    await harness.start();
    await turns(clock, 60);
    expect(loops).toMatchObject([
      {
        type: 'flapping',
        controller: 'flips',
        namespace: 'default',
        name: 'a',
        object: { resource: 'configmaps', namespace: 'default', name: 'a' },
        fields: ['data.value'],
        count: 5,
      },
    ]);
    expect(warnings()).toMatchObject([
      {
        level: 'warn',
        fields: { controller: 'flips', object: 'configmaps default/a', fields: ['data.value'] },
      },
    ]);
    await harness.stop();
  });

  it('finds two controllers that undo each other, and names both writers', async () => {
    const one = writer('one', ({ value }, run) => (value === '1' || run > 40 ? undefined : { value: '1' }));
    const two = writer('two', ({ value }, run) => (value === '2' || run > 40 ? undefined : { value: '2' }));
    const { harness, clock, loops, warnings } = setUp(one, two);
    let time = 0;
    // As the server keeps book: who set the value last owns it.
    harness.api.normalise = (object) => {
      const { value } = (object as ConfigMap).data ?? {};
      const manager = value === '1' ? 'one' : value === '2' ? 'two' : 'user';
      const entry = {
        manager,
        time: `2026-01-01T00:00:${(time += 1)}Z`,
        fieldsV1: { 'f:data': { 'f:value': {} } },
      };
      return { ...object, metadata: { ...object.metadata, managedFields: [entry] } } as KubernetesObject;
    };
    await harness.client.create(configMap('a', { value: '0' }));
    await harness.start();
    await turns(clock, 40);
    expect(loops.map(({ controller }) => controller).toSorted()).toEqual(['one', 'two']);
    expect(loops[0]).toMatchObject({ type: 'flapping', fields: ['data.value'] });
    expect(loops[0]?.writers.toSorted()).toEqual(['one', 'two']);
    expect(warnings()[0]?.message).toContain('two writers undo each other');
    await harness.stop();
  });

  it('finds a reconcile that sets a time or a counter anew each time', async () => {
    const counts = writer('counts', (_data, run) => (run > 60 ? undefined : { count: String(run) }));
    const { harness, clock, loops } = setUp(counts);
    await harness.client.create(configMap('a'));
    await harness.start();
    await turns(clock, 60);
    expect(loops).toMatchObject([{ type: 'endless', fields: ['data.count'], count: 30 }]);
    await harness.stop();
  });

  it.each<[string, (data: Record<string, string>, run: number) => Record<string, string> | undefined]>([
    ['a status that makes progress', (_data, run) => (run > 20 ? undefined : { phase: `phase ${run}` })],
    [
      'many steps, each of a field of its own',
      (_data, run) => (run > 60 ? undefined : { [`step-${run}`]: 'done' }),
    ],
    ['a write that changes nothing', () => ({ value: '' })],
  ])('is not alarmed by %s', async (_what, next) => {
    const { harness, clock, loops } = setUp(writer('works', next));
    await harness.client.create(configMap('a'));
    await harness.start();
    await turns(clock, 70);
    expect(loops).toEqual([]);
    await harness.stop();
  });

  it('is not alarmed by polling, nor by following what somebody else changes to and fro', async () => {
    let polls = 0;
    const polling = controllerFor(ConfigMap)
      .named('polls')
      .reconcileRequest(async ({ namespace, name }, { client }) => {
        if (name !== 'polled') return undefined;
        // Alternates between two values, at each tick of its timer.
        const value = String((polls += 1) % 2);
        await client.patch(ConfigMap, `${namespace}/child`, set({ value }));
        return requeueAfter(100);
      });
    const following = controllerFor(ConfigMap)
      .named('follows')
      .reconcileRequest(async ({ namespace, name }, { client }) => {
        if (name !== 'leader') return;
        const leader = await client.get(ConfigMap, `${namespace}/leader`);
        await client.patch(ConfigMap, `${namespace}/follower`, set({ value: leader.data?.['value'] ?? '' }));
      });
    const { harness, clock, loops } = setUp(polling, following);
    for (const name of ['polled', 'child', 'leader', 'follower'])
      await harness.client.create(configMap(name));
    await harness.start();
    for (let turn = 0; turn < 20; turn += 1) {
      await harness.client.patch(ConfigMap, 'default/leader', set({ value: turn % 2 === 0 ? 'a' : 'b' }));
      await clock.advance(100);
      await settleMicrotasks();
    }
    expect(polls).toBeGreaterThan(15);
    expect(loops).toEqual([]);
    await harness.stop();
  });

  it('is not alarmed by what comes back only now and then', async () => {
    const flips = controllerFor(ConfigMap)
      .named('slow')
      .reconcileRequest(async (request, { client, clock }) => {
        const map = await client.get(ConfigMap, request);
        await client.patch(ConfigMap, request, set({ value: map.data?.['value'] === 'on' ? 'off' : 'on' }));
        await new Promise<void>((resolve) => clock.setTimer(resolve, 10_000));
      });
    const { harness, clock, loops } = setUp(flips);
    await harness.client.create(configMap('a'));
    await harness.start();
    await turns(clock, 40, 10_000);
    expect(loops).toEqual([]);
    const stopped = harness.stop();
    await clock.advance(20_000);
    await stopped;
  });
});
