import { int } from '../values.js';

/** More digits than 64 bits can hold, leading zeros included, are not read at all. */
const MAX_DIGITS = 1000;

/** Go's `strconv.ParseInt(text, 10, 64)`; undefined where it fails. */
export const parseInt64 = (text: string): number | bigint | undefined =>
  text.length <= MAX_DIGITS && /^[+-]?\d+$/.test(text) ? int(BigInt(text.replace(/^\+/, ''))) : undefined;

/** Go's `strconv.ParseUint(text, 10, 64)`, the range to be checked by the caller. */
export const parseUnsigned = (text: string): bigint | undefined =>
  text.length <= MAX_DIGITS && /^\d+$/.test(text) ? BigInt(text) : undefined;

const BOOLS: Readonly<Record<string, boolean>> = {
  '1': true,
  t: true,
  T: true,
  TRUE: true,
  true: true,
  True: true,
  '0': false,
  f: false,
  F: false,
  FALSE: false,
  false: false,
  False: false,
};

/** Go's `strconv.ParseBool`. */
export const parseBool = (text: string): boolean | undefined =>
  Object.hasOwn(BOOLS, text) ? BOOLS[text] : undefined;

/** Go's `strconv.ParseFloat(text, 64)`; a number too large is an error. */
export const parseFloat64 = (text: string): number | undefined => {
  if (/^[+-]?(inf|infinity)$/i.test(text)) return text.startsWith('-') ? -Infinity : Infinity;
  if (/^nan$/i.test(text)) return NaN;
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text)) return parseHexFloat(text);
  const value = Number(text);
  return Number.isFinite(value) ? value : undefined;
};

const parseHexFloat = (text: string): number | undefined => {
  const match = /^([+-]?)0x([0-9a-f]*)\.?([0-9a-f]*)p([+-]?\d+)$/i.exec(text);
  if (match === null || match[2]! + match[3]! === '') return undefined;
  const [, sign, whole, fraction, exponent] = match as unknown as [string, string, string, string, string];
  const mantissa = Number(BigInt(`0x${whole}${fraction}`));
  const value = mantissa * 2 ** (Number(exponent) - 4 * fraction.length);
  if (!Number.isFinite(value)) return undefined;
  return sign === '-' ? -value : value;
};

const UNITS: Readonly<Record<string, bigint>> = {
  ns: 1n,
  us: 1000n,
  µs: 1000n,
  μs: 1000n,
  ms: 1_000_000n,
  s: 1_000_000_000n,
  m: 60_000_000_000n,
  h: 3_600_000_000_000n,
};

const DURATION = /^[+-]?(?:(?:\d+\.?\d*|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+$/;

/** Go's `time.ParseDuration`, in nanoseconds. */
export const parseDuration = (text: string): bigint | undefined => {
  if (/^[+-]?0$/.test(text)) return 0n;
  if (text.length > MAX_DIGITS || !DURATION.test(text)) return undefined;
  let nanos = 0n;
  for (const [, whole, fraction = '', unit] of text.matchAll(/(\d*)(?:\.(\d*))?(ns|us|µs|μs|ms|s|m|h)/g)) {
    const scale = UNITS[unit!]!;
    nanos += BigInt(whole === '' ? 0 : whole!) * scale;
    if (fraction !== '') nanos += (BigInt(fraction) * scale) / 10n ** BigInt(fraction.length);
  }
  const value = text.startsWith('-') ? -nanos : nanos;
  return value >= -(2n ** 63n) && value < 2n ** 63n ? value : undefined;
};
