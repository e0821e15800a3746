import { BaseDelayingQueue } from './delaying-queue.js';
import type { DelayingQueue } from './delaying-queue.js';
import type { RateLimiter } from './rate-limiter.js';
import { BaseWorkQueue } from './work-queue.js';
import type { WorkQueueOptions } from './work-queue.js';

/*
 * What the third layer adds:
 *  1. `addRateLimited` adds the item after the delay its rate limiter asks for, and returns that delay.
 *  2. `forget` resets the failures of an item; it does not take back what is already waiting.
 *  3. An item counts as backing off from `addRateLimited` until it is next handed out. Items that wait for an
 *     `addAfter` do not.
 */

export interface RateLimitingQueue extends DelayingQueue {
  addRateLimited(item: string): number;
  forget(item: string): void;
  numRequeues(item: string): number;
  /** How many items wait because they failed. */
  readonly backingOff: number;
}

export interface RateLimitingQueueOptions extends WorkQueueOptions {
  rateLimiter: RateLimiter;
}

/** The third layer: retries that slow down. */
class BaseRateLimitingQueue implements RateLimitingQueue {
  readonly #queue: DelayingQueue;
  readonly #limiter: RateLimiter;
  readonly #onChange: (() => void) | undefined;
  readonly #backingOff = new Set<string>();

  constructor(queue: DelayingQueue, options: RateLimitingQueueOptions) {
    this.#queue = queue;
    this.#limiter = options.rateLimiter;
    this.#onChange = options.onChange;
  }

  get length(): number {
    return this.#queue.length;
  }

  get processing(): number {
    return this.#queue.processing;
  }

  get shuttingDown(): boolean {
    return this.#queue.shuttingDown;
  }

  get waiting(): number {
    return this.#queue.waiting;
  }

  get backingOff(): number {
    return this.#backingOff.size;
  }

  has(item: string): boolean {
    return this.#queue.has(item);
  }

  isWaiting(item: string): boolean {
    return this.#queue.isWaiting(item);
  }

  add(item: string): void {
    this.#queue.add(item);
  }

  addAfter(item: string, delayMs: number): void {
    this.#queue.addAfter(item, delayMs);
  }

  addRateLimited(item: string): number {
    const delayMs = this.#limiter.when(item);
    if (!this.#queue.shuttingDown) {
      this.#backingOff.add(item);
      this.#queue.addAfter(item, delayMs);
      this.#onChange?.();
    }
    return delayMs;
  }

  forget(item: string): void {
    this.#limiter.forget(item);
  }

  numRequeues(item: string): number {
    return this.#limiter.numRequeues(item);
  }

  async get(options?: { signal?: AbortSignal }): Promise<string | undefined> {
    const item = await this.#queue.get(options);
    if (item !== undefined) this.#backingOff.delete(item);
    return item;
  }

  done(item: string): void {
    this.#queue.done(item);
  }

  shutDown(): void {
    this.#backingOff.clear();
    this.#queue.shutDown();
  }
}

/** The three layers together. The owner calls `shutDown` once, which frees the timer. */
export function createRateLimitingQueue(options: RateLimitingQueueOptions): RateLimitingQueue {
  return new BaseRateLimitingQueue(new BaseDelayingQueue(new BaseWorkQueue(options), options), options);
}
