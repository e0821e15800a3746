import { describe, expect, it } from 'vitest';
import { ConfigMap } from '@kubewright/api/core/v1';
import { mergePatch } from '@kubewright/client';

import { controllerFor } from '../controller/builder.js';
import { failure } from '../test-support/fake-api.js';
import { configMap } from '../test-support/informer-harness.js';
import { ManagerHarness } from '../test-support/manager-harness.js';
import { settleMicrotasks } from '../test-support/manual-clock.js';

const OBJECTS = 40;
const MINUTE = 60_000;

describe('a manager whose server refuses everything', () => {
  it.each([
    [401, 'Unauthorized'],
    [403, 'Forbidden'],
    [429, 'TooManyRequests'],
    [500, 'InternalError'],
    [503, 'ServiceUnavailable'],
  ])(
    'with %i asks ever more seldom, goes on running, and does what was due when it ends',
    async (code, reason) => {
      const marks = controllerFor(ConfigMap)
        .withOptions({ maxConcurrentReconciles: 10 })
        .reconcile(async (object, { client }) => {
          if (object.data?.['value'] === 'new')
            await client.patch(ConfigMap, object.metadata, mergePatch({ data: { value: 'seen' } }));
        });
      const harness = new ManagerHarness({ controllers: [marks] });
      const { api, client, clock, manager } = harness;
      const askedAt: number[] = [];
      const names = Array.from({ length: OBJECTS }, (_, index) => `object-${index}`);
      for (const name of names) await client.create(configMap(name));
      await harness.start();
      api.intercept = ({ method }) => {
        // The updates of this test.
        if (method === 'PUT') return undefined;
        askedAt.push(clock.now());
        return failure(code, reason, 'a storm');
      };
      for (const name of names) await client.update(configMap(name, { value: 'new' }));
      await settleMicrotasks();
      api.endWatches();
      const from = clock.now();
      await clock.advance(10 * MINUTE);
      const asked = (since: number, until: number): number =>
        askedAt.filter((at) => at >= from + since && at < from + until).length;
      // Each object 5 ms after its first failure and then twice as long each time; all together 10 a second.
      expect(asked(0, 1000), 'in the first second').toBeLessThan(OBJECTS * 8);
      expect(asked(0, 10 * MINUTE), 'in ten minutes').toBeLessThan(OBJECTS * 20);
      expect(asked(0, 10 * MINUTE), 'in ten minutes').toBeGreaterThan(OBJECTS * 5);
      expect(asked(8 * MINUTE, 9 * MINUTE), 'in the ninth minute').toBeLessThan(OBJECTS * 2);
      expect(manager.state.phase).toBe('running');

      api.intercept = undefined;
      await clock.advance(20 * MINUTE);
      const { items } = await client.list(ConfigMap);
      expect(items.filter(({ data }) => data?.['value'] !== 'seen')).toEqual([]);
      await harness.stop();
      expect([clock.pending, harness.outcome]).toEqual([0, 'stopped']);
    },
  );
});
