import { writeFile } from 'node:fs/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accepted } from './accepted.js';
import { areas } from './areas/index.js';
import { compareAnswers } from './framework/compare.js';
import type { Difference } from './framework/compare.js';
import { readOpen, writeOpen } from './framework/open-differences.js';
import { fidelityReport } from './framework/report.js';
import { runSequence } from './framework/run-sequence.js';
import { Scoreboard, describeDifferences } from './framework/scoreboard.js';
import { generated, playgrounds, randomSequence } from './generated/random-sequence.js';
import { startServers } from './framework/servers.js';
import type { Servers } from './framework/servers.js';
import type { Sequence } from './framework/steps.js';

/** Set by `npm run fidelity`: writes docs/fidelity.md and the lists of open differences. */
const update = process.env['KUBEWRIGHT_FIDELITY_UPDATE'] === '1';
const only = process.env['KUBEWRIGHT_FIDELITY_AREAS']?.split(',').filter((name) => name !== '') ?? [];

/** Random sequences: how many, and from which seed. A run that fails prints both and the shortest sequence that does. */
const runs = Number(process.env['KUBEWRIGHT_FIDELITY_RUNS'] ?? 60);
const seed = Number(process.env['KUBEWRIGHT_FIDELITY_SEED'] ?? 1);

const reportFile = new URL('../../docs/fidelity.md', import.meta.url);
const dumpFile = process.env['KUBEWRIGHT_FIDELITY_DUMP'];
const knownOpen = await readOpen();

const namesOf = (list: readonly { readonly name: string }[]): string[] => list.map(({ name }) => name);
const runsGenerated = only.length === 0 || only.includes(generated.name);
const chosen = areas.filter(({ name }) => only.length === 0 || only.includes(name));

describe('the embedded server answers as kube-apiserver 1.36.1 does', () => {
  const scoreboard = new Scoreboard();
  let servers: Servers;
  beforeAll(async () => {
    servers = await startServers();
  });
  afterAll(async () => {
    await servers.stop();
    console.log(`\n${scoreboard.table()}\n`);
    if (dumpFile !== undefined) await writeFile(dumpFile, JSON.stringify(scoreboard.open));
    if (!update) return;
    await writeOpen(scoreboard.open, [...chosen, ...(runsGenerated ? [generated] : [])]);
    if (only.length === 0)
      await writeFile(reportFile, fidelityReport({ areas: [...areas, generated], accepted, scoreboard }));
  });

  async function differences(sequence: Sequence, namespace: string): Promise<Difference[]> {
    const [embedded, real] = await Promise.all([
      runSequence(servers.embedded, sequence, namespace),
      runSequence(servers.real, sequence, namespace),
    ]);
    return compareAnswers(embedded, real, sequence);
  }

  for (const area of chosen) {
    // Suites that are concurrent run beside each other; one that is not, before those that follow.
    const suite = area.first === true ? describe.sequential : describe.concurrent;
    suite(area.name, () => {
      for (const [index, sequence] of area.sequences.entries()) {
        it(sequence.title, async () => {
          const namespace = sequence.namespace ?? `f-${area.name}-${index}`;
          const { open } = scoreboard.record(area, sequence, await differences(sequence, namespace));
          const isKnown = knownOpen.get(area.name)?.has(sequence.title) === true;
          if (update) return;
          if (isKnown && open.length === 0)
            throw new Error('this is equal now: npm run fidelity takes it off the list of known differences');
          if (!isKnown && open.length > 0) throw new Error(describeDifferences(open));
        });
      }
    });
  }

  if (runsGenerated) {
    const each = Math.ceil(runs / playgrounds.length);
    describe.concurrent(generated.name, () => {
      for (const play of playgrounds) {
        const { kind } = play.sample;
        it(`random steps on a ${kind}`, { timeout: 600_000 }, async () => {
          let count = 0;
          let failed: { sequence: Sequence; found: readonly Difference[] } | undefined;
          const property = fc.asyncProperty(randomSequence(play), async (sequence) => {
            const found = await differences(sequence, `f-generated-${kind.toLowerCase()}-${(count += 1)}`);
            if (found.length === 0) scoreboard.record(generated, sequence, found);
            else if (scoreboard.isOpen(generated, sequence, found)) failed = { sequence, found };
            return failed?.sequence !== sequence;
          });
          const result = await fc.check(property, { numRuns: each, seed });
          if (failed !== undefined) scoreboard.record(generated, failed.sequence, failed.found);
          const isKnown = knownOpen.get(generated.name)?.has(`random steps on a ${kind}`) === true;
          if (update || isKnown || failed === undefined) return;
          throw new Error(`${describeDifferences(failed.found)}\n${fc.defaultReportMessage(result) ?? ''}`);
        });
      }
    });
  }

  describe('the list of accepted differences', () => {
    it('has none that does not occur', () => {
      expect(scoreboard.stale(namesOf(chosen), namesOf(areas)).map(({ reason }) => reason)).toEqual([]);
    });
  });
});
