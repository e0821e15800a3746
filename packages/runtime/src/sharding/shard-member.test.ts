import { describe, expect, it } from 'vitest';
import { silentLogger, sleep } from '@kubewright/api';
import type { Clock } from '@kubewright/api';

import { ManualClock, seededRandom } from '../test-support/manual-clock.js';
import type { MemberRecord, MemberStore } from './member-store.js';
import { ShardView } from './rendezvous.js';
import { ShardMember } from './shard-member.js';

/*
 * Members that work on keys all the time, on a server whose requests and answers are late or lost, are killed, stopped
 * and replaced, with clocks that run at different rates. At no instant do two work on the same key; and when the faults
 * end, each key is worked on by exactly one.
 */

const KEYS = Array.from({ length: 40 }, (_, index) => `default/object-${index}`);
const LEASE_MS = 15_000;
const RENEW_MS = 10_000;
const MAX_RATE = 1.4;

class OwnClock implements Clock {
  readonly #base: Clock;
  readonly #rate: number;

  constructor(base: Clock, rate: number) {
    this.#base = base;
    this.#rate = rate;
  }

  now(): number {
    return this.#base.now() * this.#rate;
  }

  setTimer(callback: () => void, delayMs: number) {
    return this.#base.setTimer(callback, delayMs / this.#rate);
  }
}

interface Network {
  clock: Clock;
  next: () => number;
  loss: number;
  maxDelayMs: number;
}

type Records = Map<string, MemberRecord>;

/** A member's view of the store through a bad network. */
function faultyStore(records: Records, network: Network, isDead: () => boolean): MemberStore {
  const { clock, next } = network;
  let version = 0;
  const exchange = <T>(signal: AbortSignal | undefined, act: () => T): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      signal?.addEventListener('abort', () => {
        reject(signal.reason as Error);
      });
      const there = async (): Promise<void> => {
        await sleep(clock, next() * network.maxDelayMs);
        if (next() < network.loss || isDead()) return;
        const value = act();
        await sleep(clock, next() * network.maxDelayMs);
        if (next() >= network.loss && !isDead()) resolve(value);
      };
      void there();
    });
  const write = (member: string, view: readonly string[]): void => {
    version += 1;
    records.set(member, { member, version: `${member}.${version}`, leaseDurationMs: LEASE_MS, view });
  };
  return {
    list: ({ signal }) => exchange(signal, () => [...records.values()]),
    create: (member, { signal }) =>
      exchange(signal, () => {
        write(member, []);
      }),
    renew: (member, view, { signal }) => {
      const expected = records.get(member)?.version;
      return exchange(signal, () => {
        if (!records.has(member)) return false;
        if (records.get(member)?.version === expected) write(member, view);
        return true;
      });
    },
    remove: ({ member, version: only }, { signal }) =>
      exchange(signal, () => {
        if (only === undefined || records.get(member)?.version === only) records.delete(member);
      }),
  };
}

async function advance(clock: ManualClock, ms: number): Promise<void> {
  const end = clock.now() + ms;
  while (clock.now() < end) {
    clock.advanceSync(Math.min(100, end - clock.now()));
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
}

interface Replica {
  readonly name: string;
  readonly member: ShardMember;
  readonly ended: Promise<void>;
  readonly gained: Set<string>;
  kill(): void;
  stop(): void;
}

class Simulation {
  readonly base = new ManualClock();
  readonly records: Records = new Map();
  readonly network: Network;
  readonly live = new Set<Replica>();
  readonly violations: string[] = [];
  /** Who works on a key. */
  readonly workers = new Map<string, string>();
  worked = 0;
  #born = 0;

  readonly next: () => number;

  constructor(next: () => number) {
    this.next = next;
    this.network = { clock: this.base, next, loss: 0.05, maxDelayMs: 300 };
  }

  spawn(): void {
    const name = `replica-${this.#born++}`;
    let dead = false;
    const stop = new AbortController();
    const gained = new Set<string>();
    const clock = new OwnClock(this.base, 1 + this.next() * (MAX_RATE - 1));
    const member = new ShardMember({
      store: faultyStore(this.records, this.network, () => dead),
      member: name,
      leaseDurationMs: LEASE_MS,
      renewDeadlineMs: RENEW_MS,
      retryPeriodMs: 2000,
      clock,
      logger: silentLogger,
      onGained: (isGained, early) => {
        for (const key of KEYS) if (isGained(key)) gained.add(key);
        for (const key of early) gained.add(key);
      },
    });
    const free = (): void => {
      for (const [key, worker] of this.workers) if (worker === name) this.workers.delete(key);
    };
    const end = (): void => {
      dead = true;
      this.live.delete(replica);
      // Whatever it did has ended with its process.
      free();
    };
    const ended = member.run(stop.signal).then(end, end);
    const replica: Replica = {
      name,
      member,
      ended,
      gained,
      kill: () => {
        end();
        stop.abort(new Error('killed'));
      },
      stop: () => {
        stop.abort(new Error('stopped'));
      },
    };
    this.live.add(replica);
    void this.#work(replica, () => dead);
  }

  /** Takes keys at random, for as long as the gate lets it. */
  async #work({ name, member }: Replica, isDead: () => boolean): Promise<void> {
    while (!isDead()) {
      await sleep(this.base, this.next() * 400);
      const key = KEYS[Math.floor(this.next() * KEYS.length)] ?? '';
      if (isDead() || this.workers.get(key) === name || !member.gate.enter(key)) continue;
      const other = this.workers.get(key);
      if (other !== undefined) this.violations.push(`${name} and ${other} on ${key} at ${this.base.now()}`);
      this.workers.set(key, name);
      this.worked += 1;
      void sleep(this.base, this.next() < 0.05 ? this.next() * 8000 : this.next() * 500).then(() => {
        if (isDead()) return;
        this.workers.delete(key);
        member.gate.leave(key);
      });
    }
  }

  owners(key: string): string[] {
    return [...this.live].filter(({ member }) => member.gate.allows(key)).map(({ name }) => name);
  }
}

