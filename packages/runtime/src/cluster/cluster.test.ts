import { describe, expect, it } from 'vitest';
import { ConfigMap } from '@kubewright/api/core/v1';
import { Event } from '@kubewright/api/events/v1';
import { createClient } from '@kubewright/client';

import { FakeApi } from '../test-support/fake-api.js';
import { configMap } from '../test-support/informer-harness.js';
import { ManagerHarness } from '../test-support/manager-harness.js';
import { seededRandom, settleMicrotasks } from '../test-support/manual-clock.js';
import { createCluster } from './cluster.js';

function setUp() {
  const harness = new ManagerHarness();
  const api = new FakeApi();
  const { clock } = harness;
  const client = createClient({ transport: api, kinds: [ConfigMap, Event] });
  const cluster = createCluster({ name: 'away', client, clock, random: seededRandom(2) });
  return { harness, api, client, cluster };
}

describe('a cluster', () => {
  it('reads from its cache or past it, finds by index, and records events, where its server is', async () => {
    const { harness, api, client, cluster } = setUp();
    cluster.cache.indexField(ConfigMap, 'data.value', (map) => [map.data?.['value'] ?? '']);
    const made = await client.create(configMap('a', { value: '1' }));
    await expect(cluster.client.get(ConfigMap, 'a')).rejects.toThrow('start the manager first');
    harness.manager.add(cluster);
    await harness.start();
    expect(await cluster.client.get(ConfigMap, 'a')).toMatchObject({ data: { value: '1' } });
    const found = await cluster.client.list(ConfigMap, { fieldSelector: { 'data.value': '1' } });
    expect(found.items).toHaveLength(1);
    api.requests.length = 0;
    await cluster.apiReader.get(ConfigMap, 'a');
    expect(api.requests).toEqual(['GET /api/v1/namespaces/default/configmaps/a']);
    cluster.events('operator').event(made, { reason: 'Seen', message: 'it was seen' });
    await harness.stop();
    expect(api.objects('/apis/events.k8s.io/v1/events').size).toBe(1);
    expect(harness.api.requests).toEqual([]);
  });

  it('leaves nothing behind when it stops, also when its server cannot be reached', async () => {
    for (const reachable of [true, false]) {
      const { harness, api, client, cluster } = setUp();
      const { clock } = harness;
      const made = await client.create(configMap('a'));
      if (!reachable) {
        api.intercept = () => {
          throw new Error('connection refused');
        };
      }
      await harness.start();
      harness.manager.add(cluster);
      cluster.cache.informer(ConfigMap);
      cluster.events('operator').event(made, { reason: 'Seen', message: 'it was seen' });
      await settleMicrotasks();
      expect([api.watches > 0, harness.manager.activity.isIdle()]).toEqual([reachable, reachable]);
      const stopped = harness.stop();
      await clock.advance(30_000);
      await stopped;
      expect([harness.outcome, clock.pending, api.watches]).toEqual(['stopped', 0, 0]);
    }
  });

  it("is a manager's no more once it was removed, and is not added again, nor to another one", async () => {
    const { harness, cluster } = setUp();
    harness.manager.add(cluster);
    harness.manager.add(cluster);
    await harness.start();
    cluster.cache.informer(ConfigMap);
    await settleMicrotasks();
    expect(await harness.manager.remove(cluster)).toBe(true);
    expect([harness.manager.activity.isIdle(), harness.manager.activity.busyWith()]).toEqual([true, []]);
    const refusal =
      'cannot add the cluster away: a manager has had it before; make a new one with createCluster';
    for (const { manager } of [harness, new ManagerHarness()])
      expect(() => manager.add(cluster)).toThrow(refusal);
    await harness.stop();
  });
});
