import type { Clock } from '@kubewright/api';
import { beforeEach, describe, expect, it } from 'vitest';
import { Convergence } from './convergence.js';
import type { TreeNode } from './tree.js';

/** Time that the test moves. */
class ManualClock implements Clock {
  #nowMs = 0;
  #timers: Array<{ dueMs: number; callback: () => void }> = [];

  now(): number {
    return this.#nowMs;
  }

  setTimer(callback: () => void, delayMs: number) {
    const timer = { dueMs: this.#nowMs + delayMs, callback };
    this.#timers.push(timer);
    return { cancel: () => (this.#timers = this.#timers.filter((t) => t !== timer)) };
  }

  async advance(byMs: number): Promise<void> {
    this.#nowMs += byMs;
    const due = this.#timers.filter(({ dueMs }) => dueMs <= this.#nowMs);
    this.#timers = this.#timers.filter((timer) => !due.includes(timer));
    for (const { callback } of due) callback();
    await Promise.resolve();
    await Promise.resolve();
    await Promise.resolve();
  }
}

const node = (status: TreeNode['health']['status'], conditions: object[] = []): TreeNode => ({
  object: {
    apiVersion: 'v1',
    kind: 'Web',
    metadata: { name: 'a', uid: 'u', resourceVersion: '1', creationTimestamp: '2026-01-01T00:00:00Z' },
    ...{ status: { conditions } },
  },
  health: { status, state: '' },
  children: [],
});

const silent = node('Current');
const reporting = node('Current', [{ type: 'Available', status: 'True' }]);
const busy = node('InProgress');

describe('Convergence', () => {
  let clock: ManualClock;
  let trees: TreeNode[];
  let decided: number;
  let catchUp: () => void;
  let convergence: Convergence;
  beforeEach(() => {
    clock = new ManualClock();
    decided = 0;
    convergence = new Convergence({
      clock,
      trees: () => trees,
      samples: 1,
      caughtUp: () => new Promise((resolve) => (catchUp = resolve)),
      onConverged: () => (decided += 1),
    });
  });

  it('believes a sample that says it works as soon as the view has caught up', async () => {
    trees = [reporting];
    convergence.changed();
    expect(decided).toBe(0);
    catchUp();
    await clock.advance(0);
    expect(decided).toBe(1);
  });

  it('looks again when something changed while the view caught up', async () => {
    trees = [reporting];
    convergence.changed();
    trees = [busy];
    convergence.changed();
    catchUp();
    await clock.advance(0);
    expect(decided).toBe(0);
    trees = [reporting];
    convergence.changed();
    catchUp();
    await clock.advance(0);
    expect(decided).toBe(1);
  });

  it('believes a sample that says nothing when its tree has stood still for a second', async () => {
    trees = [silent];
    convergence.changed();
    await clock.advance(900);
    convergence.changed();
    await clock.advance(900);
    expect(decided).toBe(0);
    await clock.advance(100);
    catchUp();
    await clock.advance(0);
    expect(decided).toBe(1);
  });

  it('waits for every sample', async () => {
    trees = [];
    convergence.changed();
    await clock.advance(10_000);
    expect(decided).toBe(0);
  });

  it('decides once, and not after it was stopped', async () => {
    trees = [silent];
    convergence.changed();
    convergence.stop();
    await clock.advance(10_000);
    expect(decided).toBe(0);
    trees = [reporting];
    convergence.changed();
    catchUp();
    await clock.advance(0);
    convergence.changed();
    await clock.advance(10_000);
    expect(decided).toBe(1);
  });
});
