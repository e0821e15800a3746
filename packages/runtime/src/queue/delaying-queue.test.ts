import { describe, expect, it } from 'vitest';

import { ManualClock } from '../test-support/manual-clock.js';
import { BaseDelayingQueue } from './delaying-queue.js';
import { BaseWorkQueue } from './work-queue.js';

function setUp(): { clock: ManualClock; queue: BaseDelayingQueue } {
  const clock = new ManualClock();
  return { clock, queue: new BaseDelayingQueue(new BaseWorkQueue({ clock }), { clock }) };
}

describe('the delaying queue', () => {
  it('adds an item when its delay has passed, not before', async () => {
    const { clock, queue } = setUp();
    queue.addAfter('a', 100);
    clock.advanceSync(99);
    expect([queue.length, queue.waiting]).toEqual([0, 1]);
    clock.advanceSync(1);
    expect([queue.length, queue.waiting]).toEqual([1, 0]);
    expect(await queue.get()).toBe('a');
  });

  it.each([0, -1, NaN])('adds at once after a delay of %d', (delayMs) => {
    const { queue } = setUp();
    queue.addAfter('a', delayMs);
    expect([queue.length, queue.waiting]).toEqual([1, 0]);
  });

  it('keeps the earlier of two delays, in whichever order they come', () => {
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

  it('lets a plain add beat a delay, whichever comes first, so that the item comes once', async () => {
    for (const order of ['add first', 'delay first']) {
      const { clock, queue } = setUp();
      if (order === 'add first') queue.add('a');
      queue.addAfter('a', 50);
      if (order === 'delay first') queue.add('a');
      expect([queue.length, queue.waiting]).toEqual([1, 0]);
      await queue.get();
      queue.done('a');
      clock.advanceSync(100);
      expect(queue.length).toBe(0);
    }
  });

  it('adds items due at the same time in the order in which they were put', async () => {
    const { clock, queue } = setUp();
    queue.addAfter('c', 20);
    queue.addAfter('a', 10);
    queue.addAfter('b', 10);
    clock.advanceSync(20);
    expect([await queue.get(), await queue.get(), await queue.get()]).toEqual(['a', 'b', 'c']);
  });

  it('sets one timer for any number of items', () => {
    const { clock, queue } = setUp();
    for (let number = 0; number < 100; number += 1) queue.addAfter(`item-${number}`, 1000 - number);
    expect(clock.pending).toBe(1);
    clock.advanceSync(1000);
    expect([queue.length, clock.pending]).toEqual([100, 0]);
  });

  it('waits longer than a timer can', () => {
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

  it('drops what waits when it is shut down, and removes its timer', async () => {
    const { clock, queue } = setUp();
    queue.addAfter('a', 10);
    queue.shutDown();
    queue.addAfter('b', 10);
    expect([queue.waiting, clock.pending]).toEqual([0, 0]);
    expect(await queue.get()).toBeUndefined();
  });
});
