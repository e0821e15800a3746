import { beforeAll, describe, expect, it } from 'vitest';

import { soak } from './harness/soak.js';
import type { Sample } from './operator/messages.js';
import type { SoakTarget } from './harness/server.js';
import type { SoakRecord } from './harness/soak.js';

// Three replicas of an operator and a witness that is never killed, against a real kube-apiserver or the embedded server,
// while faults happen in an order that the seed decides. `npm run soak -- --minutes 5 --seed 42`.

const target = (process.env['SOAK_TARGET'] ?? 'kube') as SoakTarget;
const minutes = Number(process.env['SOAK_MINUTES'] ?? 5);
const seed = Number(process.env['SOAK_SEED'] ?? Math.floor(Math.random() * 1e9));
/** What the witness may ask for in a second, whatever happens; and how much of that may fail. */
const MAX_REQUESTS = 400;
const MAX_FAILURES = 200;

/** Rounded, for the log. */
const textOf = (sample: Sample): string =>
  JSON.stringify(sample, (_key, value: unknown) =>
    typeof value === 'number' ? Math.round(value * 10) / 10 : value,
  );

describe(`an operator under faults for ${minutes} minutes (${target}, seed ${seed})`, () => {
  let record: SoakRecord;
  const startedAt = performance.now();
  const say = (what: string): void =>
    console.error(`[${((performance.now() - startedAt) / 1000).toFixed(1).padStart(7)} s] ${what}`);

  beforeAll(
    async () => {
      say(`npm run soak -- --target ${target} --minutes ${minutes} --seed ${seed} repeats this schedule`);
      record = await soak({ target, minutes, seed, say, tallies: 250, configMaps: 10_000, updates: 50 });
      const { workload, journal, replicas, faults } = record;
      say(
        `${workload.increments} increments, ${workload.churned} updates of ConfigMaps, ${workload.recycled} tallies made anew; ` +
          `${journal.changes} changes in the journal, ${journal.terms} terms; ${replicas.all.length} processes; ` +
          `${[...faults.values()].reduce((all, each) => all + each, 0)} faults`,
      );
      for (const sample of record.samples) say(textOf(sample));
      for (const [when, samples] of [
        ['before', record.before],
        ['after', record.after],
      ] as const)
        for (const [identity, sample] of samples) say(`${identity} ${when} the faults: ${textOf(sample)}`);
    },
    (minutes + 20) * 60_000,
  );

  /** What to look at. */
  const hint = (what: string): string => `seed ${seed}: ${what}; logs of the replicas: ${record.folder}`;

  it('meets enough faults, and enough work, to prove something', () => {
    const { workload, faults, journal } = record;
    expect(faults.size, hint('kinds of faults')).toBeGreaterThan(Math.min(minutes * 1.2, 12));
    expect(workload.increments, hint('increments')).toBeGreaterThan(minutes * 60);
    expect(workload.churned, hint('updates of ConfigMaps')).toBeGreaterThan(minutes * 500);
    expect(journal.changes, hint('changes in the journal')).toBeGreaterThan(workload.increments);
  });

  it('has every child and every status as its spec wants it in the end', () => {
    expect(record.unsettled.slice(0, 20), hint('what did not converge')).toEqual([]);
  });

  it('loses no update', () => {
    expect(record.workload.broken.slice(0, 20), hint('what the writers noticed')).toEqual([]);
    expect(record.journal.broken.slice(0, 20), hint('what the journal of the store shows')).toEqual([]);
  });

  it('never has two leaders at once', () => {
    expect(record.replicas.overlaps(), hint('who led together')).toEqual([]);
  });

  it('writes nothing in a term that is over, not even a leader that was suspended', () => {
    expect(record.journal.writtenTooLate().slice(0, 20), hint('what was written too late')).toEqual([]);
  });

  it('runs the finalizer of each deleted object, and not twice in one process', () => {
    expect(record.journal.deleted, hint('objects deleted')).toBeGreaterThan(0);
    expect(record.journal.uncleaned(), hint('went without cleanup')).toEqual([]);
    const twice = record.replicas.all.flatMap(({ identity, cleaned }) =>
      cleaned.length === new Set(cleaned).size ? [] : [identity],
    );
    expect(twice, hint('cleaned up the same object twice')).toEqual([]);
  });

  it('has the same in every cache as the server in the end, and no cache goes back', () => {
    const different = [...record.caches].filter(([, same]) => !same).map(([identity]) => identity);
    expect(different, hint('caches that differ from the server')).toEqual([]);
    expect(record.caches.size, hint('caches compared')).toBe(4);
  });

  it('ends only when it is told to or loses its lease, and leaves no rejection unhandled', () => {
    expect(record.replicas.broken.slice(0, 20), hint('what the replicas tell, and how they ended')).toEqual(
      [],
    );
  });

  it('leaks neither memory nor sockets nor timers', () => {
    const { samples } = record;
    const early = samples.slice(Math.floor(samples.length * 0.2), Math.ceil(samples.length * 0.5));
    const late = samples.slice(Math.floor(samples.length * 0.7));
    const middle = (of: typeof samples, what: 'heapMiB' | 'sockets' | 'timers'): number =>
      of.map((sample) => sample[what]).sort((a, b) => a - b)[Math.floor(of.length / 2)] ?? NaN;
    const told = hint(`the witness has ${JSON.stringify(samples.at(-1))}`);
    expect(middle(late, 'heapMiB'), told).toBeLessThan(middle(early, 'heapMiB') * 1.15 + 8);
    expect(samples.at(-1)?.sockets, told).toBeLessThan(middle(early, 'sockets') + 20);
    expect(samples.at(-1)?.timers, told).toBeLessThan(middle(early, 'timers') + 50);
  });

  it('asks for no more than it may when nothing works', () => {
    const requests = Math.max(...record.samples.map((sample) => sample.requests));
    const failures = Math.max(...record.samples.map((sample) => sample.failures));
    expect(requests, hint('the most requests of the witness in a second')).toBeLessThan(MAX_REQUESTS);
    expect(failures, hint('the most failed requests of the witness in a second')).toBeLessThan(MAX_FAILURES);
  });
});
