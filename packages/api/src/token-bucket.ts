import type { Clock } from './clock.js';

export interface TokenBucketOptions {
  clock: Clock;
  /** How fast tokens come back. */
  perSecond: number;
  /** How many there are at most, and at the start. */
  burst: number;
}

/** Tokens that come back at a steady rate (golang.org/x/time/rate). */
export class TokenBucket {
  readonly #clock: Clock;
  readonly #perMs: number;
  readonly #burst: number;
  #tokens: number;
  #at: number;

  constructor(options: TokenBucketOptions) {
    this.#clock = options.clock;
    this.#perMs = options.perSecond / 1000;
    this.#burst = options.burst;
    this.#tokens = options.burst;
    this.#at = options.clock.now();
  }

  /** Takes a token, now or in advance, and says how many milliseconds to wait until it is there. */
  reserve(): number {
    this.#refill();
    this.#tokens -= 1;
    return this.#tokens >= 0 ? 0 : -this.#tokens / this.#perMs;
  }

  /** Takes a token if there is one. */
  tryTake(): boolean {
    this.#refill();
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }

  /** Gives a token back that was reserved and is not used. */
  giveBack(): void {
    this.#tokens = Math.min(this.#burst, this.#tokens + 1);
  }

  #refill(): void {
    const now = this.#clock.now();
    this.#tokens = Math.min(this.#burst, this.#tokens + Math.max(now - this.#at, 0) * this.#perMs);
    this.#at = now;
  }
}
