import { describe, expect, it } from 'vitest';

import { ManualClock, settleMicrotasks } from '../test-support/manual-clock.js';
import { BaseWorkQueue } from './work-queue.js';

function queueOf(...items: string[]): BaseWorkQueue {
  const queue = new BaseWorkQueue({ clock: new ManualClock() });
  for (const item of items) queue.add(item);
  return queue;
}

describe('the work queue', () => {
  it('hands out items in the order in which they were added', async () => {
    const queue = queueOf('a', 'b', 'c');
    expect([await queue.get(), await queue.get(), await queue.get()]).toEqual(['a', 'b', 'c']);
  });

  it('hands out an item once that was added several times before', async () => {
    const queue = queueOf('a', 'b', 'a', 'a');
    expect(queue.length).toBe(2);
    expect([await queue.get(), await queue.get()]).toEqual(['a', 'b']);
    expect(queue.length).toBe(0);
  });

  it('never hands out an item that is being processed', async () => {
    const queue = queueOf('a');
    await queue.get();
    queue.add('a');
    let handedOut = false;
    const next = queue.get().then((item) => {
      handedOut = true;
      return item;
    });
    await settleMicrotasks();
    expect(handedOut).toBe(false);
    expect(queue.has('a')).toBe(true);
    queue.done('a');
    expect(await next).toBe('a');
  });

  it('hands out an item once more that was added while it was being processed, and only once', async () => {
    const queue = queueOf('a');
    await queue.get();
    queue.add('a');
    queue.add('a');
    queue.done('a');
    expect(await queue.get()).toBe('a');
    queue.done('a');
    expect(queue.length).toBe(0);
    expect(queue.has('a')).toBe(false);
  });

  it('does not hand out an item again that was only done', async () => {
    const queue = queueOf('a');
    await queue.get();
    queue.done('a');
    queue.done('a');
    expect(queue.length).toBe(0);
    expect(queue.processing).toBe(0);
  });

  it('serves waiting calls in their order, one item each', async () => {
    const queue = queueOf();
    const served = [queue.get(), queue.get()];
    queue.add('a');
    queue.add('b');
    expect(await Promise.all(served)).toEqual(['a', 'b']);
  });

  it('keeps its order over many thousands of items', async () => {
    const queue = queueOf();
    const items = Array.from({ length: 5000 }, (_, number) => `item-${number}`);
    for (const item of items) queue.add(item);
    const seen: Array<string | undefined> = [];
    for (let count = 0; count < items.length; count += 1) seen.push(await queue.get());
    expect(seen).toEqual(items);
  });

  it('ends waiting and later calls when it is shut down, ignores adds, and drops what is left', async () => {
    const queue = queueOf();
    const waiting = [queue.get(), queue.get()];
    queue.shutDown();
    queue.add('a');
    expect(await Promise.all(waiting)).toEqual([undefined, undefined]);
    expect(await queue.get()).toBeUndefined();
    expect(queue.length).toBe(0);

    const full = queueOf('a');
    full.shutDown();
    expect(await full.get()).toBeUndefined();
  });

  it('does not put an item back that was dirty when it was shut down', async () => {
    const queue = queueOf('a');
    await queue.get();
    queue.add('a');
    queue.shutDown();
    queue.done('a');
    expect(await queue.get()).toBeUndefined();
    expect(queue.processing).toBe(0);
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

  it('tells of each change', async () => {
    let changes = 0;
    const queue = new BaseWorkQueue({ clock: new ManualClock(), onChange: () => (changes += 1) });
    queue.add('a');
    queue.add('a');
    await queue.get();
    queue.done('a');
    expect(changes).toBe(2);
  });
});
