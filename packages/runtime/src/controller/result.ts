/** What a reconcile function may return: when to run again, if nothing changes before. */
export interface Result {
  /** Milliseconds until the request is added again; absent or 0: only when something changes. */
  readonly requeueAfterMs?: number;
  /**
   * Runs again after a delay that grows with each such result in a row, as after an error.
   *
   * @deprecated Say when with `requeueAfterMs`, or throw (deprecated in controller-runtime too).
   */
  readonly requeue?: boolean;
  /** The priority of that next run; by default that of this one. */
  readonly priority?: number;
}

/** Asks for another run after `delayMs`, unless something changes before (controller-runtime's `RequeueAfter`). */
export function requeueAfter(delayMs: number): Result {
  if (!(delayMs >= 0) || delayMs === Infinity) {
    throw new RangeError(`requeueAfter takes a number of milliseconds of at least 0, got ${delayMs}`);
  }
  return { requeueAfterMs: delayMs };
}
