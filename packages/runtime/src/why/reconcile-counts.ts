/** How many reconciles of a controller there were. */
export interface ReconcileCounts {
  /** Since the manager started. */
  readonly total: number;
  readonly failed: number;
  /** Of the last ten seconds, the one that is going on not counted. */
  readonly perSecond: number;
}

const WINDOW_SECONDS = 10;

/** Counts what ends, in so many seconds of the clock as a rate is of: its size does not grow. */
export class ReconcileCounter {
  /** By second modulo the size: those of the window, and the one that is going on. */
  readonly #buckets = new Array<number>(WINDOW_SECONDS + 1).fill(0);
  #total = 0;
  #failed = 0;
  /** The second up to which the buckets are right. */
  #second: number;

  constructor(nowMs: number) {
    this.#second = secondOf(nowMs);
  }

  finished(isFailed: boolean, nowMs: number): void {
    this.#moveTo(secondOf(nowMs));
    this.#total += 1;
    if (isFailed) this.#failed += 1;
    const index = this.#second % this.#buckets.length;
    this.#buckets[index] = (this.#buckets[index] ?? 0) + 1;
  }

  counts(nowMs: number): ReconcileCounts {
    this.#moveTo(secondOf(nowMs));
    const current = this.#buckets[this.#second % this.#buckets.length] ?? 0;
    const inWindow = this.#buckets.reduce((sum, count) => sum + count, 0) - current;
    return { total: this.#total, failed: this.#failed, perSecond: inWindow / WINDOW_SECONDS };
  }

  /** A clock that was set back counts in the newest second. */
  #moveTo(second: number): void {
    const { length } = this.#buckets;
    for (let step = Math.max(this.#second + 1, second - length + 1); step <= second; step += 1)
      this.#buckets[step % length] = 0;
    this.#second = Math.max(this.#second, second);
  }
}

function secondOf(nowMs: number): number {
  return Math.floor(nowMs / 1000);
}