async function simulate(seed: number): Promise<number> {
  const random = seededRandom(seed);
  const simulation = new Simulation(() => random.next());
  const { next, network, live } = simulation;
  for (let count = 0; count < 3; count += 1) simulation.spawn();
  for (let step = 0; step < 25; step += 1) {
    await advance(simulation.base, next() * 8000);
    const chosen = [...live][Math.floor(next() * live.size)];
    const what = next();
    if (what < 0.15) network.loss = next() < 0.3 ? 1 : next() * 0.6;
    else if (what < 0.45) network.loss = next() * 0.1;
    else if (what < 0.5) network.maxDelayMs = next() * 8000;
    else if (what < 0.65) network.maxDelayMs = next() * 500;
    else if (what < 0.75) chosen?.kill();
    else if (what < 0.85) chosen?.stop();
    else if (live.size < 5) simulation.spawn();
    if (live.size < 2) simulation.spawn();
  }
  network.loss = 0;
  network.maxDelayMs = 50;
  await advance(simulation.base, 60_000);
  expect(simulation.violations, `seed ${seed}: two on one key`).toEqual([]);
  for (const key of KEYS) expect(simulation.owners(key), `seed ${seed}: ${key}`).toHaveLength(1);
  for (const member of [...live]) member.stop();
  await advance(simulation.base, 30_000);
  expect([live.size, simulation.records.size], `seed ${seed}: members left`).toEqual([0, 0]);
  return simulation.worked;
}

describe('members that share keys out', () => {
  const first = Math.floor(seededRandom(process.pid).next() * 1e6);

  it(`never work on a key two at once, and none is left out (seeds ${first} to ${first + 2})`, async () => {
    for (let seed = first; seed < first + 3; seed += 1) expect(await simulate(seed)).toBeGreaterThan(50);
  });

  it('move only the keys of a member that went', async () => {
    const simulation = new Simulation(() => 0.4);
    simulation.network.loss = 0;
    for (let count = 0; count < 3; count += 1) simulation.spawn();
    await advance(simulation.base, 10_000);
    const before = new Map(KEYS.map((key) => [key, simulation.owners(key)[0]]));
    expect(new Set(before.values()).size).toBe(3);
    const [leaver, ...stayers] = [...simulation.live];
    for (const { gained } of stayers) gained.clear();
    leaver?.stop();
    await advance(simulation.base, 10_000);
    for (const [key, owner] of before) {
      const [now] = simulation.owners(key);
      if (owner === leaver?.name) {
        const taker = stayers.find(({ name }) => name === now);
        expect(taker?.gained.has(key), `${key} is handed to ${now}`).toBe(true);
      } else expect(now).toBe(owner);
    }
    for (const stayer of stayers) stayer.stop();
    await advance(simulation.base, 5000);
  });
});

describe('a shard view', () => {
  it('spreads keys evenly, and moves only those of the member that goes', () => {
    const keys = Array.from({ length: 9000 }, (_, index) => `namespace-${index % 7}/name-${index}`);
    const three = new ShardView(['op-c', 'op-a', 'op-b']);
    const two = new ShardView(['op-a', 'op-b']);
    const counts = new Map<string, number>();
    const moved: string[] = [];
    for (const key of keys) {
      const owner = three.ownerOf(key) ?? '';
      counts.set(owner, (counts.get(owner) ?? 0) + 1);
      if (owner !== 'op-c' && two.ownerOf(key) !== owner) moved.push(key);
    }
    expect(moved).toEqual([]);
    for (const count of counts.values()) expect(Math.abs(count - 3000)).toBeLessThan(300);
    expect(new ShardView([]).ownerOf('a')).toBeUndefined();
  });
});
