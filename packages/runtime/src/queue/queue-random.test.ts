import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { ManualClock } from '../test-support/manual-clock.js';
import { exponentialFailureRateLimiter } from './rate-limiter.js';
import { createRateLimitingQueue } from './rate-limiting-queue.js';

/*
 * Any sequence of calls keeps these invariants:
 *  1. An item is handed out only if it was added, or its delay has passed, since it was last handed out.
 *  2. No item is processed twice at the same time.
 *  3. After the last call, when all is done and time has passed, every item that was added after it was last handed out
 *     has been handed out: nothing is lost.
 *  4. An item does not come before the earliest moment any of its adds allows.
 *  5. At the end nothing waits, is ready or is backing off, and no timer is set.
 */

type Step =
  | { do: 'add' | 'rateLimited' | 'forget' | 'done'; item: string }
  | { do: 'after'; item: string; delayMs: number }
  | { do: 'get' }
  | { do: 'pass'; ms: number };

const item = fc.constantFrom('a', 'b', 'c', 'd');
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constantFrom('add' as const, 'rateLimited' as const, 'forget' as const, 'done' as const),
    item,
  }),
  fc.record({ do: fc.constant('after' as const), item, delayMs: fc.integer({ min: -1, max: 50 }) }),
  fc.record({ do: fc.constant('get' as const) }),
  fc.record({ do: fc.constant('pass' as const), ms: fc.integer({ min: 0, max: 30 }) }),
);

async function run(steps: readonly Step[]): Promise<void> {
  const clock = new ManualClock();
  const rateLimiter = exponentialFailureRateLimiter({ baseDelayMs: 5, maxDelayMs: 40 });
  const queue = createRateLimitingQueue({ clock, rateLimiter });
  const dueAt = new Map<string, number>();
  const processing = new Set<string>();
  const want = (name: string, at: number) => {
    dueAt.set(name, Math.min(at, dueAt.get(name) ?? Infinity));
  };
  const take = async () => {
    const taken = (await queue.get()) as string;
    expect(processing.has(taken)).toBe(false);
    expect(dueAt.get(taken)).toBeLessThanOrEqual(clock.now());
    dueAt.delete(taken);
    processing.add(taken);
  };
  const finish = (name: string) => {
    processing.delete(name);
    queue.done(name);
  };

  for (const next of steps) {
    switch (next.do) {
      case 'add':
        queue.add(next.item);
        want(next.item, clock.now());
        break;
      case 'after':
        queue.addAfter(next.item, next.delayMs);
        want(next.item, clock.now() + Math.max(next.delayMs, 0));
        break;
      case 'rateLimited':
        want(next.item, clock.now() + queue.addRateLimited(next.item));
        break;
      case 'forget':
        queue.forget(next.item);
        break;
      case 'done':
        finish(next.item);
        break;
      case 'get':
        if (queue.length > 0) await take();
        break;
      case 'pass':
        clock.advanceSync(next.ms);
        break;
    }
    const readyNow = [...dueAt].filter(([name, at]) => at <= clock.now() && !processing.has(name));
    expect(queue.length).toBe(readyNow.length);
  }

  clock.advanceSync(1000);
  for (const name of [...processing]) finish(name);
  while (queue.length > 0) {
    await take();
    for (const name of [...processing]) finish(name);
  }
  expect([...dueAt.keys()]).toEqual([]);
  expect([queue.length, queue.waiting, queue.backingOff, queue.processing, clock.pending]).toEqual([
    0, 0, 0, 0, 0,
  ]);
}

describe('the queue under any sequence of calls', () => {
  it('loses nothing, doubles nothing and processes no item twice at once', async () => {
    await fc.assert(fc.asyncProperty(fc.array(step, { maxLength: 60 }), run), { numRuns: 300 });
  });

  it('serves concurrent workers each item one at a time', async () => {
    const property = fc.asyncProperty(
      fc.array(item, { maxLength: 100 }),
      fc.integer({ min: 1, max: 4 }),
      async (adds, workers) => {
        const queue = createRateLimitingQueue({
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
