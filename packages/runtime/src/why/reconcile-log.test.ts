import { describe, expect, it } from 'vitest';

import { ObjectStates } from './object-states.js';
import { ReconcileLog } from './reconcile-log.js';
import type { ReconcileRecord } from './record.js';

let id = 0;
function record(name: string, bytes = 0): ReconcileRecord {
  const states =
    bytes === 0 ? undefined : new ObjectStates(undefined, new Uint8Array(bytes), { sensitive: false });
  return {
    id: (id += 1),
    sequence: id,
    reconcileID: '',
    controller: 'c',
    namespace: 'n',
    name,
    startedAt: 0,
    durationMs: 0,
    reasons: [],
    moreReasons: 0,
    calls: [
      {
        verb: 'update',
        object: { resource: 'pods', namespace: 'n', name },
        subresource: undefined,
        startedAt: 0,
        durationMs: 0,
        status: 200,
        dryRun: false,
        noOp: false,
        states,
        resourceVersion: undefined,
        error: undefined,
      },
    ],
    moreCalls: 0,
    outcome: { type: 'success' },
  };
}

const names = (log: ReconcileLog) => log.newestFirst().map(({ name }) => name);

describe('the log of reconciles', () => {
  it('keeps the newest, and the last few of each object beyond them', () => {
    const log = new ReconcileLog({ maxReconciles: 4, perObject: 2, maxBytes: 1e6 });
    for (const name of ['quiet', 'quiet', 'quiet']) log.add(record(name));
    for (let count = 0; count < 20; count += 1) log.add(record('busy'));
    expect(names(log)).toEqual(['busy', 'busy', 'busy', 'busy', 'quiet', 'quiet']);
  });

  it('keeps no more objects than reconciles, the oldest go first', () => {
    const log = new ReconcileLog({ maxReconciles: 3, perObject: 2, maxBytes: 1e6 });
    for (let count = 0; count < 50; count += 1) log.add(record(`o${count}`));
    expect(names(log)).toEqual(['o49', 'o48', 'o47', 'o46', 'o45', 'o44']);
  });

  it('stays within its bytes', () => {
    const log = new ReconcileLog({ maxReconciles: 100, perObject: 2, maxBytes: 50_000 });
    for (let count = 0; count < 100; count += 1) {
      log.add(record(`o${count % 30}`, 9000));
      expect(log.bytes).toBeLessThanOrEqual(50_000);
    }
    expect(log.size).toBe(4);
    log.add(record('huge', 60_000));
    expect(names(log)).toEqual(['huge']);
  });
});
