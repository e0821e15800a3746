import type { Clock, Random } from '@kubewright/api';

export interface BackOffOptions {
  clock: Clock;
  random: Random;
  initialMs: number;
  maxMs: number;
  factor: number;
  /** Adds up to this share of the delay, at random. */
  jitter: number;
  /** After this time without a failure the delays start anew. */
  resetAfterMs: number;
}

/**
 * The delays of client-go's reflector (tools/cache/reflector.go): 0.8 s doubling up to 30 s, each stretched by up to
 * 100 %, which leaves an unhappy API server about 0.02 requests per second and client in the long run.
 */
export const reflectorBackOff = {
  initialMs: 800,
  maxMs: 30_000,
  factor: 2,
  jitter: 1,
  resetAfterMs: 120_000,
} as const;

/** Grows delays between failures. */
export class BackOff {
  readonly #options: BackOffOptions;
  #failures = 0;
  #lastAt = -Infinity;

  constructor(options: BackOffOptions) {
    this.#options = options;
  }

  /** How many failures in a row. */
  get failures(): number {
    return this.#failures;
  }

  /** Counts a failure and says how long to wait. */
  next(): number {
    const { clock, random, initialMs, maxMs, factor, jitter, resetAfterMs } = this.#options;
    const now = clock.now();
    if (now - this.#lastAt > resetAfterMs + maxMs * (1 + jitter)) this.#failures = 0;
    this.#lastAt = now;
    const delayMs = Math.min(initialMs * factor ** this.#failures, maxMs);
    this.#failures += 1;
    return delayMs * (1 + random.next() * jitter);
  }

  reset(): void {
    this.#failures = 0;
  }
}
