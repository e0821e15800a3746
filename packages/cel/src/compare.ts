import { CelError, Double, Duration, isInt, Timestamp, Uint } from './values.js';
import type { Value } from './values.js';

const order = <T>(a: T, b: T): -1 | 0 | 1 => {
  if (a < b) return -1;
  return a > b ? 1 : 0;
};

const NAN = 'NaN values cannot be ordered';

/** By Unicode code points, which UTF-16 code units do not follow above the surrogates. */
const compareText = (a: string, b: string): -1 | 0 | 1 => {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index++) {
    const x = a.charCodeAt(index);
    const y = b.charCodeAt(index);
    if (x === y) continue;
    const isSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdfff;
    return isSurrogate(x) === isSurrogate(y) ? order(x, y) : isSurrogate(x) ? 1 : -1;
  }
  return order(a.length, b.length);
};

const compareBytes = (a: Uint8Array, b: Uint8Array): -1 | 0 | 1 => {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index++) {
    if (a[index] !== b[index]) return order(a[index]!, b[index]!);
  }
  return order(a.length, b.length);
};

const numberOf = (value: Value): number | bigint | undefined => {
  if (isInt(value)) return value;
  return value instanceof Uint || value instanceof Double ? value.value : undefined;
};

/** The order of two values (cel-go: traits.Comparer); a CelError where they have none. Numbers of all types compare. */
export const compare = (a: Value, b: Value): -1 | 0 | 1 | CelError => {
  if (typeof a === 'number' && typeof b === 'number') return order(a, b);
  if (typeof a === 'string' && typeof b === 'string') return compareText(a, b);
  const x = numberOf(a);
  const y = numberOf(b);
  if (x !== undefined && y !== undefined) {
    if (!(a instanceof Double || b instanceof Double)) return order<number | bigint>(x, y);
    // Like cel-go, which turns the integer into a double first, even where that is not exact.
    const [m, n] = [Number(x), Number(y)];
    return Number.isNaN(m) || Number.isNaN(n) ? new CelError(NAN) : order(m, n);
  }
  if (typeof a === 'boolean' && typeof b === 'boolean') return order(a, b);
  if (a instanceof Timestamp && b instanceof Timestamp) {
    return a.seconds === b.seconds ? order(a.nanos, b.nanos) : order(a.seconds, b.seconds);
  }
  if (a instanceof Duration && b instanceof Duration) return order(a.nanos, b.nanos);
  if (a instanceof Uint8Array && b instanceof Uint8Array) return compareBytes(a, b);
  return new CelError('no such overload');
};

/** Whether values of the type have an order at all. */
export const isComparable = (value: Value): boolean =>
  numberOf(value) !== undefined ||
  typeof value === 'string' ||
  typeof value === 'boolean' ||
  value instanceof Timestamp ||
  value instanceof Duration ||
  value instanceof Uint8Array;
