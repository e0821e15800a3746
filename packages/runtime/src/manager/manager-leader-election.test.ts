import { describe, expect, it } from 'vitest';
import type { Clock } from '@kubewright/api';
import { ConfigMap } from '@kubewright/api/core/v1';
import { Event } from '@kubewright/api/events/v1';
import { Lease } from '@kubewright/api/coordination/v1';
import { createClient, mergePatch } from '@kubewright/client';

import { controllerFor } from '../controller/builder.js';
import { isManagerError } from '../errors.js';
import type { LeaderElectionOptions } from '../leader-election/options.js';
import { FakeApi } from '../test-support/fake-api.js';
import { configMap } from '../test-support/informer-harness.js';
import { ManualClock, seededRandom, settleMicrotasks } from '../test-support/manual-clock.js';
import { recordingLogger } from '../test-support/recording-logger.js';
import { createManager } from './manager.js';
import type { Manager, ManagerOptions } from './manager.js';

const second = 1000;
const election = (identity: string): LeaderElectionOptions => ({
  id: 'operator.example.com',
  namespace: 'default',
  identity,
});

/** Replicas of one operator on one fake server. */
class Replicas {
  readonly api = new FakeApi();
  readonly clock = new ManualClock();
  readonly client = createClient({ transport: this.api, kinds: [ConfigMap, Lease, Event] });
  readonly log: string[] = [];
  readonly outcomes = new Map<string, unknown>();

  async start(name: string, options: Partial<ManagerOptions> = {}): Promise<Manager> {
    const manager = createManager({
      client: this.client,
      clock: this.clock,
      random: seededRandom(name.length),
      logger: recordingLogger().logger,
      leaderElection: election(name),
      controllers: [
        controllerFor(ConfigMap).reconcileRequest((request) => {
          this.log.push(`${name} reconciles ${request.name}`);
        }),
      ],
      ...options,
    });
    manager.start().then(
      () => this.outcomes.set(name, 'stopped'),
      (error: unknown) => this.outcomes.set(name, error),
    );
    await settleMicrotasks();
    return manager;
  }

  async holder(): Promise<string | undefined> {
    return (await this.client.get(Lease, 'operator.example.com')).spec?.holderIdentity;
  }

  expectNothingLeft(): void {
    expect([this.clock.pending, this.api.watches], 'timers and watches left').toEqual([0, 0]);
  }
}

/** What its debug endpoint says of its controllers. */
async function figuresOf({ addresses }: Manager): Promise<unknown> {
  const answer = await fetch(`${addresses.debug?.url}/debug/controllers`);
  return ((await answer.json()) as { controllers: unknown }).controllers;
}

