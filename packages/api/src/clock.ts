/** A pending timer; cancelling it twice, or after it fired, does nothing. */
export interface Timer {
  cancel(): void;
}

/** Time, injected so that tests and simulations can move it by hand. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
  /**
   * Milliseconds since some moment, by a clock that is never set: what to measure durations with where a jump of
   * `now` would do harm. Absent: `now` is such a clock.
   */
  monotonic?(): number;
  /** Calls back once after `delayMs`, never synchronously. The timer does not keep the process alive by itself when `unref` is set. */
  setTimer(callback: () => void, delayMs: number, options?: { unref?: boolean }): Timer;
}

/** Randomness, injected so that simulations can be repeated from a seed. */
export interface Random {
  /** A number in [0, 1). */
  next(): number;
  /** A version 4 UUID. */
  uuid(): string;
}

/** Waits `delayMs`, or until the signal aborts: then it throws the signal's reason. The timer is removed on every path. */
export function sleep(clock: Clock, delayMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) {
      reject(abortReason(signal));
      return;
    }
    const onAbort = () => {
      timer.cancel();
      reject(abortReason(signal as AbortSignal));
    };
    const timer = clock.setTimer(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    }, delayMs);
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}

/** The reason of an aborted signal as an Error. */
export function abortReason(signal: AbortSignal): Error {
  const reason: unknown = signal.reason;
  return reason instanceof Error ? reason : new Error('aborted', { cause: reason });
}
