import { describe, expect, it } from 'vitest';

import { ManualClock, settleMicrotasks } from '../test-support/manual-clock.js';
import { createPriorityQueue, lowPriority } from './priority-queue.js';
import type { PriorityQueue } from './priority-queue.js';
import type { QueueMetrics } from './queue-metrics.js';
import { exponentialFailureRateLimiter } from './rate-limiter.js';

function setUp(options: { onChange?: () => void; metrics?: QueueMetrics } = {}): {
  clock: ManualClock;
  queue: PriorityQueue;
} {
  const clock = new ManualClock();
  const rateLimiter = exponentialFailureRateLimiter({ baseDelayMs: 5, maxDelayMs: 1000 });
  return { clock, queue: createPriorityQueue({ clock, rateLimiter, ...options }) };
}

function queueOf(...items: string[]): PriorityQueue {
  const { queue } = setUp();
  for (const item of items) queue.add(item);
  return queue;
}

/** Hands out everything that is ready. */
function drain(queue: PriorityQueue): string[] {
  const taken: string[] = [];
  for (let item = queue.take(); item !== undefined; item = queue.take()) taken.push(item);
  for (const item of taken) queue.done(item);
  return taken;
}

describe('the queue prioritises', () => {
  it('hands out one of the highest priority that is ready', () => {
    const { queue } = setUp();
    queue.add('listed', lowPriority);
    queue.add('live');
    queue.add('urgent', 10);
    queue.add('fractional', 0.5);
    expect(drain(queue)).toEqual(['urgent', 'fractional', 'live', 'listed']);
  });

  it('raises an item that is added again with a higher priority, to the end of those of that priority', () => {
    const { queue } = setUp();
    queue.add('a', lowPriority);
    queue.add('b', lowPriority);
    queue.add('c');
    queue.add('b');
    expect(queue.length).toBe(3);
    expect(drain(queue)).toEqual(['c', 'b', 'a']);
  });

  it('never lowers a priority, also that of an item which waits', () => {
    const { clock, queue } = setUp();
    queue.add('a', 5);
    queue.add('a', lowPriority);
    queue.addAfter('b', 10, 7);
    queue.addAfter('b', 5, lowPriority);
    queue.addAfter('c', 10, lowPriority);
    queue.add('c');
    clock.advanceSync(5);
    const priorities = ['b', 'a', 'c'].map((item) => [queue.take() === item, queue.priorityOf(item)]);
    expect(priorities).toEqual([
      [true, 7],
      [true, 5],
      [true, 0],
    ]);
  });

  it('raises a ready item at once by a delayed add of a higher priority, and keeps it ready', () => {
    const { queue } = setUp();
    queue.add('a', lowPriority);
    queue.add('b');
    queue.addAfter('a', 1000, 1);
    expect([queue.waiting, drain(queue)]).toEqual([0, ['a', 'b']]);
  });

  it('raises an item that was added while it is being processed', () => {
    const { queue } = setUp();
    queue.add('a', lowPriority);
    queue.take();
    queue.add('a', lowPriority);
    queue.add('a', 3);
    expect(queue.priorityOf('a')).toBe(lowPriority);
    queue.done('a');
    expect([queue.take(), queue.priorityOf('a')]).toEqual(['a', 3]);
  });

  it('forgets the priority of an item once it was handed out', () => {
    const { queue } = setUp();
    queue.add('a', 5);
    drain(queue);
    queue.add('b');
    queue.add('a');
    expect(drain(queue)).toEqual(['b', 'a']);
  });

  it('gives a waiting worker the highest of the items that fall due at one moment', async () => {
    const { clock, queue } = setUp();
    queue.addAfter('low', 10, lowPriority);
    queue.addAfter('high', 10, 1);
    const next = queue.get();
    clock.advanceSync(10);
    expect(await next).toBe('high');
  });

  it('keeps its order over any number of priorities', () => {
    const { queue } = setUp();
    for (let number = 0; number < 1000; number += 1) queue.add(`item-${number}`, (number * 7919) % 1000);
    expect(drain(queue)).toEqual(
      Array.from({ length: 1000 }, (_, number) => number)
        .sort((a, b) => ((b * 7919) % 1000) - ((a * 7919) % 1000))
        .map((number) => `item-${number}`),
    );
  });
});

