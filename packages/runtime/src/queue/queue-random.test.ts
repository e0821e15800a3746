import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { ManualClock } from '../test-support/manual-clock.js';
import { createPriorityQueue } from './priority-queue.js';
import { exponentialFailureRateLimiter } from './rate-limiter.js';

/*
 * Any sequence of calls keeps these invariants (a counterexample is printed with its seed):
 *  1. An item is handed out only if it was added, or its delay has passed, since it was last handed out, and exactly when
 *     the simplest model says: the highest priority first, within it the one that became ready or was raised first.
 *  2. No item is processed twice at the same time.
 *  3. After the last call, when all is done and time has passed, every item that was added after it was last handed out
 *     has been handed out: nothing is lost.
 *  4. An item does not come before the earliest moment any of its adds allows, nor with a priority other than the highest
 *     of its adds.
 *  5. None of this changes when another queue takes over at any moment.
 *  6. At the end nothing waits, is ready or is backing off, and no timer is set.
 */

type Step =
  | { do: 'add' | 'rateLimited'; item: string; priority: number }
  | { do: 'forget' | 'done'; item: string }
  | { do: 'after'; item: string; delayMs: number; priority: number }
  | { do: 'get' | 'handOver' }
  | { do: 'pass'; ms: number };

const item = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
const priority = fc.constantFrom(-100, 0, 0, 1, 7);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constantFrom('add' as const, 'rateLimited' as const), item, priority }),
  fc.record({ do: fc.constantFrom('forget' as const, 'done' as const), item }),
  fc.record({ do: fc.constant('after' as const), item, delayMs: fc.integer({ min: -1, max: 50 }), priority }),
  fc.record({ do: fc.constantFrom('get' as const, 'handOver' as const) }),
  fc.record({ do: fc.constant('pass' as const), ms: fc.integer({ min: 0, max: 30 }) }),
);

/** What needs work, as a plain list that is searched and sorted anew each time. */
class Model {
  readonly processing = new Set<string>();
  #pending: Array<{ item: string; priority: number; at: number; order: number; isReady: boolean }> = [];
  #order = 0;
  #now = 0;

  add(item: string, delayMs: number, priority: number): void {
    const at = this.#now + Math.max(delayMs, 0);
    const known = this.#pending.find((one) => one.item === item);
    if (known === undefined) {
      this.#pending.push({ item, priority, at, order: this.#order++, isReady: !(delayMs > 0) });
      return;
    }
    const isRaised = priority > known.priority;
    known.priority = Math.max(known.priority, priority);
    if (known.isReady) {
      if (isRaised) known.order = this.#order++;
    } else if (at < known.at || !(delayMs > 0)) {
      known.at = at;
      known.order = this.#order++;
      known.isReady = !(delayMs > 0);
    }
  }

  pass(ms: number): void {
    this.#now += ms;
    const due = this.#pending.filter((one) => !one.isReady && one.at <= this.#now);
    for (const one of due.sort((a, b) => a.at - b.at || a.order - b.order)) {
      one.isReady = true;
      one.order = this.#order++;
    }
  }

  done(item: string): void {
    if (!this.processing.delete(item)) return;
    const dirty = this.#pending.find((one) => one.item === item && one.isReady);
    if (dirty !== undefined) dirty.order = this.#order++;
  }

  ready(): Array<{ item: string; priority: number }> {
    return this.#pending
      .filter((one) => one.isReady && !this.processing.has(one.item))
      .sort((a, b) => b.priority - a.priority || a.order - b.order);
  }

  take(): { item: string; priority: number } | undefined {
    const next = this.ready()[0];
    if (next === undefined) return undefined;
    this.#pending = this.#pending.filter((one) => one.item !== next.item);
    this.processing.add(next.item);
    return next;
  }

  get size(): number {
    return this.#pending.length;
  }
}

