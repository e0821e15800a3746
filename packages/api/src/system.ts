// The one place that touches the real clock and the real randomness; everything else is handed these.
import type { Clock, Random } from './clock.js';

/** The machine's clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  setTimer(callback, delayMs, options) {
    const handle = setTimeout(callback, delayMs);
    if (options?.unref === true && typeof handle === 'object') (handle as { unref(): void }).unref();
    return { cancel: () => clearTimeout(handle) };
  },
};

/** The machine's randomness. */
export const systemRandom: Random = {
  next: () => Math.random(),
  uuid: () => globalThis.crypto.randomUUID(),
};