describe('the queue is fair, deduplicating and stingy', () => {
  it('hands out items in the order in which they were added', async () => {
    const queue = queueOf('a', 'b', 'c');
    expect([await queue.get(), await queue.get(), await queue.get()]).toEqual(['a', 'b', 'c']);
  });

  it('hands out an item once that was added several times before', () => {
    const queue = queueOf('a', 'b', 'a', 'a');
    expect(queue.length).toBe(2);
    expect(drain(queue)).toEqual(['a', 'b']);
    expect(queue.length).toBe(0);
  });

  it('never hands out an item that is being processed', async () => {
    const queue = queueOf('a');
    await queue.get();
    queue.add('a', 100);
    let handedOut = false;
    const next = queue.get().then((item) => {
      handedOut = true;
      return item;
    });
    await settleMicrotasks();
    expect([handedOut, queue.take(), queue.length, queue.has('a')]).toEqual([false, undefined, 0, true]);
    queue.done('a');
    expect(await next).toBe('a');
  });

  it('hands out an item once more that was added while it was being processed, and only once', () => {
    const queue = queueOf('a');
    queue.take();
    queue.add('a');
    queue.add('a');
    queue.done('a');
    expect(drain(queue)).toEqual(['a']);
    expect([queue.length, queue.has('a')]).toEqual([0, false]);
  });

  it('lets no item starve: one that is added again and again waits for those before it', () => {
    const queue = queueOf('busy', 'a', 'b', 'c');
    const taken: unknown[] = [];
    for (let turn = 0; turn < 4; turn += 1) {
      taken.push(queue.take());
      queue.add('busy');
      queue.done(String(taken.at(-1)));
    }
    expect(taken).toEqual(['busy', 'a', 'b', 'c']);
  });

  it('does not hand out an item again that was only done', () => {
    const queue = queueOf('a');
    queue.take();
    queue.done('a');
    queue.done('a');
    expect([queue.length, queue.processing]).toEqual([0, 0]);
  });

  it('serves waiting calls in their order, one item each', async () => {
    const queue = queueOf();
    const served = [queue.get(), queue.get()];
    queue.add('a');
    queue.add('b');
    expect(await Promise.all(served)).toEqual(['a', 'b']);
  });

  it('ends a waiting call by its signal, and gives the next item to the others', async () => {
    const queue = queueOf();
    const stop = new AbortController();
    const aborted = queue.get({ signal: stop.signal });
    const other = queue.get();
    stop.abort(new Error('enough'));
    await expect(aborted).rejects.toThrow('enough');
    await expect(queue.get({ signal: stop.signal })).rejects.toThrow('enough');
    queue.add('a');
    expect(await other).toBe('a');
  });
});

