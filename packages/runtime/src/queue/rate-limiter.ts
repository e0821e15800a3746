import { TokenBucket } from '@kubewright/api';
import type { Clock, TokenBucketOptions } from '@kubewright/api';

/** Decides how long an item waits before it is tried again (client-go's util/workqueue/default_rate_limiters.go). */
export interface RateLimiter {
  /** Counts one more failure of the item, and says how long to wait, in milliseconds. */
  when(item: string): number;
  /** Forgets the failures of the item. */
  forget(item: string): void;
  /** How many failures were counted since the item was last forgotten. */
  numRequeues(item: string): number;
  /** Takes failures over that were counted elsewhere. A limiter that does not know how begins anew. */
  restore?(item: string, failures: number): void;
}

/** Doubles the delay of an item with each of its failures: `baseDelayMs * 2^failures`, at most `maxDelayMs`. */
export function exponentialFailureRateLimiter(options: {
  baseDelayMs: number;
  maxDelayMs: number;
}): RateLimiter {
  const { baseDelayMs, maxDelayMs } = options;
  const failures = new Map<string, number>();
  return {
    when: (item) => {
      const count = failures.get(item) ?? 0;
      failures.set(item, count + 1);
      return Math.min(baseDelayMs * 2 ** count, maxDelayMs);
    },
    forget: (item) => {
      failures.delete(item);
    },
    numRequeues: (item) => failures.get(item) ?? 0,
    restore: (item, count) => {
      failures.set(item, Math.max(count, failures.get(item) ?? 0));
    },
  };
}

/** One token bucket for all items: at most `burst` at once, `perSecond` in the long run. */
export function bucketRateLimiter(options: TokenBucketOptions): RateLimiter {
  const bucket = new TokenBucket(options);
  return { when: () => bucket.reserve(), forget: () => undefined, numRequeues: () => 0 };
}

/** The longest delay of several limiters. */
export function maxOfRateLimiter(...limiters: RateLimiter[]): RateLimiter {
  return {
    when: (item) => limiters.reduce((delay, limiter) => Math.max(delay, limiter.when(item)), 0),
    forget: (item) => {
      for (const limiter of limiters) limiter.forget(item);
    },
    numRequeues: (item) => limiters.reduce((count, limiter) => Math.max(count, limiter.numRequeues(item)), 0),
    restore: (item, failures) => {
      for (const limiter of limiters) limiter.restore?.(item, failures);
    },
  };
}

/**
 * What controllers use unless told otherwise, as client-go's `DefaultTypedControllerRateLimiter`: per item 5 ms doubling
 * up to 1000 s; over all items a bucket of 100 retries, refilled at 10 per second.
 */
export function defaultControllerRateLimiter(options: { clock: Clock }): RateLimiter {
  return maxOfRateLimiter(
    exponentialFailureRateLimiter({ baseDelayMs: 5, maxDelayMs: 1_000_000 }),
    bucketRateLimiter({ clock: options.clock, perSecond: 10, burst: 100 }),
  );
}
