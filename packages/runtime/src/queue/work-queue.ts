import { abortReason } from '@kubewright/api';
import type { Clock } from '@kubewright/api';

import { noQueueMetrics } from './queue-metrics.js';
import type { QueueMetrics } from './queue-metrics.js';

/*
 * What the queue promises (after client-go's util/workqueue/doc.go and queue.go):
 *  1. Fair: items are handed out in the order in which they were added.
 *  2. Deduplicating: an item added several times before it is handed out is handed out once.
 *  3. Stingy: an item is never handed out while it is being processed, that is between `get` and `done`.
 *  4. Dirty: an item added while it is being processed is handed out once more after `done`.
 *  5. Every waiting `get` is served, one item each, in the order of the calls.
 *  6. Shutdown: after `shutDown` every `get`, waiting or later, yields undefined, adds are ignored, and what was not
 *     yet handed out is dropped: whoever comes next lists the world anew. (client-go drains the rest.)
 * Not promised: anything about the order between an item put back by (4) and its turn had it not been processed.
 */

/** The queue of a controller's requests. Items are strings, compared by value. */
export interface WorkQueue {
  /** Marks the item as needing work. */
  add(item: string): void;
  /** The next item, or undefined once the queue is shut down. Throws the reason of the signal. Call `done` afterwards. */
  get(options?: { signal?: AbortSignal }): Promise<string | undefined>;
  /** Says that processing of an item ended, whatever its outcome. */
  done(item: string): void;
  shutDown(): void;
  /** Whether the item needs work: it is ready, or was added while it is being processed. */
  has(item: string): boolean;
  /** How many items are ready to be handed out. */
  readonly length: number;
  /** How many items are being processed. */
  readonly processing: number;
  readonly shuttingDown: boolean;
}

export interface WorkQueueOptions {
  clock: Clock;
  metrics?: QueueMetrics;
  /** Called after each change that may matter to who waits for idleness. */
  onChange?: () => void;
}

interface Waiter {
  resolve(item: string | undefined): void;
}

const nothing = () => undefined;

/** The first layer: a plain deduplicating queue. */
export class BaseWorkQueue implements WorkQueue {
  readonly #clock: Clock;
  readonly #metrics: QueueMetrics;
  readonly #onChange: () => void;
  /** Items that need work, in order; those before `#head` are gone. */
  #ready: string[] = [];
  #head = 0;
  /** Everything that needs work: what is in `#ready`, and what waits for `done`. */
  readonly #dirty = new Set<string>();
  readonly #processing = new Set<string>();
  readonly #waiters = new Set<Waiter>();
  #shutDown = false;

  constructor(options: WorkQueueOptions) {
    this.#clock = options.clock;
    this.#metrics = options.metrics ?? noQueueMetrics;
    this.#onChange = options.onChange ?? nothing;
  }

  get length(): number {
    return this.#ready.length - this.#head;
  }

  get processing(): number {
    return this.#processing.size;
  }

  get shuttingDown(): boolean {
    return this.#shutDown;
  }

  has(item: string): boolean {
    return this.#dirty.has(item);
  }

  add(item: string): void {
    if (this.#shutDown || this.#dirty.has(item)) return;
    this.#dirty.add(item);
    this.#metrics.added(item, this.#clock.now());
    if (!this.#processing.has(item)) this.#offer(item);
    this.#onChange();
  }

  async get(options: { signal?: AbortSignal } = {}): Promise<string | undefined> {
    const { signal } = options;
    if (signal?.aborted === true) throw abortReason(signal);
    if (this.#shutDown) return undefined;
    const item = this.#ready[this.#head];
    if (item !== undefined) {
      this.#head += 1;
      if (this.#head > 1024 && this.#head * 2 > this.#ready.length) {
        this.#ready = this.#ready.slice(this.#head);
        this.#head = 0;
      }
      this.#handOut(item);
      return item;
    }
    return this.#wait(signal);
  }

  done(item: string): void {
    if (!this.#processing.delete(item)) return;
    this.#metrics.finished(item, this.#clock.now());
    if (this.#dirty.has(item) && !this.#shutDown) this.#offer(item);
    this.#onChange();
  }

  shutDown(): void {
    this.#shutDown = true;
    for (const item of this.#dirty) this.#metrics.dropped(item);
    this.#ready = [];
    this.#head = 0;
    this.#dirty.clear();
    for (const waiter of this.#waiters) waiter.resolve(undefined);
    this.#waiters.clear();
    this.#onChange();
  }

  #wait(signal: AbortSignal | undefined): Promise<string | undefined> {
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        this.#waiters.delete(waiter);
        reject(abortReason(signal as AbortSignal));
      };
      const waiter: Waiter = {
        resolve: (item) => {
          signal?.removeEventListener('abort', onAbort);
          resolve(item);
        },
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#waiters.add(waiter);
    });
  }

  #offer(item: string): void {
    for (const waiter of this.#waiters) {
      this.#waiters.delete(waiter);
      this.#handOut(item);
      waiter.resolve(item);
      return;
    }
    this.#ready.push(item);
  }

  #handOut(item: string): void {
    this.#dirty.delete(item);
    this.#processing.add(item);
    this.#metrics.handedOut(item, this.#clock.now());
  }
}