describe('delayed adds', () => {
  it('make an item ready when the delay has passed, not before', async () => {
    const { clock, queue } = setUp();
    queue.addAfter('a', 100);
    clock.advanceSync(99);
    expect([queue.length, queue.waiting, queue.isWaiting('a'), queue.has('a')]).toEqual([0, 1, true, false]);
    clock.advanceSync(1);
    expect([queue.length, queue.waiting]).toEqual([1, 0]);
    expect(await queue.get()).toBe('a');
  });

  it.each([0, -1, NaN])('are adds at once after a delay of %d', (delayMs) => {
    const { queue } = setUp();
    queue.addAfter('a', delayMs);
    expect([queue.length, queue.waiting]).toEqual([1, 0]);
  });

  it('keep the earlier of two delays, in whichever order they come', () => {
    for (const delays of [
      [100, 50],
      [50, 100],
    ]) {
      const { clock, queue } = setUp();
      for (const delayMs of delays) queue.addAfter('a', delayMs);
      clock.advanceSync(50);
      expect([queue.length, queue.waiting]).toEqual([1, 0]);
    }
  });

  it('are beaten by a plain add, whichever comes first, so that the item comes once', () => {
    for (const order of ['add first', 'delay first']) {
      const { clock, queue } = setUp();
      if (order === 'add first') queue.add('a');
      queue.addAfter('a', 50);
      if (order === 'delay first') queue.add('a');
      expect([queue.length, queue.waiting]).toEqual([1, 0]);
      drain(queue);
      clock.advanceSync(100);
      expect(queue.length).toBe(0);
    }
  });

  it('that end while the item is being processed lead to once more', () => {
    const { clock, queue } = setUp();
    queue.add('a');
    queue.take();
    queue.addAfter('a', 10);
    clock.advanceSync(10);
    expect([queue.length, queue.waiting]).toEqual([0, 0]);
    queue.done('a');
    expect(drain(queue)).toEqual(['a']);
  });

  it('of the same moment keep the order in which they were put', () => {
    const { clock, queue } = setUp();
    queue.addAfter('c', 20);
    queue.addAfter('a', 10);
    queue.addAfter('b', 10);
    clock.advanceSync(20);
    expect(drain(queue)).toEqual(['a', 'b', 'c']);
  });

  it('set one timer for any number of items', () => {
    const { clock, queue } = setUp();
    for (let number = 0; number < 100; number += 1) queue.addAfter(`item-${number}`, 1000 - number);
    expect(clock.pending).toBe(1);
    clock.advanceSync(1000);
    expect([queue.length, clock.pending]).toEqual([100, 0]);
  });

  it('may be longer than a timer can wait', () => {
    const { clock, queue } = setUp();
    const delays: number[] = [];
    const setTimer = clock.setTimer.bind(clock);
    clock.setTimer = (callback, delayMs) => {
      delays.push(delayMs);
      return setTimer(callback, delayMs);
    };
    queue.addAfter('a', 2 ** 32);
    clock.advanceSync(2 ** 32 - 1);
    expect(queue.length).toBe(0);
    clock.advanceSync(1);
    expect(queue.length).toBe(1);
    expect(Math.max(...delays)).toBeLessThan(2 ** 31);
  });
});

describe('retries', () => {
  it('add an item after growing delays, and return them, until it is forgotten', () => {
    const { clock, queue } = setUp();
    for (const delayMs of [5, 10, 20]) {
      expect(queue.addRateLimited('a')).toBe(delayMs);
      clock.advanceSync(delayMs - 1);
      expect(queue.length).toBe(0);
      clock.advanceSync(1);
      expect(drain(queue)).toEqual(['a']);
    }
    queue.forget('a');
    expect([queue.numRequeues('a'), queue.addRateLimited('a')]).toEqual([0, 5]);
  });

  it('go on slowing down when plain adds come in between', () => {
    const { queue } = setUp();
    expect(queue.addRateLimited('a')).toBe(5);
    queue.add('a');
    expect(drain(queue)).toEqual(['a']);
    expect(queue.addRateLimited('a')).toBe(10);
  });

  it('count as backing off until the item is handed out, unlike addAfter', () => {
    const { clock, queue } = setUp();
    queue.addAfter('later', 10_000);
    queue.addRateLimited('failed');
    expect([queue.backingOff, queue.waiting]).toEqual([1, 2]);
    clock.advanceSync(5);
    expect([queue.backingOff, queue.length]).toEqual([1, 1]);
    queue.take();
    expect([queue.backingOff, queue.waiting]).toEqual([0, 1]);
  });

  it('do not delay an item that an event has made ready meanwhile', () => {
    const { queue } = setUp();
    queue.add('a');
    queue.take();
    queue.add('a');
    queue.addRateLimited('a');
    queue.done('a');
    expect(queue.take()).toBe('a');
    expect([queue.backingOff, queue.waiting]).toEqual([0, 0]);
  });
});

describe('shutting down', () => {
  it('ends waiting and later calls, ignores adds, and drops what is left', async () => {
    const { clock, queue } = setUp();
    const waiting = [queue.get(), queue.get()];
    queue.addAfter('later', 10);
    queue.addRateLimited('failed');
    queue.shutDown();
    queue.add('a');
    queue.addAfter('b', 10);
    queue.addRateLimited('c');
    expect(await Promise.all(waiting)).toEqual([undefined, undefined]);
    expect([await queue.get(), queue.take()]).toEqual([undefined, undefined]);
    expect([queue.length, queue.waiting, queue.backingOff, clock.pending]).toEqual([0, 0, 0, 0]);

    const full = queueOf('a');
    full.shutDown();
    expect(await full.get()).toBeUndefined();
  });

  it('sets workers free that add and take, in the middle of it', async () => {
    const queue = queueOf();
    let taken = 0;
    const worker = async (number: number) => {
      for (let turn = 0; ; turn += 1) {
        queue.add(`item-${(number * 31 + turn * 17) % 1000}`, turn % 100);
        const item = await queue.get();
        if (item === undefined) return;
        taken += 1;
        if (taken === 500) queue.shutDown();
      }
    };
    await Promise.all(Array.from({ length: 20 }, (_, number) => worker(number)));
    expect(taken).toBeGreaterThanOrEqual(500);
  });

  it('does not put an item back that is being processed', async () => {
    const queue = queueOf('a', 'b');
    queue.take();
    queue.add('a');
    queue.shutDown();
    expect(queue.processing).toBe(1);
    queue.done('a');
    expect([await queue.get(), queue.processing, queue.length]).toEqual([undefined, 0, 0]);
  });
});

