import { createClient } from '@kubewright/client';
import type { Transport } from '@kubewright/api';
import { Lease } from '@kubewright/api/coordination/v1';
import { ConfigMap, Namespace } from '@kubewright/api/core/v1';
import { controllerFor, createManager, isManagerError } from '@kubewright/runtime';
import { startTestEnvironment } from '@kubewright/testing';
import type { TestEnvironment } from '@kubewright/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const namespace = 'sharded';
const names = Array.from({ length: 30 }, (_, index) => `object-${index}`);

describe('sharding over three managers', () => {
  let env: TestEnvironment;
  beforeAll(async () => {
    env = await startTestEnvironment();
    await env.client.create(Namespace({ metadata: { name: namespace } }));
  }, 90_000);
  afterAll(() => env.stop());

  it('reconciles each key on one replica, and on another when that one is killed or stops', async () => {
    /** Who reconciled each key last. */
    const owners = new Map<string, string>();
    const working = new Map<string, string>();
    const violations: string[] = [];

    const replica = (identity: string) => {
      let cut = false;
      const { transport } = env.client;
      const own: Transport = {
        request: (request) => (cut ? Promise.reject(new Error('cut')) : transport.request(request)),
        close: () => Promise.resolve(),
      };
      const manager = createManager({
        client: createClient({ transport: own }),
        namespaces: [namespace],
        sharding: {
          group: 'test',
          namespace,
          identity,
          leaseDurationMs: 2000,
          renewDeadlineMs: 1000,
          retryPeriodMs: 100,
        },
        controllers: [
          controllerFor(ConfigMap)
            .withOptions({ sharded: true, maxConcurrentReconciles: 4 })
            .reconcileRequest(async ({ name }) => {
              const other = working.get(name);
              if (other !== undefined) violations.push(`${identity} and ${other} on ${name}`);
              working.set(name, identity);
              await new Promise((resolve) => setImmediate(resolve));
              working.delete(name);
              owners.set(name, identity);
            }),
        ],
      });
      const ended = manager.start().catch((error: unknown) => error);
      return { manager, ended, cut: () => (cut = true) };
    };
    const touchAll = async (value: string): Promise<void> => {
      owners.clear();
      for (const name of names) {
        await env.client.update(ConfigMap({ metadata: { namespace, name }, data: { value } }));
      }
    };
    const all = { timeout: 10_000 };
    const ownedBy = () => [...new Set(owners.values())].sort();

    for (const name of names) await env.client.create(ConfigMap({ metadata: { namespace, name } }));
    const a = replica('a');
    await expect.poll(() => names.every((name) => owners.get(name) === 'a'), all).toBe(true);
    const b = replica('b');
    const c = replica('c');
    const members = () => [a, b, c].map(({ manager }) => manager.sharding?.members.length);
    await expect.poll(members, all).toEqual([3, 3, 3]);
    await expect.poll(ownedBy, all).toEqual(['a', 'b', 'c']);

    owners.clear();
    b.cut();
    expect(isManagerError(await b.ended, 'ShardLost')).toBe(true);
    await expect
      .poll(() => [a, c].map(({ manager }) => manager.sharding?.members.length), all)
      .toEqual([2, 2]);
    await touchAll('after the kill');
    await expect.poll(() => owners.size, all).toBe(names.length);
    expect(ownedBy()).toEqual(['a', 'c']);

    owners.clear();
    await a.manager.stop();
    // Without anything having changed, what was of the one that stopped comes to the one that is left.
    await expect.poll(() => owners.size > 0, all).toBe(true);
    await touchAll('after the stop');
    await expect.poll(() => names.every((name) => owners.get(name) === 'c'), all).toBe(true);
    await c.manager.stop();
    const { items } = await env.client.list(Lease, { namespace });
    expect([violations, items.map(({ metadata }) => metadata.name)]).toEqual([[], []]);
  });
});
