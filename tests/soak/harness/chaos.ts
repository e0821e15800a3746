import type { FaultProxy } from '@kubewright/testing';

import type { Badges } from './badges.js';
import { between, pick, shuffled } from './random.js';
import type { Next } from './random.js';
import type { Replica } from './replica.js';
import type { Replicas } from './replicas.js';
import type { SoakServer } from './server.js';
import { monotonicMs, sleep, within } from './time.js';

export interface ChaosOptions {
  server: SoakServer;
  proxy: FaultProxy;
  replicas: Replicas;
  badges: Badges;
  next: Next;
  say: (what: string) => void;
}

/** How long a lease lasts, by default. */
const LEASE_MS = 15_000;
/** A machine that has other things to do takes its time to start a replica and to fill its caches. */
const ELECTION_MS = 180_000;

/** The manager stops within 30 s, whatever happens. */
const STOP_MS = 90_000;

/** One fault: begins, and resolves when it is over. */
type Fault = (options: ChaosOptions) => Promise<void>;

const FAULTS: Record<string, Fault> = {
  'API server told to end': (options) => restartServer(options, 'SIGTERM'),
  'API server killed': (options) => restartServer(options, 'SIGKILL'),
  'connections reset': ({ proxy, next }) => repeatedly(next, () => proxy.cut('reset')),
  'connections closed': ({ proxy, next }) => repeatedly(next, () => proxy.cut('end')),
  'connections stalled': async ({ proxy, next }) => {
    proxy.stall();
    await sleep(between(next, 2000, 9000));
    await proxy.pass();
  },
  'connections slow': async ({ proxy, next }) => {
    proxy.delay(between(next, 50, 400));
    await sleep(between(next, 4000, 8000));
    await proxy.pass();
  },
  'answers truncated': async ({ proxy, next }) => {
    const until = monotonicMs() + between(next, 3000, 6000);
    while (monotonicMs() < until) {
      proxy.truncate(Math.floor(between(next, 500, 50_000)), pick(next, ['end', 'reset']));
      await sleep(500);
    }
    await proxy.pass();
  },
  'connections refused': async ({ proxy, next }) => {
    await proxy.refuse();
    await sleep(between(next, 2000, 9000));
    await proxy.pass();
  },
  'leader killed': async ({ replicas, say }) => {
    const leader = await someLeader(replicas);
    say(`  killing ${leader.identity}`);
    leader.end('SIGKILL');
    await someLeader(replicas);
  },
  'leader suspended for longer than its lease': async ({ replicas, next, say }) => {
    const leader = await someLeader(replicas);
    say(`  suspending ${leader.identity}`);
    leader.pause();
    await sleep(LEASE_MS + between(next, 3000, 6000));
    leader.resume();
  },
  'replica told to end': async ({ replicas, next, say }) => {
    const replica = await within(ELECTION_MS, () => {
      const heeding = replicas.candidates.filter(({ heeds }) => heeds);
      return heeding.length === 0 ? undefined : pick(next, heeding);
    });
    if (replica === undefined) throw new Error(`no replica has come up for ${ELECTION_MS / 1000} s`);
    say(`  ending ${replica.identity}, ${replica.leads ? 'the leader' : 'not the leader'}`);
    replica.end('SIGTERM');
    if ((await within(STOP_MS, () => (replica.running ? undefined : true))) === true) return;
    replica.end('SIGKILL');
    throw new Error(`${replica.identity} had not ended ${STOP_MS / 1000} s after SIGTERM: see its log`);
  },
  'clocks jump': async ({ replicas, next, say }) => {
    for (let jump = 0; jump < 3; jump++) {
      const replica = pick(next, replicas.running);
      const ms = Math.round(between(next, -2, 2) * 3_600_000);
      say(`  the clock of ${replica.identity} jumps by ${Math.round(ms / 1000)} s`);
      replica.send({ order: 'jump', ms });
      await sleep(between(next, 500, 2500));
    }
  },
  'definition deleted and made anew': ({ badges, next }) => badges.remake(between(next, 0, 6000)),
  'webhooks slow': async ({ replicas, next }) => {
    replicas.send({ order: 'webhookDelay', ms: between(next, 500, 4000) });
    await sleep(between(next, 5000, 9000));
    replicas.send({ order: 'webhookDelay', ms: 0 });
  },
  'storm of 429': (options) => storm(options, 429),
  'storm of 500': (options) => storm(options, 500),
  'storm of 503': (options) => storm(options, 503),
};

/** What is left out where the server cannot be ended without its objects. */
const NEEDS_RESTART: ReadonlySet<string> = new Set(['API server told to end', 'API server killed']);

async function restartServer(
  { server: { apiServer }, next, say }: ChaosOptions,
  signal: 'SIGTERM' | 'SIGKILL',
): Promise<void> {
  if (apiServer === undefined) throw new Error('this API server cannot be restarted');
  await apiServer.end(signal);
  say('  the API server is gone');
  await sleep(between(next, 0, 4000));
  // On a busy machine it may take longer than the minute that suites wait.
  await apiServer.start().catch(() => apiServer.start());
  say('  the API server is back');
}

async function repeatedly(next: Next, act: () => void): Promise<void> {
  for (let times = 1 + Math.floor(next() * 5); times > 0; times--) {
    act();
    await sleep(between(next, 200, 1500));
  }
}

async function storm({ replicas, next }: ChaosOptions, status: number): Promise<void> {
  replicas.send({ order: 'storm', share: pick(next, [0.3, 0.7, 1]), status });
  await sleep(between(next, 3000, 8000));
  replicas.send({ order: 'storm', share: 0, status });
}

async function someLeader(replicas: Replicas): Promise<Replica> {
  const leader = await within(ELECTION_MS, () => replicas.leader);
  if (leader === undefined) throw new Error(`nobody has led for ${ELECTION_MS / 1000} s`);
  return leader;
}

/** All faults in an order that the seed decides, again and again, with pauses between them; until it is time. */
export async function wreakHavoc(options: ChaosOptions, untilMs: number): Promise<Map<string, number>> {
  const { server, next, say } = options;
  const names = Object.keys(FAULTS).filter(
    (name) => server.apiServer !== undefined || !NEEDS_RESTART.has(name),
  );
  const met = new Map<string, number>();
  for (;;) {
    for (const name of shuffled(next, names)) {
      if (monotonicMs() > untilMs) return met;
      say(name);
      try {
        await FAULTS[name]?.(options);
      } catch (error) {
        options.replicas.broken.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
      }
      met.set(name, (met.get(name) ?? 0) + 1);
      await sleep(between(next, 1500, 6000));
    }
  }
}
