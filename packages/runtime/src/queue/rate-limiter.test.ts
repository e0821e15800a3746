import { describe, expect, it } from 'vitest';

import { ManualClock } from '../test-support/manual-clock.js';
import {
  bucketRateLimiter,
  defaultControllerRateLimiter,
  exponentialFailureRateLimiter,
  maxOfRateLimiter,
} from './rate-limiter.js';

describe('rate limiters', () => {
  it('double the delay of an item with each failure up to the maximum, until it is forgotten', () => {
    const limiter = exponentialFailureRateLimiter({ baseDelayMs: 5, maxDelayMs: 1_000_000 });
    const delays = Array.from({ length: 20 }, () => limiter.when('a'));
    expect(delays.slice(0, 5)).toEqual([5, 10, 20, 40, 80]);
    expect(delays.slice(17)).toEqual([655_360, 1_000_000, 1_000_000]);
    expect([limiter.numRequeues('a'), limiter.numRequeues('b')]).toEqual([20, 0]);
    expect(limiter.when('b')).toBe(5);
    limiter.forget('a');
    expect([limiter.numRequeues('a'), limiter.when('a')]).toEqual([0, 5]);
  });

  it('do not overflow after thousands of failures', () => {
    const limiter = exponentialFailureRateLimiter({ baseDelayMs: 5, maxDelayMs: 1_000_000 });
    for (let failure = 0; failure < 3000; failure += 1) limiter.when('a');
    expect(limiter.when('a')).toBe(1_000_000);
  });

  it('let a burst pass, then one at a time at the rate of the bucket', () => {
    const clock = new ManualClock();
    const limiter = bucketRateLimiter({ clock, perSecond: 10, burst: 2 });
    expect(['a', 'b', 'c', 'd'].map((item) => limiter.when(item))).toEqual([0, 0, 100, 200]);
    clock.advanceSync(400);
    expect(limiter.when('e')).toBe(0);
  });

  it('take the longest delay of several', () => {
    const limiter = maxOfRateLimiter(
      exponentialFailureRateLimiter({ baseDelayMs: 1, maxDelayMs: 10 }),
      exponentialFailureRateLimiter({ baseDelayMs: 3, maxDelayMs: 4 }),
    );
    expect([1, 2, 3, 4].map(() => limiter.when('a'))).toEqual([3, 4, 4, 8]);
    expect(limiter.numRequeues('a')).toBe(4);
  });

  it('count failures on that were counted elsewhere, without using up the retries of a bucket', () => {
    const clock = new ManualClock();
    const limiter = maxOfRateLimiter(
      exponentialFailureRateLimiter({ baseDelayMs: 5, maxDelayMs: 1000 }),
      bucketRateLimiter({ clock, perSecond: 1, burst: 1 }),
    );
    limiter.restore?.('a', 3);
    expect([limiter.numRequeues('a'), limiter.when('a'), limiter.numRequeues('a')]).toEqual([3, 40, 4]);
    limiter.restore?.('a', 2);
    expect(limiter.numRequeues('a')).toBe(4);
  });

  it('are by default those of client-go: 5 ms doubling per item, 100 retries at once, then 10 per second', () => {
    const limiter = defaultControllerRateLimiter({ clock: new ManualClock() });
    expect([limiter.when('a'), limiter.when('a')]).toEqual([5, 10]);
    for (let item = 2; item < 100; item += 1) expect(limiter.when(`item-${item}`)).toBe(5);
    expect(limiter.when('one too many')).toBe(100);
  });
});
