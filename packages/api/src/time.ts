import type { MicroTime, Time } from './scalars.js';

/** The time as the API writes it: RFC 3339, UTC, whole seconds rounded down (metav1.Time). `epochMs` is a clock's `now()`. */
export function isoTime(epochMs: number): Time {
  const second = Math.floor(epochMs / 1000);
  // A server writes the same second thousands of times.
  if (second !== latest.second)
    latest = { second, text: `${new Date(second * 1000).toISOString().slice(0, -5)}Z` };
  return latest.text;
}

let latest = { second: NaN, text: '' };

/** The time with six fraction digits, as `Lease` and `Event` demand it (metav1.MicroTime). `epochMs` may have a fraction. */
export function isoMicroTime(epochMs: number): MicroTime {
  const micros = Math.floor(epochMs * 1000);
  const wholeMs = Math.floor(micros / 1000);
  const rest = String(micros - wholeMs * 1000).padStart(3, '0');
  return `${new Date(wholeMs).toISOString().slice(0, -1)}${rest}Z`;
}
