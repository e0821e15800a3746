import { describe, expect, it } from 'vitest';
import { silentLogger, sleep } from '@kubewright/api';
import type { Clock } from '@kubewright/api';
import { ApiError } from '@kubewright/client';

import { noMetrics } from '../metrics/metrics.js';
import { ManualClock, seededRandom } from '../test-support/manual-clock.js';
import { LeaderElector } from './leader-elector.js';
import type { ResourceLock } from './lease-lock.js';
import type { LeaseRecord } from './lease-record.js';

/*
 * Candidates with clocks of their own, on a server whose requests and answers are late, lost or refused, are killed,
 * stopped and replaced. At no instant do two lead; and when the faults end, somebody does.
 */

const LEASE_MS = 15_000;
const RENEW_MS = 10_000;
/** How much the fastest clock may be ahead of the slowest: leaseDuration / renewDeadline, and a little less. */
const MAX_RATE = 1.49;

/** A clock that is off, and runs at a rate of its own. Its wall clock jumps. */
class OwnClock implements Clock {
  wallJumpMs = 0;
  readonly #base: Clock;
  readonly #offsetMs: number;
  readonly #rate: number;

  constructor(base: Clock, offsetMs: number, rate: number) {
    this.#base = base;
    this.#offsetMs = offsetMs;
    this.#rate = rate;
  }

  now(): number {
    return Math.floor(this.monotonic() + this.wallJumpMs);
  }

  monotonic(): number {
    return this.#base.now() * this.#rate + this.#offsetMs;
  }

  setTimer(callback: () => void, delayMs: number) {
    return this.#base.setTimer(callback, delayMs / this.#rate);
  }
}

/** One lease, with versions. */
class LeaseStore {
  record: LeaseRecord | undefined;
  version = 0;
}

interface Faults {
  /** Of 1: how often a request, or an answer, is lost. */
  loss: number;
  maxDelayMs: number;
}

function refused(code: number, reason: string): ApiError {
  return new ApiError({ code, reason, status: 'Failure', message: reason } as never);
}

/** A candidate's view of the store through a bad network. */
function faultyLock(
  store: LeaseStore,
  means: { clock: Clock; next: () => number; faults: Faults; isDead: () => boolean },
): ResourceLock {
  const { clock, next, faults, isDead } = means;
  let seen = 0;
  /** Requests arrive even when the sender has stopped to wait for the answer. */
  const exchange = <T>(signal: AbortSignal | undefined, act: () => T): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      signal?.addEventListener('abort', () => {
        reject(signal.reason as Error);
      });
      const there = async (): Promise<void> => {
        await sleep(clock, next() * faults.maxDelayMs);
        if (next() < faults.loss) return;
        let answer: () => void;
        try {
          const value = act();
          answer = () => {
            resolve(value);
          };
        } catch (error) {
          answer = () => {
            reject(error as Error);
          };
        }
        await sleep(clock, next() * faults.maxDelayMs);
        if (next() >= faults.loss && !isDead()) answer();
      };
      void there();
    });
  const write = (record: LeaseRecord): number => {
    store.record = record;
    store.version += 1;
    return store.version;
  };
  return {
    get: async ({ signal }) => {
      const answer = await exchange(signal, () => ({ record: store.record, version: store.version }));
      seen = answer.version;
      return answer.record;
    },
    create: async (record, { signal }) => {
      seen = await exchange(signal, () => {
        if (store.record !== undefined) throw refused(409, 'AlreadyExists');
        return write(record);
      });
    },
    update: async (record, { signal }) => {
      const version = seen;
      seen = await exchange(signal, () => {
        if (store.record === undefined) throw refused(404, 'NotFound');
        if (store.version !== version) throw refused(409, 'Conflict');
        return write(record);
      });
    },
  };
}

/** Moves time on in order, with just enough turns for the consequences of each timer. */
async function advance(clock: ManualClock, ms: number): Promise<void> {
  const end = clock.now() + ms;
  while (clock.now() < end) {
    clock.advanceSync(Math.min(50, end - clock.now()));
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
}

async function simulate(seed: number): Promise<{ terms: number; kills: number }> {
  const random = seededRandom(seed);
  const next = (): number => random.next();
  const base = new ManualClock();
  const store = new LeaseStore();
  const faults: Faults = { loss: 0.1, maxDelayMs: 300 };
  const live = new Set<{ elector: LeaderElector; clock: OwnClock; kill: () => void }>();
  const leading = new Set<string>();
  const violations: string[] = [];
  let terms = 0;
  let kills = 0;
  let born = 0;

  const spawn = (): void => {
    const identity = `replica-${born++}`;
    let dead = false;
    const clock = new OwnClock(base, next() * 1e9, 1 + next() * (MAX_RATE - 1));
    const elector = new LeaderElector({
      lock: faultyLock(store, { clock: base, next, faults, isDead: () => dead }),
      identity,
      name: 'simulation',
      leaseDurationMs: LEASE_MS,
      renewDeadlineMs: RENEW_MS,
      retryPeriodMs: 2000,
      clock,
      random,
      logger: silentLogger,
      metrics: noMetrics.leaderElection('simulation'),
      onStartedLeading: () => {
        if (dead) return;
        terms += 1;
        leading.add(identity);
        if (leading.size > 1) violations.push(`${[...leading].join(' and ')} at ${base.now()}`);
      },
      onStoppedLeading: (error) => {
        leading.delete(identity);
        if (error !== undefined) live.delete(candidate);
      },
    });
    const candidate = {
      elector,
      clock,
      kill: () => {
        dead = true;
        leading.delete(identity);
        void elector.stop({ release: false });
      },
    };
    live.add(candidate);
    elector.start();
  };

  for (let replica = 0; replica < 3; replica += 1) spawn();
  for (let step = 0; step < 40; step += 1) {
    await advance(base, next() * 8000);
    const chosen = [...live][Math.floor(next() * live.size)];
    const what = next();
    if (what < 0.2) faults.loss = next() < 0.5 ? 1 : next() * 0.6;
    else if (what < 0.5) faults.loss = next() * 0.1;
    else if (what < 0.6) faults.maxDelayMs = next() * 12_000;
    else if (what < 0.7) faults.maxDelayMs = next() * 500;
    else if (chosen === undefined) spawn();
    else if (what < 0.8) {
      kills += 1;
      live.delete(chosen);
      chosen.kill();
    } else if (what < 0.87) {
      live.delete(chosen);
      void chosen.elector.stop({ release: true });
    } else chosen.clock.wallJumpMs += (next() - 0.5) * 1e8;
    while (live.size < 3) spawn();
  }
  faults.loss = 0;
  faults.maxDelayMs = 100;
  await advance(base, 60_000);
  expect(violations, `seed ${seed}: two leaders at once`).toEqual([]);
  expect([...leading], `seed ${seed}: leaders at the end`).toHaveLength(1);
  const ends = [...live].map(({ elector }) => elector.stop({ release: true }));
  await advance(base, 20_000);
  await Promise.all(ends);
  expect(store.record?.holderIdentity, `seed ${seed}: the lease is released`).toBe('');
  return { terms, kills };
}

describe('electors with clocks of their own, on a bad network', () => {
  const first = Math.floor(seededRandom(process.pid).next() * 1e6);

  it(`never lead two at once (seeds ${first} to ${first + 5})`, async () => {
    let terms = 0;
    for (let seed = first; seed < first + 6; seed += 1) terms += (await simulate(seed)).terms;
    // A simulation in which nobody leads proves nothing.
    expect(terms).toBeGreaterThan(12);
  });
});
