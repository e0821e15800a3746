import { isInt, Uint } from '../../values.js';
import type { Value } from '../../values.js';

/** The value of an int or uint. */
export const integerOf = (value: Value): number | bigint | undefined => {
  if (isInt(value)) return value;
  return value instanceof Uint ? value.value : undefined;
};

/** Go's `%.*f`: exact, any number of digits, halves to even, which `toFixed` rounds up. */
export const fixedText = (value: number, precision: number): string => {
  const [numerator, denominator] = fraction(Math.abs(value));
  const scaled = numerator * 10n ** BigInt(precision);
  const half = 2n * (scaled % denominator);
  let digits = scaled / denominator;
  if (half > denominator || (half === denominator && digits % 2n === 1n)) digits++;
  const text = String(digits).padStart(precision + 1, '0');
  const point = text.length - precision;
  const sign = value < 0 || Object.is(value, -0) ? '-' : '';
  return sign + text.slice(0, point) + (precision > 0 ? `.${text.slice(point)}` : '');
};

/** A finite double as a quotient of integers. */
const fraction = (value: number): readonly [bigint, bigint] => {
  let numerator = value;
  let denominator = 1n;
  while (!Number.isInteger(numerator)) {
    numerator *= 2;
    denominator *= 2n;
  }
  return [BigInt(numerator), denominator];
};

/** Mantissa and exponent of Go's `%.*e`. */
export const scientificParts = (
  value: number,
  precision: number,
): { readonly mantissa: string; readonly exponent: number } => {
  const digits = Math.min(precision, 100);
  const [mantissa, exponent] = value.toExponential(digits).split('e') as [string, string];
  return { mantissa: mantissa + '0'.repeat(precision - digits), exponent: Number(exponent) };
};

/** Bytes as hexadecimal digits. */
export const hexText = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
