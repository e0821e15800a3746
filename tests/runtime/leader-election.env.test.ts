import { createClient, mergePatch } from '@kubewright/client';
import { Lease } from '@kubewright/api/coordination/v1';
import { ConfigMap, Event } from '@kubewright/api/core/v1';
import { controllerFor, createManager, isManagerError } from '@kubewright/runtime';
import type { Manager } from '@kubewright/runtime';
import type { Transport } from '@kubewright/api';
import { startTestEnvironment } from '@kubewright/testing';
import type { TestEnvironment } from '@kubewright/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const namespace = 'default';

describe('leader election', () => {
  let env: TestEnvironment;
  beforeAll(async () => {
    env = await startTestEnvironment();
  }, 90_000);
  afterAll(() => env.stop());

  /** A replica whose connection to the server can be cut for good, as a kill does. */
  function replica(id: string, identity: string, log: string[] = []) {
    let cut = false;
    const { transport } = env.client;
    const own: Transport = {
      request: (request) => (cut ? Promise.reject(new Error('cut')) : transport.request(request)),
      close: () => Promise.resolve(),
    };
    const manager = createManager({
      client: createClient({ transport: own }),
      leaderElection: {
        id,
        namespace,
        identity,
        leaseDurationMs: 2000,
        renewDeadlineMs: 1000,
        retryPeriodMs: 200,
      },
      controllers: [
        controllerFor(ConfigMap).reconcileRequest(({ name }) => {
          if (name === id) log.push(identity);
        }),
      ],
    });
    const ended = manager.start().catch((error: unknown) => error);
    return { manager, ended, cut: () => (cut = true) };
  }

  const elected = async (manager: Manager): Promise<number> => {
    const from = performance.now();
    await manager.elected;
    return performance.now() - from;
  };

  it('moves at once when the leader stops, and only then runs the controllers of the next', async () => {
    const log: string[] = [];
    await env.client.create(ConfigMap({ metadata: { namespace, name: 'graceful' } }));
    const a = replica('graceful', 'a', log);
    await a.manager.elected;
    const b = replica('graceful', 'b', log);
    await b.manager.whenReady();
    expect(b.manager.state.phase).toBe('standby');
    await expect.poll(() => log).toEqual(['a']);
    const tookMs = elected(b.manager);
    await a.manager.stop();
    const { spec } = await env.client.get(Lease, `${namespace}/graceful`);
    expect(['', 'b']).toContain(spec?.holderIdentity ?? '');
    expect(await tookMs).toBeLessThan(1500);
    await expect.poll(() => log).toEqual(['a', 'b']);
    await b.manager.stop();
    const { items } = await env.client.list(Event, { namespace });
    const messages = items
      .filter(({ involvedObject }) => involvedObject.name === 'graceful')
      .map(({ message }) => message);
    expect(new Set(messages)).toEqual(
      new Set(['a became leader', 'a stopped leading', 'b became leader', 'b stopped leading']),
    );
  });

  it('moves when the lease of a killed leader has run out, which has ended itself before', async () => {
    const a = replica('killed', 'a');
    await a.manager.elected;
    const b = replica('killed', 'b');
    await b.manager.whenReady();
    const from = performance.now();
    a.cut();
    const error = await a.ended;
    const endedMs = performance.now() - from;
    expect(isManagerError(error, 'LeaderElectionLost')).toBe(true);
    await b.manager.elected;
    const tookMs = performance.now() - from;
    expect(endedMs).toBeLessThan(tookMs);
    // The last renewal was up to a retry period before; the next try comes at most a tenth of one after the end.
    expect(tookMs).toBeGreaterThan(1500);
    expect(tookMs).toBeLessThan(4000);
    await b.manager.stop();
  });

  // What a kube-controller-manager 1.36 with --leader-elect writes has these five fields, and times of this form.
  it('writes a Lease of the shape that kube-controller-manager writes', async () => {
    const a = replica('shape', 'host_2b1e1b9c-7c6e-4f6e-9f6e-1c2d3e4f5a6b');
    await a.manager.elected;
    const ours = await env.client.get(Lease, `${namespace}/shape`);
    const microTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/;
    expect(ours.spec).toEqual({
      holderIdentity: 'host_2b1e1b9c-7c6e-4f6e-9f6e-1c2d3e4f5a6b',
      leaseDurationSeconds: 2,
      acquireTime: expect.stringMatching(microTime) as string,
      renewTime: expect.stringMatching(microTime) as string,
      leaseTransitions: 0,
    });
    await a.manager.stop();
  });

  it('holds on to a lease that is deleted or written by hand', async () => {
    const a = replica('by-hand', 'a');
    await a.manager.elected;
    await env.client.patch(
      Lease,
      { namespace, name: 'by-hand' },
      mergePatch({ metadata: { labels: { by: 'hand' } } }),
    );
    const { spec } = await env.client.get(Lease, `${namespace}/by-hand`);
    await expect
      .poll(async () => (await env.client.get(Lease, `${namespace}/by-hand`)).spec?.renewTime)
      .not.toBe(spec?.renewTime);
    await env.client.delete(Lease, `${namespace}/by-hand`);
    await expect
      .poll(
        async () =>
          (await env.client.get(Lease, `${namespace}/by-hand`).catch(() => undefined))?.spec?.holderIdentity,
      )
      .toBe('a');
    expect(a.manager.leaderElection?.isLeader).toBe(true);
    await a.manager.stop();
  });
});