/** Depth by priority, and how often items were added and delayed, as a scrape of the metrics would find them. */
function counting(): {
  metrics: QueueMetrics;
  seen: { depth: Record<number, number>; adds: number; retries: number };
} {
  const seen = { depth: {} as Record<number, number>, adds: 0, retries: 0 };
  const change = (priority: number, by: number) => {
    seen.depth[priority] = (seen.depth[priority] ?? 0) + by;
    expect(seen.depth[priority]).toBeGreaterThanOrEqual(0);
  };
  const metrics: QueueMetrics = {
    added: (_item, _now, priority) => {
      seen.adds += 1;
      change(priority, 1);
    },
    raised: (from, to) => {
      change(from, -1);
      change(to, 1);
    },
    handedOut: (_item, _now, priority) => {
      change(priority, -1);
    },
    finished: () => undefined,
    dropped: (_item, priority) => {
      change(priority, -1);
    },
    retried: () => (seen.retries += 1),
  };
  return { metrics, seen };
}

/* After controller-runtime's pkg/controller/priorityqueue/priorityqueue_test.go, and its figures. */
describe('the metrics of the queue', () => {
  it.each<
    [string, (queue: PriorityQueue, clock: ManualClock) => unknown, Record<number, number>, number, number]
  >([
    [
      'an item that comes back while it is processed',
      (queue) => {
        queue.add('foo');
        queue.take();
        queue.add('foo');
        queue.add('bar');
        expect(queue.take()).toBe('bar');
        queue.add('baz');
        queue.done('foo');
      },
      // The item that is processed waits before baz: kept apart, it counts from when it is ready.
      { 0: 2 },
      4,
      0,
    ],
    ['an item that is added twice', (queue) => (queue.add('foo'), queue.add('foo')), { 0: 1 }, 1, 0],
    [
      'a priority that rises',
      (queue) => (queue.add('a', 1), queue.add('a', 2), queue.take()),
      { 1: 0, 2: 0 },
      1,
      0,
    ],
    [
      'a priority that does not fall',
      (queue) => (queue.add('a', 2), queue.add('a', 1), queue.take()),
      { 2: 0 },
      1,
      0,
    ],
    [
      'one of three that is raised',
      (queue) => {
        for (const item of ['foo', 'bar', 'baz']) queue.add(item);
        queue.add('baz', 1);
        expect(queue.take()).toBe('baz');
      },
      { 0: 2, 1: 0 },
      3,
      0,
    ],
    [
      'a ready item that is to come later, too',
      (queue) => (queue.add('foo'), queue.addAfter('foo', 3_600_000), queue.take()),
      { 0: 0 },
      1,
      1,
    ],
    [
      'items that wait, which are none yet',
      (queue) => {
        queue.addAfter('foo', 60_000);
        queue.add('baz');
        queue.addAfter('bar', 60_000);
        queue.add('bal');
        expect(queue.length).toBe(2);
      },
      { 0: 2 },
      2,
      2,
    ],
    [
      'an item that waits, and is added at once',
      (queue) => (queue.addAfter('foo', 3_600_000), queue.add('foo')),
      { 0: 1 },
      1,
      1,
    ],
    [
      'the same, handed out',
      (queue) => (queue.addAfter('foo', 3_600_000), queue.add('foo'), queue.take()),
      { 0: 0 },
      1,
      1,
    ],
    [
      'an item that waits, and is added at once with a higher priority',
      (queue) => (queue.addAfter('foo', 3_600_000, 0), queue.add('foo', 1)),
      { 1: 1 },
      1,
      1,
    ],
    [
      'an item that falls due, and is added again',
      (queue, clock) => {
        queue.addAfter('foo', 50);
        clock.advanceSync(50);
        queue.add('foo');
        expect(queue.length).toBe(1);
      },
      { 0: 1 },
      1,
      1,
    ],
    [
      'items that fall due, again and again',
      (queue, clock) => {
        for (let round = 0; round < 3; round += 1) {
          for (const item of ['foo', 'bar']) queue.addAfter(item, 500);
          for (const item of ['baz', 'bal']) queue.add(item);
          expect(queue.length).toBe(2);
          clock.advanceSync(1000);
          expect(queue.length).toBe(4);
          if (round < 2) drain(queue);
        }
      },
      { 0: 4 },
      12,
      6,
    ],
    [
      'a high priority that falls due before a low one',
      (queue, clock) => {
        queue.add('foo', lowPriority);
        queue.addAfter('prio', 1000, 0);
        clock.advanceSync(1000);
        expect(queue.take()).toBe('prio');
      },
      { [lowPriority]: 1, 0: 0 },
      2,
      1,
    ],
  ])('tell of %s', (_what, use, depth, adds, retries) => {
    const { metrics, seen } = counting();
    const { clock, queue } = setUp({ metrics });
    use(queue, clock);
    expect(seen).toEqual({ depth, adds, retries });
    queue.shutDown();
    expect(Object.values(seen.depth).every((left) => left === 0)).toBe(true);
  });

  it.each([-1000, 0, 1000])('tell of thousands of items of five priorities, after %d ms', (delayMs) => {
    const { metrics, seen } = counting();
    const { clock, queue } = setUp({ metrics });
    const priorities = [10, 5, 0, -5, -10];
    for (let item = 0; item < 1000; item += 1)
      for (const priority of priorities) queue.addAfter(`${priority}/${item}`, delayMs, priority);
    clock.advanceSync(1000);
    const expected = priorities.flatMap((priority) =>
      Array.from({ length: 1000 }, (_, item) => `${priority}/${item}`),
    );
    expect(drain(queue)).toEqual(expected);
    expect(seen).toEqual({
      depth: { 10: 0, 5: 0, 0: 0, [-5]: 0, [-10]: 0 },
      adds: 5000,
      retries: delayMs > 0 ? 5000 : 0,
    });
  });

  it('count each item of a retry apart: their delays do not add up', () => {
    const { clock, queue } = setUp();
    expect(['foo', 'bar', 'baz'].map((item) => queue.addRateLimited(item))).toEqual([5, 5, 5]);
    clock.advanceSync(5);
    expect(drain(queue)).toEqual(['foo', 'bar', 'baz']);
  });
});

