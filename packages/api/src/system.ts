// The one place that touches the real clock and the real randomness; everything else is handed these.
import type { Clock, Random } from './clock.js';

/** The longest delay a timer of the platform can have; a longer one fires at once. */
const MAX_DELAY_MS = 2 ** 31 - 1;

/** The machine's clock. Timers may be set for longer than the platform's can. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  setTimer(callback, delayMs, options) {
    let handle: ReturnType<typeof setTimeout>;
    const wait = (remainingMs: number): void => {
      const partMs = Math.min(remainingMs, MAX_DELAY_MS);
      const next = partMs < remainingMs ? () => wait(remainingMs - partMs) : callback;
      handle = setTimeout(next, partMs);
      if (options?.unref === true && typeof handle === 'object') (handle as { unref(): void }).unref();
    };
    wait(delayMs);
    return { cancel: () => clearTimeout(handle) };
  },
};

/** The machine's randomness. */
export const systemRandom: Random = {
  next: () => Math.random(),
  uuid: () => globalThis.crypto.randomUUID(),
};
