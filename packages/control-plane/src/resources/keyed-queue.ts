import type { Clock } from '@kubewright/api';
import { createPriorityQueue, defaultControllerRateLimiter } from '@kubewright/runtime';
import type { PriorityQueue } from '@kubewright/runtime';

/** What a handler may ask for: nothing, or to be called again for this key after a while. */
export type KeyResult = { afterMs: number } | undefined;

export interface KeyedQueueOptions {
  clock: Clock;
  /** Handles one key; what it throws is reported and tried again with growing delays. */
  handle: (key: string) => Promise<KeyResult>;
  onError: (key: string, error: unknown) => void;
  /** Called whenever `isIdle` may have changed. */
  onChange: () => void;
  /** How many keys are handled at the same time. */
  concurrency: number;
}

// A key that failed this often in a row is stuck: it is still tried, but nobody waits for it any more.
const maxAwaitedFailures = 10;
const stuckRetryMs = 30_000;

/** The work queue of a controller with its workers, for work that is not named by one kind of object. */
export class KeyedQueue {
  readonly #options: KeyedQueueOptions;
  readonly #queue: PriorityQueue;
  #workers: Array<Promise<void>> = [];

  constructor(options: KeyedQueueOptions) {
    this.#options = options;
    const { clock, onChange } = options;
    this.#queue = createPriorityQueue({
      clock,
      onChange,
      rateLimiter: defaultControllerRateLimiter({ clock }),
    });
  }

  /** Keys may be added before; handling begins here. */
  start(): void {
    this.#workers = Array.from({ length: this.#options.concurrency }, () => this.#work());
  }

  add(key: string): void {
    this.#queue.add(key);
  }

  /** Stops handling and waits for what is running. */
  async stop(): Promise<void> {
    this.#queue.shutDown();
    await Promise.all(this.#workers);
  }

  /** Whether nothing is ready, running, or to be tried again after a failure. */
  isIdle(): boolean {
    return this.openKeys === 0;
  }

  /** How many keys are ready, running, or to be tried again after a failure. */
  get openKeys(): number {
    return this.#queue.length + this.#queue.processing + this.#queue.backingOff;
  }

  async #work(): Promise<void> {
    for (;;) {
      const key = await this.#queue.get();
      if (key === undefined) return;
      await this.#handle(key);
      this.#queue.done(key);
    }
  }

  async #handle(key: string): Promise<void> {
    try {
      const result = await this.#options.handle(key);
      this.#queue.forget(key);
      if (result !== undefined) this.#queue.addAfter(key, result.afterMs);
    } catch (error) {
      if (this.#queue.shuttingDown) return;
      this.#options.onError(key, error);
      if (this.#queue.numRequeues(key) < maxAwaitedFailures) this.#queue.addRateLimited(key);
      else this.#queue.addAfter(key, stuckRetryMs);
    }
  }
}
