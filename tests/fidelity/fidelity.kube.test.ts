import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accepted } from './accepted.js';
import { areas } from './areas/index.js';
import { compareAnswers } from './framework/compare.js';
import type { Difference } from './framework/compare.js';
import { readOpen, writeOpen } from './framework/open-differences.js';
import { fidelityReport } from './framework/report.js';
import { runSequence } from './framework/run-sequence.js';
import { Scoreboard, describeDifferences } from './framework/scoreboard.js';
import { startServers } from './framework/servers.js';
import type { Servers } from './framework/servers.js';
import type { Area, Sequence } from './framework/steps.js';

/** Set by `npm run fidelity`: writes docs/fidelity.md and the lists of open differences. */
const update = process.env['KUBEWRIGHT_FIDELITY_UPDATE'] === '1';
const only = process.env['KUBEWRIGHT_FIDELITY_AREAS']?.split(',').filter((name) => name !== '') ?? [];

const reportFile = new URL('../../docs/fidelity.md', import.meta.url);
const dumpFile = process.env['KUBEWRIGHT_FIDELITY_DUMP'];
const knownOpen = await readOpen();

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
    await writeOpen(scoreboard.open, chosen);
    if (only.length === 0) await writeFile(reportFile, fidelityReport({ areas, accepted, scoreboard }));
  });

  async function differences(area: Area, sequence: Sequence, namespace: string): Promise<Difference[]> {
    const [embedded, real] = await Promise.all([
      runSequence(servers.embedded, sequence, namespace),
      runSequence(servers.real, sequence, namespace),
    ]);
    return compareAnswers(embedded, real, { managedFields: area.managedFields === true });
  }

  for (const area of chosen) {
    describe.concurrent(area.name, () => {
      for (const [index, sequence] of area.sequences.entries()) {
        it(sequence.title, async () => {
          const namespace = sequence.namespace ?? `f-${area.name}-${index}`;
          const { open } = scoreboard.record(area, sequence, await differences(area, sequence, namespace));
          const isKnown = knownOpen.get(area.name)?.has(sequence.title) === true;
          if (update) return;
          if (isKnown && open.length === 0)
            throw new Error('this is equal now: npm run fidelity takes it off the list of known differences');
          if (!isKnown && open.length > 0) throw new Error(describeDifferences(open));
        });
      }
    });
  }

  describe('the list of accepted differences', () => {
    it('has none that does not occur', () => {
      expect(scoreboard.stale(chosen.map(({ name }) => name)).map(({ reason }) => reason)).toEqual([]);
    });
  });
});