describe('the queue tells', () => {
  it('of each change', async () => {
    let changes = 0;
    const { clock, queue } = setUp({ onChange: () => (changes += 1) });
    const tells = (change: () => void) => {
      const before = changes;
      change();
      return changes > before;
    };
    expect(tells(() => queue.add('a'))).toBe(true);
    await queue.get();
    expect(tells(() => queue.done('a'))).toBe(true);
    expect(tells(() => queue.addAfter('b', 10))).toBe(true);
    expect(tells(() => clock.advanceSync(10))).toBe(true);
    expect(tells(() => queue.shutDown())).toBe(true);
  });

  it('its metrics what needs work at which priority, and what was delayed', () => {
    const said: string[] = [];
    const { clock, queue } = setUp({
      metrics: {
        added: (item, _now, priority) => said.push(`added ${item} ${priority}`),
        raised: (from, to) => said.push(`raised ${from} ${to}`),
        handedOut: (item, _now, priority) => said.push(`handed out ${item} ${priority}`),
        finished: (item) => said.push(`finished ${item}`),
        dropped: (item, priority) => said.push(`dropped ${item} ${priority}`),
        retried: () => said.push('retried'),
      },
    });
    queue.add('a', lowPriority);
    queue.add('a');
    queue.add('a');
    queue.take();
    queue.addAfter('a', 10, 2);
    clock.advanceSync(10);
    queue.done('a');
    queue.addAfter('b', 10, 5);
    queue.add('b');
    queue.shutDown();
    expect(said).toEqual([
      'added a -100',
      'raised -100 0',
      'handed out a 0',
      'retried',
      'added a 2',
      'finished a',
      'retried',
      'added b 5',
      'dropped a 2',
      'dropped b 5',
    ]);
  });
});

