import { afterEach, describe, expect, it } from 'vitest';
import { ConfigMap, Secret } from '@kubewright/api/core/v1';

import { aborted } from '../internal/signals.js';
import { configMap } from '../test-support/informer-harness.js';
import { ManagerHarness } from '../test-support/manager-harness.js';
import { settleMicrotasks } from '../test-support/manual-clock.js';
import { controllerFor } from './builder.js';
import type { ControllerDefinition, ControllerOptions } from './definition.js';
import type { Source } from './source.js';

let harness: ManagerHarness;
const said: string[] = [];

const source: Source = {
  name: 'own',
  start: async ({ signal, enqueue }) => {
    said.push('source starts');
    enqueue({ name: 'asked' });
    await aborted(signal);
    said.push('source ends');
  },
};

function controller(options: ControllerOptions = {}): ControllerDefinition {
  return controllerFor(ConfigMap)
    .withOptions(options)
    .watchesRaw(source)
    .reconcileRequest(({ name }) => void said.push(name));
}

function make(...controllers: ControllerDefinition[]): void {
  said.length = 0;
  harness = new ManagerHarness({ controllers });
}

afterEach(async () => {
  await harness.stop();
  expect([harness.clock.pending, harness.api.watches], 'timers and watches left').toEqual([0, 0]);
});

describe('a controller that is added and removed at run time', () => {
  it('works from when it is added until it is removed, and leaves nothing behind', async () => {
    make();
    await harness.start();
    const added = controller();
    harness.manager.add(added);
    await settleMicrotasks();
    await harness.client.create(configMap('a'));
    await settleMicrotasks();
    expect(said.splice(0)).toEqual(['source starts', 'asked', 'a']);
    expect(await harness.manager.remove(added)).toBe(true);
    await harness.client.create(configMap('b'));
    await settleMicrotasks();
    expect(said.splice(0)).toEqual(['source ends']);
    expect(await harness.manager.remove(added)).toBe(false);
    expect([harness.manager.activity.busyWith(), harness.api.watches]).toEqual([[], 0]);
    // Its name is free again.
    harness.manager.add(controller());
    await settleMicrotasks();
    expect(said.splice(0)).toEqual(['source starts', 'asked', 'a', 'b']);
  });

  it('waits for a running reconcile when it is removed, after aborting its signal, while others go on', async () => {
    const waits = controllerFor(ConfigMap)
      .named('waits')
      .reconcileRequest(async ({ name }, { signal }) => {
        await aborted(signal);
        await settleMicrotasks();
        said.push(`${name} ended`);
      });
    make(
      waits,
      controllerFor(Secret).reconcileRequest(({ name }) => void said.push(name)),
    );
    await harness.start();
    await harness.client.create(configMap('a'));
    await settleMicrotasks();
    await harness.manager.remove(waits);
    expect(said.splice(0)).toEqual(['a ended']);
    await harness.client.create(Secret({ metadata: { name: 's', namespace: 'default' } }));
    await settleMicrotasks();
    expect(said).toEqual(['s']);
  });

  it('is forgotten when it is removed before the manager starts', async () => {
    const removed = controller();
    make(removed);
    expect(await harness.manager.remove(removed)).toBe(true);
    await harness.start();
    await harness.client.create(configMap('a'));
    await settleMicrotasks();
    expect([said, harness.manager.activity.busyWith()]).toEqual([[], []]);
  });

  it('does not keep the manager from starting when it is removed before its caches are full', async () => {
    const removed = controller();
    make(removed);
    harness.api.unserved.add('/api/v1/configmaps');
    await harness.start();
    expect(harness.manager.state.phase).toBe('starting');
    expect(await harness.manager.remove(removed)).toBe(true);
    await settleMicrotasks();
    expect([harness.manager.state.phase, harness.outcome]).toEqual(['running', undefined]);
  });
});

describe('before leadership', () => {
  it.each(['waits too long', 'is stopped'] as const)(
    'a controller whose caches do not fill ends the manager when it %s',
    async (how) => {
      said.length = 0;
      harness = new ManagerHarness({
        controllers: [controller({ cacheSyncTimeoutMs: 5000 })],
        leaderElection: { id: 'lock', namespace: 'default' },
      });
      harness.api.unserved.add('/api/v1/configmaps');
      await harness.start();
      await harness.clock.advance(4999);
      expect([harness.outcome, harness.manager.state.phase]).toEqual([undefined, 'starting']);
      if (how === 'is stopped') {
        await harness.stop();
        expect(harness.outcome).toBe('stopped');
      } else {
        await harness.clock.advance(1);
        expect(harness.outcome).toMatchObject({ name: 'CacheSyncError' });
      }
      expect(said).toEqual([]);
    },
  );

  it.each<[ControllerOptions, string[], number]>([
    [{}, [], 1],
    [{ enableWarmup: false }, [], 0],
    [{ needLeaderElection: false }, ['source starts', 'asked', 'a'], 1],
    [{ needLeaderElection: false, enableWarmup: false }, ['source starts', 'asked', 'a'], 1],
  ])('with %j it does this: %j, and opens %d watches', async (options, expected, watches) => {
    said.length = 0;
    harness = new ManagerHarness({
      controllers: [controller(options)],
      leaderElection: { id: 'lock', namespace: 'default' },
    });
    await harness.client.create(configMap('a'));
    // Somebody else leads.
    harness.api.intercept = (request) =>
      request.path.includes('/leases')
        ? { status: 503, body: { kind: 'Status', status: 'Failure', code: 503, message: 'later' } }
        : undefined;
    await harness.start();
    expect(said.toSorted()).toEqual(expected.toSorted());
    expect(harness.api.watches).toBe(watches);
    harness.api.intercept = undefined;
    said.length = 0;
    await harness.stop();
    expect(said).toEqual(expected.length > 0 ? ['source ends'] : []);
  });
});
