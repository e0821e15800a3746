import { afterEach, describe, expect, it } from 'vitest';
import { isoMicroTime } from '@kubewright/api';
import { Lease } from '@kubewright/api/coordination/v1';
import { createClient } from '@kubewright/client';

import { noMetrics } from '../metrics/metrics.js';
import { failure, FakeApi } from '../test-support/fake-api.js';
import { ManualClock, seededRandom, settleMicrotasks } from '../test-support/manual-clock.js';
import { recordingLogger } from '../test-support/recording-logger.js';
import { LeaderElector } from './leader-elector.js';
import type { LeaderElectorOptions } from './leader-elector.js';
import { LeaseLock } from './lease-lock.js';

const key = { namespace: 'default', name: 'election' };
const second = 1000;

/** Candidates of one election on a fake server. */
class ElectionHarness {
  readonly api = new FakeApi();
  readonly clock = new ManualClock();
  readonly client = createClient({ transport: this.api, kinds: [Lease] });
  readonly log: string[] = [];
  readonly electors: LeaderElector[] = [];

  candidate(identity: string, options: Partial<LeaderElectorOptions> = {}): LeaderElector {
    const elector = new LeaderElector({
      lock: new LeaseLock({ client: this.client, key }),
      identity,
      name: 'election',
      leaseDurationMs: 15 * second,
      renewDeadlineMs: 10 * second,
      retryPeriodMs: 2 * second,
      clock: this.clock,
      random: seededRandom(this.electors.length),
      logger: recordingLogger().logger,
      metrics: noMetrics.leaderElection('election'),
      onStartedLeading: () => this.log.push(`${identity} leads`),
      onStoppedLeading: (error) =>
        this.log.push(`${identity} ended${error === undefined ? '' : `: ${error.message}`}`),
      ...options,
    });
    this.electors.push(elector);
    return elector;
  }

  async start(identity: string, options: Partial<LeaderElectorOptions> = {}): Promise<LeaderElector> {
    const elector = this.candidate(identity, options);
    elector.start();
    await settleMicrotasks();
    return elector;
  }

  async store(spec: Lease['spec']): Promise<void> {
    await this.client.create(Lease({ metadata: key, spec: spec ?? {} }));
  }

  lease(): Promise<Lease> {
    return this.client.get(Lease, key);
  }

  async spec(): Promise<Lease['spec']> {
    return (await this.lease()).spec;
  }

  /** The server answers nothing of these verbs any more. */
  refuse(...methods: string[]): void {
    this.api.intercept = (request) => {
      if (methods.includes(request.method)) throw new Error('connection refused');
      return undefined;
    };
  }

  async end(): Promise<void> {
    for (const elector of this.electors) await elector.stop({ release: false });
    expect(this.clock.pending, 'timers left').toBe(0);
  }
}