describe('a manager with leader election', () => {
  it('stands by with full caches and an empty queue, and takes over at once when the leader stops', async () => {
    const replicas = new Replicas();
    await replicas.client.create(configMap('old'));
    const a = await replicas.start('a', { debug: { bindAddress: ':0' } });
    await a.elected;
    const b = await replicas.start('b', { debug: { bindAddress: ':0' } });
    await b.whenReady();
    await replicas.client.create(configMap('new'));
    await replicas.client.delete(ConfigMap, 'default/old');
    await replicas.clock.advance(30 * second);
    expect([a.state.phase, b.state.phase]).toEqual(['running', 'standby']);
    expect(await figuresOf(a)).toMatchObject([{ name: 'configmap', ready: true, reconciles: { total: 3 } }]);
    expect(await figuresOf(b)).toMatchObject([{ name: 'configmap', ready: false, queue: { depth: 0 } }]);
    expect((await b.client.list(ConfigMap)).items).toHaveLength(1);
    expect(b.activity.isIdle()).toBe(true);
    const lists = replicas.api.requests.filter((request) => request.includes('configmaps?limit')).length;

    await a.stop();
    await settleMicrotasks();
    await b.elected;
    expect(b.state.phase).toBe('running');
    expect(replicas.log).toEqual([
      'a reconciles old',
      'a reconciles new',
      'a reconciles old',
      'b reconciles new',
    ]);
    expect(replicas.api.requests.filter((request) => request.includes('configmaps?limit'))).toHaveLength(
      lists,
    );
    await b.stop();
    expect(await replicas.holder()).toBe('');
    expect([...replicas.outcomes.values()]).toEqual(['stopped', 'stopped']);
    replicas.expectNothingLeft();
  });

  it('runs on every replica what needs no leadership: others, webhooks, and controllers that say so', async () => {
    const replicas = new Replicas();
    await replicas.client.create(configMap('x'));
    await replicas.start('a', { controllers: [] });
    const b = await replicas.start('b', {
      controllers: [
        controllerFor(ConfigMap)
          .withOptions({ needLeaderElection: false })
          .reconcileRequest(({ name }) => void replicas.log.push(`everywhere ${name}`)),
      ],
    });
    const start = (name: string) => () => Promise.resolve(void replicas.log.push(name));
    b.add({ name: 'webhook', group: 'webhooks', start: start('webhook') });
    b.add({ name: 'other', needLeaderElection: false, start: start('other') });
    b.add({ name: 'only a leader', start: start('only a leader') });
    await settleMicrotasks();
    expect(replicas.log).toEqual(['everywhere x', 'webhook', 'other']);
    await b.stop();
  });

  it('sends no write of a controller that needs leadership when its lease has run out unnoticed', async () => {
    const replicas = new Replicas();
    await replicas.client.create(configMap('x'));
    const outcomes = new Map<string, unknown>();
    // The clock has gone on, and no timer has run: as when the process is woken up.
    let sleptMs = 0;
    const { clock } = replicas;
    const sleeping: Clock = {
      now: () => clock.now() + sleptMs,
      setTimer: (callback, delayMs) => clock.setTimer(callback, delayMs),
    };
    const writing = (name: string, needLeaderElection: boolean) =>
      controllerFor(ConfigMap)
        .named(name)
        .withOptions({ needLeaderElection })
        .reconcile(async (map, { client, apiReader }) => {
          if (map.data?.['value'] !== 'go') return;
          for (const [by, writer] of Object.entries({ client, apiReader })) {
            const written = writer.create(configMap(`${name.toLowerCase()}-${by.toLowerCase()}`));
            outcomes.set(
              `${name} ${by}`,
              await written.then(
                () => 'written',
                (error: unknown) => error,
              ),
            );
          }
          outcomes.set(`${name} reads`, (await apiReader.get(ConfigMap, 'default/x')).metadata.name);
        });
    const a = await replicas.start('a', {
      clock: sleeping,
      controllers: [writing('leads', true), writing('works', false)],
    });
    sleptMs = 11 * second;
    replicas.api.requests.length = 0;
    await replicas.client.patch(ConfigMap, 'default/x', mergePatch({ data: { value: 'go' } }));
    await settleMicrotasks();
    const refusal = {
      code: 'LeaderElectionLost',
      message:
        'POST /api/v1/namespaces/default/configmaps was not sent: the lease operator.example.com was not renewed in time, so that another replica may lead',
    };
    expect(Object.fromEntries(outcomes)).toMatchObject({
      'leads client': refusal,
      'leads apiReader': refusal,
      'leads reads': 'x',
      'works client': 'written',
      'works apiReader': 'written',
      'works reads': 'x',
    });
    expect(replicas.api.requests.filter((request) => request.startsWith('POST'))).toHaveLength(2);
    await a.stop();
  });

  it('renews its lease past the rate limit of its client', async () => {
    const replicas = new Replicas();
    const client = createClient({
      transport: replicas.api,
      clock: replicas.clock,
      kinds: [ConfigMap, Lease, Event],
      rateLimit: { qps: 0.01, burst: 1 },
    });
    await client.create(configMap('x'));
    const a = await replicas.start('a', { client, controllers: [] });
    await replicas.clock.advance(30 * second);
    expect([a.state.phase, a.leaderElection?.isLeaseValid()]).toEqual(['running', true]);
    const stopping = a.stop();
    // The event that says who leads has to wait.
    await replicas.clock.advance(400 * second);
    await stopping;
  });

  it('is a candidate only when its caches are full', async () => {
    const replicas = new Replicas();
    replicas.api.unserved.add('/api/v1/configmaps');
    const a = await replicas.start('a');
    expect([a.state.phase, replicas.api.objects('/apis/coordination.k8s.io/v1/leases').size]).toEqual([
      'starting',
      0,
    ]);
    replicas.api.unserved.clear();
    await replicas.clock.advance(2 * second);
    expect([a.state.phase, await replicas.holder()]).toEqual(['running', 'a']);
    await a.stop();
  });

  it('rejects when it has lost the lease, with its controllers stopped before anybody else can lead', async () => {
    const replicas = new Replicas();
    let reason = '';
    const working = controllerFor(ConfigMap).reconcileRequest(async (_request, { signal }) => {
      await new Promise<void>((resolve) => {
        signal.addEventListener('abort', () => {
          reason = (signal.reason as Error).message;
          resolve();
        });
      });
    });
    await replicas.client.create(configMap('x'));
    const a = await replicas.start('a', { controllers: [working] });
    replicas.api.intercept = (request) => {
      if (request.path.includes('/leases/')) throw new Error('connection refused');
      return undefined;
    };
    await replicas.clock.advance(10 * second);
    const error = replicas.outcomes.get('a');
    expect(isManagerError(error, 'LeaderElectionLost')).toBe(true);
    expect(reason).toBe(
      'leader election lost: lease operator.example.com: it was not renewed within 10000 ms: connection refused',
    );
    expect(a.state).toEqual({ phase: 'stopped', error });
    replicas.expectNothingLeft();
  });

  it('waits no longer for what does not stop after a loss than the lease would have lasted', async () => {
    const replicas = new Replicas();
    const a = await replicas.start('a');
    a.add({ name: 'stubborn', start: () => new Promise(() => undefined) });
    replicas.api.intercept = (request) => {
      if (request.path.includes('/leases/')) throw new Error('connection refused');
      return undefined;
    };
    await replicas.clock.advance(15 * second - 1);
    expect(replicas.outcomes.size).toBe(0);
    await replicas.clock.advance(1);
    expect(isManagerError(replicas.outcomes.get('a'), 'LeaderElectionLost')).toBe(true);
  });

  it('keeps the lease while something that needs it still runs, and does not release it when that never ends', async () => {
    const replicas = new Replicas();
    const a = await replicas.start('a');
    a.add({ name: 'stubborn', start: () => new Promise(() => undefined) });
    const stopped = a.stop();
    await replicas.clock.advance(29 * second);
    const before = await replicas.client.get(Lease, 'operator.example.com');
    expect(before.spec?.holderIdentity).toBe('a');
    expect(Date.parse(before.spec?.renewTime ?? '')).toBeGreaterThan(replicas.clock.now() - 3 * second);
    await replicas.clock.advance(1 * second);
    await stopped;
    expect(await replicas.holder()).toBe('a');
    expect(isManagerError(replicas.outcomes.get('a'), 'GracefulShutdownTimeout')).toBe(true);
  });

  it('does not release when told not to', async () => {
    const replicas = new Replicas();
    const a = await replicas.start('a', { leaderElection: { ...election('a'), releaseOnCancel: false } });
    await a.stop();
    expect(await replicas.holder()).toBe('a');
    replicas.expectNothingLeft();
  });

  it('stops while it stands by, without touching the lease', async () => {
    const replicas = new Replicas();
    const a = await replicas.start('a');
    const b = await replicas.start('b');
    const elected = b.elected.catch((error: unknown) => error);
    await b.stop();
    expect(await elected).toMatchObject({ message: 'the manager was stopped before it was elected' });
    expect([await replicas.holder(), replicas.outcomes.get('b')]).toEqual(['a', 'stopped']);
    await a.stop();
    replicas.expectNothingLeft();
  });

  it('tells of the election: events, status, who leads, labels', async () => {
    const replicas = new Replicas();
    const seen: string[] = [];
    const a = await replicas.start('a', {
      leaderElection: {
        ...election('a'),
        labels: { app: 'operator' },
        onNewLeader: (identity) => seen.push(identity),
      },
    });
    expect(a.leaderElection).toMatchObject({
      id: 'operator.example.com',
      identity: 'a',
      isLeader: true,
      leader: 'a',
    });
    a.leaderElection?.check();
    expect((await replicas.client.get(Lease, 'operator.example.com')).metadata.labels).toEqual({
      app: 'operator',
    });
    await a.stop();
    const events = [...replicas.api.objects('/apis/events.k8s.io/v1/events').values()] as unknown as Event[];
    expect(
      events.map(({ reason, note, reportingController, regarding }) => [
        reason,
        note,
        reportingController,
        regarding?.kind,
      ]),
    ).toEqual([
      ['LeaderElection', 'a became leader', 'a', 'Lease'],
      ['LeaderElection', 'a stopped leading', 'a', 'Lease'],
    ]);
    expect(seen).toEqual(['a']);
  });

  it('polls where it may not watch the lease', async () => {
    const replicas = new Replicas();
    replicas.api.intercept = (request) =>
      request.path.includes('/leases?')
        ? { status: 403, body: { kind: 'Status', status: 'Failure', code: 403, reason: 'Forbidden' } }
        : undefined;
    const a = await replicas.start('a');
    const b = await replicas.start('b');
    await a.stop();
    expect(b.state.phase).toBe('standby');
    await replicas.clock.advance(5 * second);
    expect(b.state.phase).toBe('running');
    await b.stop();
    replicas.expectNothingLeft();
  });

  it.each<[Partial<LeaderElectionOptions>, string]>([
    [{ id: '' }, 'leader election needs an id: the name of the Lease'],
    [{ id: 'My_Operator' }, 'leader election: the id "My_Operator" cannot name a Lease'],
    [{ identity: '' }, 'leader election: the identity must not be empty'],
    [
      { leaseDurationMs: 10_000 },
      'leaseDurationMs must be greater than renewDeadlineMs, got 10000 and 10000',
    ],
    [{ leaseDurationMs: 15_500 }, 'leaseDurationMs must be whole seconds, as a Lease has them, got 15500'],
    [
      { retryPeriodMs: 9000 },
      'renewDeadlineMs must be greater than 1.2 times retryPeriodMs, got 10000 and 9000',
    ],
    [{ retryPeriodMs: 0 }, 'retryPeriodMs must be greater than 0, got 0'],
    [{ renewDeadlineMs: NaN }, 'renewDeadlineMs must be greater than 0, got NaN'],
  ])('refuses %j', (options, message) => {
    const { client } = new Replicas();
    expect(() => createManager({ client, leaderElection: { ...election('a'), ...options } })).toThrow(
      message,
    );
  });

  it('says so when it cannot know its namespace', async () => {
    const replicas = new Replicas();
    await replicas.start('a', { leaderElection: { id: 'operator', identity: 'a' } });
    await expect
      .poll(() => replicas.outcomes.get('a'))
      .toMatchObject({
        code: 'NoNamespace',
        message:
          'not in a cluster (/var/run/secrets/kubernetes.io/serviceaccount/namespace cannot be read): say in which namespace the Lease is',
      });
    replicas.expectNothingLeft();
  });
});
