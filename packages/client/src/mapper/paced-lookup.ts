import { sleep } from '@kubewright/api';
import type { Clock } from '@kubewright/api';

import { unlessAborted } from '../unless-aborted.js';

/**
 * Looks something up for all who ask at the same time, and not more often than once in an interval: who asks sooner
 * waits, so that nobody gets an answer that is older than the question.
 */
export class PacedLookup<T> {
  readonly #clock: Clock;
  readonly #intervalMs: number;
  readonly #look: () => Promise<T>;
  #startedAt = -Infinity;
  #running: Promise<T> | undefined;
  #next: Promise<T> | undefined;

  constructor(clock: Clock, intervalMs: number, look: () => Promise<T>) {
    this.#clock = clock;
    this.#intervalMs = intervalMs;
    this.#look = look;
  }

  /** Resolves when the look-up under way, if there is one, has ended in whatever way. */
  async settled(signal: AbortSignal | undefined): Promise<void> {
    if (this.#running === undefined) return;
    const ended = this.#running.then(
      () => undefined,
      () => undefined,
    );
    await unlessAborted(ended, signal);
  }

  /** The answer of a look-up that begins after this call. */
  fresh(signal: AbortSignal | undefined): Promise<T> {
    this.#next ??= this.#lookNext();
    return unlessAborted(this.#next, signal);
  }

  async #lookNext(): Promise<T> {
    await this.settled(undefined);
    const waitMs = this.#startedAt + this.#intervalMs - this.#clock.now();
    if (waitMs > 0) await sleep(this.#clock, waitMs);
    this.#next = undefined;
    this.#startedAt = this.#clock.now();
    const running = this.#look();
    this.#running = running;
    try {
      return await running;
    } finally {
      if (this.#running === running) this.#running = undefined;
    }
  }
}