describe('an elector', () => {
  let harness: ElectionHarness;
  const setUp = (): ElectionHarness => (harness = new ElectionHarness());
  afterEach(() => harness.end());

  it('makes the lease, with the fields and the form of times that the server demands', async () => {
    const { clock, log } = setUp();
    await harness.start('a');
    expect(log).toEqual(['a leads']);
    const now = isoMicroTime(clock.now());
    expect(now).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
    expect(await harness.spec()).toEqual({
      holderIdentity: 'a',
      leaseDurationSeconds: 15,
      acquireTime: now,
      renewTime: now,
      leaseTransitions: 0,
    });
  });

  it('says once which permission it misses, and again when it is lost again', async () => {
    const { clock, api } = setUp();
    const { logger, records } = recordingLogger();
    const path = '/apis/coordination.k8s.io/v1/namespaces/default/leases/election';
    const said =
      'leases "election" is forbidden: User "u" cannot get resource "leases" in API group "coordination.k8s.io" in the namespace "default"';
    const refuse = () => (api.intercept = () => failure(403, 'Forbidden', said));
    const warnings = () =>
      records
        .filter(({ level }) => level === 'warn')
        .map(({ fields }) => (fields?.['error'] as Error).message);
    refuse();
    const elector = await harness.start('a', { logger });
    await clock.advance(20 * second);
    const warning = `${said}; no role of u has the rule: add the marker // +kubebuilder:rbac:groups=coordination.k8s.io,resources=leases,verbs=get (with ,namespace=default for that namespace alone), generate config/rbac again and apply it`;
    expect(warnings()).toEqual([warning]);
    expect(api.requests.filter((request) => request === `GET ${path}`).length).toBeGreaterThan(1);
    api.intercept = undefined;
    await clock.advance(10 * second);
    expect(elector.isLeader).toBe(true);
    refuse();
    await clock.advance(5 * second);
    expect(warnings()).toEqual([warning, warning]);
  });

  it('renews every retry period, with one request, and keeps when it came and who was before', async () => {
    const { clock, api } = setUp();
    await harness.start('a');
    const { acquireTime } = (await harness.spec()) ?? {};
    api.requests.length = 0;
    await clock.advance(2 * second);
    expect(api.requests).toEqual(['PUT /apis/coordination.k8s.io/v1/namespaces/default/leases/election']);
    expect(await harness.spec()).toMatchObject({
      acquireTime,
      renewTime: isoMicroTime(clock.now()),
      leaseTransitions: 0,
    });
  });

  const held = (over: object) => ({
    holderIdentity: 'other',
    leaseDurationSeconds: 15,
    leaseTransitions: 3,
    acquireTime: '2020-01-01T00:00:00.000000Z',
    renewTime: '2020-01-01T00:00:00.000000Z',
    ...over,
  });

  it.each([
    { what: 'nobody holds', spec: held({ holderIdentity: '' }), waits: 0 },
    { what: 'has no fields', spec: {}, waits: 0 },
    { what: 'is held, whatever its times say', spec: held({}), waits: 15 },
    { what: 'is held for a time of its own', spec: held({ leaseDurationSeconds: 60 }), waits: 60 },
  ])('takes a lease over that $what: after $waits s', async ({ spec, waits }) => {
    const { clock, log } = setUp();
    await harness.store(spec);
    await harness.start('a');
    if (waits > 0) {
      await clock.advance(waits * second - 1);
      expect(log).toEqual([]);
      await clock.advance(0.2 * second);
    }
    expect(log).toEqual(['a leads']);
    expect(await harness.spec()).toMatchObject({
      holderIdentity: 'a',
      leaseDurationSeconds: 15,
      leaseTransitions: ('leaseTransitions' in spec ? spec.leaseTransitions : 0) + 1,
    });
  });

  it('waits as long as the holder renews', async () => {
    const { clock, log } = setUp();
    await harness.start('a');
    const b = await harness.start('b');
    await clock.advance(60 * second);
    expect([log, b.leader, b.isLeader]).toEqual([['a leads'], 'a', false]);
  });

  it('takes over soon after the lease of a killed leader has run out', async () => {
    const { clock, log } = setUp();
    const a = await harness.start('a');
    await harness.start('b');
    await clock.advance(60 * second);
    // As a kill: nothing of it is sent any more.
    await a.stop({ release: false });
    log.length = 0;
    await clock.advance(13 * second);
    expect(log).toEqual([]);
    await clock.advance(4.5 * second);
    expect(log).toEqual(['b leads']);
  });

  it('ends renewDeadline after the last renewal that succeeded was sent, and before others may take over', async () => {
    const { clock, log, api } = setUp();
    const a = await harness.start('a');
    await clock.advance(4 * second);
    harness.refuse('PUT', 'GET');
    await clock.advance(10 * second - 1);
    expect([log, a.isLeader]).toEqual([['a leads'], true]);
    await clock.advance(1);
    expect(log).toEqual([
      'a leads',
      'a ended: leader election lost: lease election: it was not renewed within 10000 ms: connection refused',
    ]);
    expect([a.isLeader, a.leaseRemainsMs()]).toEqual([false, 5 * second]);
    api.intercept = undefined;
    await clock.advance(60 * second);
    expect(log).toHaveLength(2);
  });

  it('gives a request that hangs up in time to try again', async () => {
    const { clock, log, api } = setUp();
    const a = await harness.start('a');
    let hanging = 0;
    api.intercept = (request) => {
      if (request.method !== 'PUT' || hanging > 0) return undefined;
      hanging += 1;
      return new Promise((_, reject) => {
        request.signal?.addEventListener('abort', () => {
          reject(new Error('aborted'));
        });
      });
    };
    await clock.advance(30 * second);
    expect([log, a.isLeader, hanging]).toEqual([['a leads'], true, 1]);
  });

  it('survives a conflict by reading the lease, and counts that', async () => {
    const { clock, log } = setUp();
    let slowPaths = 0;
    const status: boolean[] = [];
    await harness.start('a', {
      metrics: { leading: (isLeader) => status.push(isLeader), slowPath: () => (slowPaths += 1) },
    });
    await harness.client.update({ ...(await harness.lease()), metadata: { ...key, labels: { by: 'hand' } } });
    await clock.advance(2 * second);
    expect([log, slowPaths, status]).toEqual([['a leads'], 1, [false, true]]);
    expect((await harness.lease()).metadata?.labels).toEqual({ by: 'hand' });
  });

  it('ends at once when it sees that somebody else holds the lease', async () => {
    const { clock, log } = setUp();
    await harness.start('a');
    const lease = await harness.lease();
    await harness.client.update({ ...lease, spec: { ...lease.spec, holderIdentity: 'thief' } });
    await clock.advance(2 * second);
    expect(log).toEqual(['a leads', 'a ended: leader election lost: lease election: thief holds it']);
  });

  it('makes the lease anew when it was deleted, and nobody who has seen its holder takes it meanwhile', async () => {
    const { clock, log } = setUp();
    await harness.start('a');
    await clock.advance(1 * second);
    const b = await harness.start('b');
    await harness.client.delete(Lease, key);
    b.wake();
    await settleMicrotasks();
    expect(log).toEqual(['a leads']);
    await clock.advance(60 * second);
    expect([log, b.leader]).toEqual([['a leads'], 'a']);
  });

  it('holds a lease that it won without getting the answer', async () => {
    const { clock, log, api } = setUp();
    let lost = 0;
    const client = createClient({
      kinds: [Lease],
      transport: {
        close: () => api.close(),
        request: async (request) => {
          const response = await api.request(request);
          if (request.method !== 'POST') return response;
          lost += 1;
          throw new Error('connection reset');
        },
      },
    });
    await harness.start('a', { lock: new LeaseLock({ client, key }) });
    expect([log, lost]).toEqual([[], 1]);
    await clock.advance(5 * second);
    expect(log).toEqual(['a leads']);
    expect(await harness.spec()).toMatchObject({ holderIdentity: 'a', leaseTransitions: 0 });
  });

  it('releases the lease, and the next one leads without waiting for it to run out', async () => {
    const { clock, log } = setUp();
    const a = await harness.start('a');
    const b = await harness.start('b');
    await clock.advance(10 * second);
    await a.stop({ release: true });
    expect(log).toEqual(['a leads', 'a ended']);
    expect(await harness.spec()).toMatchObject({
      holderIdentity: '',
      leaseDurationSeconds: 1,
      leaseTransitions: 0,
      renewTime: isoMicroTime(clock.now()),
    });
    b.wake();
    await settleMicrotasks();
    expect(log).toEqual(['a leads', 'a ended', 'b leads']);
    expect(await harness.spec()).toMatchObject({ holderIdentity: 'b', leaseTransitions: 1 });
  });

  it('releases after conflicts, nothing that is not its own, and not for ever', async () => {
    const { clock, log, api } = setUp();
    const a = await harness.start('a');
    let conflicts = 2;
    api.intercept = (request) => {
      if (request.method !== 'PUT' || conflicts === 0) return undefined;
      conflicts -= 1;
      return { status: 409, body: { kind: 'Status', status: 'Failure', code: 409, reason: 'Conflict' } };
    };
    await a.stop({ release: true });
    expect(await harness.spec()).toMatchObject({ holderIdentity: '' });

    const b = await harness.start('b');
    const lease = await harness.lease();
    await harness.client.update({ ...lease, spec: { ...lease.spec, holderIdentity: 'thief' } });
    await b.stop({ release: true });
    expect(await harness.spec()).toMatchObject({ holderIdentity: 'thief' });
    await harness.client.delete(Lease, key);

    const c = await harness.start('c');
    api.intercept = (request) =>
      new Promise((_, reject) => {
        request.signal?.addEventListener('abort', () => {
          reject(new Error('aborted'));
        });
      });
    const released = c.stop({ release: true });
    await clock.advance(10 * second);
    await released;
    api.intercept = undefined;
    expect(await harness.spec()).toMatchObject({ holderIdentity: 'c' });
    expect(log.filter((line) => line.endsWith('leads'))).toEqual(['a leads', 'b leads', 'c leads']);
  });

  it('takes no notice of its wall clock', async () => {
    const { log } = setUp();
    const base = harness.clock;
    let jumpMs = 0;
    const jumping = {
      now: () => base.now() + jumpMs,
      monotonic: () => base.now(),
      setTimer: base.setTimer.bind(base),
    };
    await harness.start('a');
    await harness.start('b', { clock: jumping });
    for (const jump of [3_600_000, -7_200_000, 86_400_000]) {
      jumpMs = jump;
      await base.advance(20 * second);
    }
    expect(log).toEqual(['a leads']);
  });

  it('is unhealthy when it should long have noticed that its lease ran out', async () => {
    const { clock } = setUp();
    const a = await harness.start('a');
    a.check(0);
    expect(a.isLeaseValid()).toBe(true);
    // Nothing runs meanwhile, as in a process that was suspended.
    (clock as unknown as { now: () => number }).now = () => Date.UTC(2026, 0, 1) + 40 * second;
    expect(a.isLeaseValid()).toBe(false);
    a.check(30 * second);
    expect(() => {
      a.check(20 * second);
    }).toThrow('failed election to renew leadership on lease election');
    delete (clock as unknown as { now?: unknown }).now;
  });

  it('tells who leads', async () => {
    const { clock } = setUp();
    const seen: string[] = [];
    const a = await harness.start('a');
    await harness.start('b', { onNewLeader: (identity) => seen.push(identity) });
    await a.stop({ release: true });
    await clock.advance(10 * second);
    expect(seen).toEqual(['a', 'b']);
  });
});