function run(steps: readonly Step[]): void {
  const clock = new ManualClock();
  const rateLimiter = exponentialFailureRateLimiter({ baseDelayMs: 5, maxDelayMs: 40 });
  let queue = createPriorityQueue({ clock, rateLimiter });
  const model = new Model();
  const take = () => {
    const expected = model.take();
    const taken = queue.take();
    expect([taken, taken === undefined ? undefined : queue.priorityOf(taken)]).toEqual([
      expected?.item,
      expected?.priority,
    ]);
  };
  const finish = (name: string) => {
    model.done(name);
    queue.done(name);
  };
  const handOver = () => {
    for (const name of [...model.processing]) finish(name);
    queue.suspend();
    const timers = clock.pending;
    const left = queue.snapshot();
    const { waiting, backingOff } = queue;
    queue = createPriorityQueue({
      clock,
      rateLimiter: exponentialFailureRateLimiter({ baseDelayMs: 5, maxDelayMs: 40 }),
    });
    queue.restore(left);
    const failures = left.map(({ item: name }) => queue.numRequeues(name));
    expect([timers, queue.waiting, queue.backingOff, failures]).toEqual([
      0,
      waiting,
      backingOff,
      left.map((one) => one.failures ?? 0),
    ]);
  };

  for (const next of steps) {
    switch (next.do) {
      case 'add':
        queue.add(next.item, next.priority);
        model.add(next.item, 0, next.priority);
        break;
      case 'after':
        queue.addAfter(next.item, next.delayMs, next.priority);
        model.add(next.item, next.delayMs, next.priority);
        break;
      case 'rateLimited':
        model.add(next.item, queue.addRateLimited(next.item, next.priority), next.priority);
        break;
      case 'forget':
        queue.forget(next.item);
        break;
      case 'done':
        finish(next.item);
        break;
      case 'get':
        take();
        break;
      case 'handOver':
        handOver();
        break;
      case 'pass':
        clock.advanceSync(next.ms);
        model.pass(next.ms);
        break;
    }
    expect([queue.length, queue.processing]).toEqual([model.ready().length, model.processing.size]);
  }

  clock.advanceSync(1000);
  model.pass(1000);
  for (const name of [...model.processing]) finish(name);
  while (queue.length > 0) {
    take();
    for (const name of [...model.processing]) finish(name);
  }
  expect(model.size).toBe(0);
  expect([queue.length, queue.waiting, queue.backingOff, queue.processing, clock.pending]).toEqual([
    0, 0, 0, 0, 0,
  ]);
}

describe('the queue under any sequence of calls', () => {
  it('does what the model does: loses nothing, doubles nothing and processes no item twice at once', () => {
    fc.assert(fc.property(fc.array(step, { maxLength: 80 }), run), { numRuns: 300 });
  });

  it('serves concurrent workers each item one at a time', async () => {
    const property = fc.asyncProperty(
      fc.array(item, { maxLength: 100 }),
      fc.integer({ min: 1, max: 4 }),
      async (adds, workers) => {
        const queue = createPriorityQueue({
          clock: new ManualClock(),
          rateLimiter: exponentialFailureRateLimiter({ baseDelayMs: 1, maxDelayMs: 1 }),
        });
        const processing = new Set<string>();
        const lastAdded = new Map<string, number>();
        const lastSeen = new Map<string, number>();
        let tick = 0;
        const work = async () => {
          for (let taken = await queue.get(); taken !== undefined; taken = await queue.get()) {
            expect(processing.has(taken)).toBe(false);
            processing.add(taken);
            lastSeen.set(taken, (tick += 1));
            await Promise.resolve();
            await Promise.resolve();
            processing.delete(taken);
            queue.done(taken);
          }
        };
        const running = Promise.all(Array.from({ length: workers }, work));
        for (const added of adds) {
          lastAdded.set(added, (tick += 1));
          queue.add(added);
          await Promise.resolve();
        }
        while (queue.length > 0 || queue.processing > 0) await Promise.resolve();
        queue.shutDown();
        await running;
        for (const [name, at] of lastAdded) expect(lastSeen.get(name)).toBeGreaterThan(at);
      },
    );
    await fc.assert(property, { numRuns: 100 });
  });
});
