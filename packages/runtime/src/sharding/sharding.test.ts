import { ConfigMap } from '@kubewright/api/core/v1';
import { Lease } from '@kubewright/api/coordination/v1';
import { afterEach, describe, expect, it } from 'vitest';

import { controllerFor } from '../controller/builder.js';
import { configMap } from '../test-support/informer-harness.js';
import { ManagerHarness } from '../test-support/manager-harness.js';
import { settleMicrotasks } from '../test-support/manual-clock.js';
import { ShardView } from './rendezvous.js';

const harnesses: ManagerHarness[] = [];
afterEach(async () => {
  for (const harness of harnesses.splice(0)) await harness.stop();
});

async function setUp(onDropped: (item: string) => void = () => undefined) {
  const seen: string[] = [];
  const controller = controllerFor(ConfigMap)
    .withOptions({ sharded: true })
    .reconcileRequest(({ name }) => void seen.push(name));
  const harness = new ManagerHarness({
    controllers: [controller],
    sharding: { group: 'replicas', namespace: 'default' },
    observers: [
      {
        triggered: () => undefined,
        dropped: (_controller, item) => onDropped(item),
        started: () => ({ client: (client) => client, finished: () => undefined }),
      },
    ],
  });
  harnesses.push(harness);
  await harness.start();
  await settleMicrotasks();
  await harness.clock.advance(10_000);
  const { members } = harness.manager.sharding!;
  const join = async (member: string): Promise<void> => {
    const view = [...members, member].join(',');
    await harness.client.create(
      Lease({
        metadata: {
          namespace: 'default',
          name: member,
          labels: { 'sharding.kubewright.dev/group': 'replicas' },
          annotations: { 'sharding.kubewright.dev/view': view },
        },
        spec: { leaseDurationSeconds: 15 },
      }),
    );
    await harness.clock.advance(6_000);
    expect(harness.manager.sharding?.members).toHaveLength(2);
  };
  return { harness, controller, join, seen, members };
}

describe('sharding', () => {
  it('forgets a controller that is taken out, whose informer does not come back', async () => {
    const { harness, controller, join } = await setUp();
    expect(harness.manager.cache.follows(ConfigMap)).toBe(true);
    await harness.manager.remove(controller);
    expect(harness.manager.cache.follows(ConfigMap)).toBe(false);
    await join('other');
    expect(harness.manager.cache.follows(ConfigMap)).toBe(false);
  });

  it("tells observers of requests that are another replica's, so that they need not remember why", async () => {
    const dropped: string[] = [];
    const { harness, join, seen, members } = await setUp((item) => dropped.push(item));
    await join('other');
    const view = new ShardView([...members, 'other']);
    const names = Array.from({ length: 12 }, (_, index) => `map-${index}`);
    for (const name of names) await harness.client.create(configMap(name));
    await settleMicrotasks();
    const others = names.filter((name) => view.ownerOf(`default/${name}`) === 'other');
    expect(others.length).toBeGreaterThan(0);
    expect(dropped.sort()).toEqual(others.map((name) => `default/${name}`).sort());
    expect(seen).toHaveLength(names.length - others.length);
  });
});