describe('the queue hands over', () => {
  const takeOver = (from: PriorityQueue, to: PriorityQueue) => {
    from.suspend();
    const left = from.snapshot();
    to.restore(left);
    return left;
  };

  it('what is ready, in its order and with its priorities', () => {
    const { queue } = setUp();
    queue.add('listed', lowPriority);
    queue.add('b');
    queue.add('a');
    queue.add('urgent', 10);
    const next = setUp().queue;
    takeOver(queue, next);
    expect([next.length, next.priorityOf('a')]).toEqual([4, 0]);
    expect(drain(next)).toEqual(['urgent', 'b', 'a', 'listed']);
    expect(next.priorityOf('urgent')).toBe(0);
  });

  it('delays with the moments at which they end, which may have passed', () => {
    const { clock, queue } = setUp();
    queue.addAfter('late', 100, 2);
    queue.addAfter('soon', 10);
    const left = (queue.suspend(), queue.snapshot());
    expect([
      clock.pending,
      queue.take(),
      left.map(({ item, dueAtMs }) => [item, (dueAtMs ?? 0) - clock.now()]),
    ]).toEqual([
      0,
      undefined,
      [
        ['soon', 10],
        ['late', 100],
      ],
    ]);
    clock.advanceSync(40);
    const rateLimiter = exponentialFailureRateLimiter({ baseDelayMs: 5, maxDelayMs: 1000 });
    const next = createPriorityQueue({ clock, rateLimiter });
    next.restore(left);
    expect(drain(next)).toEqual(['soon']);
    clock.advanceSync(59);
    expect(drain(next)).toEqual([]);
    clock.advanceSync(1);
    expect([next.take(), next.priorityOf('late')]).toEqual(['late', 2]);
  });

  it('failures with their count, and that they are backing off', () => {
    const { queue } = setUp();
    for (let failure = 0; failure < 3; failure += 1) {
      queue.addRateLimited('a');
      queue.add('a');
      queue.take();
      queue.done('a');
    }
    queue.addRateLimited('a');
    const next = setUp().queue;
    takeOver(queue, next);
    expect([next.numRequeues('a'), next.backingOff, next.isWaiting('a')]).toEqual([4, 1, true]);
    next.add('a');
    next.take();
    expect([next.backingOff, next.addRateLimited('a')]).toEqual([0, 5 * 2 ** 4]);
  });

  it('what is being processed, for nobody knows how it ends', () => {
    const { queue } = setUp();
    queue.add('a', 3);
    queue.take();
    queue.suspend();
    expect(queue.snapshot()).toEqual([{ item: 'a', priority: 3 }]);
    queue.done('a');
    expect(queue.snapshot()).toEqual([]);
  });

  it('what is added after it was suspended, though nobody gets it here any more', async () => {
    const { clock, queue } = setUp();
    const waiting = queue.get();
    queue.add('a');
    const processed = await waiting;
    const idle = queue.get();
    queue.suspend();
    expect([await idle, queue.shuttingDown, await queue.get()]).toEqual([undefined, true, undefined]);
    queue.addAfter('a', 30);
    queue.done(processed ?? '');
    queue.add('b');
    expect(queue.snapshot()).toEqual([
      { item: 'b', priority: 0 },
      { item: 'a', priority: 0, dueAtMs: clock.now() + 30 },
    ]);
    expect(clock.pending).toBe(0);
    queue.shutDown();
    expect(queue.snapshot()).toEqual([]);
  });

  it('no failures to a rate limiter that does not take them, and nothing to a queue that was shut down', () => {
    const { clock, queue } = setUp();
    const rateLimiter = { when: () => 5, forget: () => undefined, numRequeues: () => 0 };
    const next = createPriorityQueue({ clock, rateLimiter });
    next.restore([{ item: 'a', priority: 0, failures: 2 }]);
    expect([next.length, next.numRequeues('a')]).toEqual([1, 0]);
    queue.shutDown();
    queue.restore([{ item: 'a', priority: 0 }]);
    expect(queue.length).toBe(0);
  });
});
