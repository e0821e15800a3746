import type { Quantity } from './scalars.js';

/** How a quantity was written, and will be: `1500m`, `1536Mi` or `12e6`. */
export type QuantityFormat = 'DecimalSI' | 'BinarySI' | 'DecimalExponent';

/** The exact amount of a quantity: `unscaled * 10 ** exponent`. */
export interface QuantityValue {
  readonly unscaled: bigint;
  readonly exponent: number;
  readonly format: QuantityFormat;
}

/** Text that is no quantity. The message is that of apimachinery's `pkg/api/resource/quantity.go`. */
export class QuantityError extends Error {
  override readonly name = 'QuantityError';
  readonly code: 'QuantityFormat' | 'QuantitySuffix' | 'QuantityRange';
  /** What was to be a quantity. */
  readonly value: string;

  constructor(code: QuantityError['code'], value: string, message: string) {
    super(message);
    this.code = code;
    this.value = value;
  }
}

const FORMAT_MESSAGE =
  "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
const SUFFIX_MESSAGE = "unable to parse quantity's suffix";
const NUMERIC_MESSAGE = 'unable to parse numeric part of quantity';

/** Sign, digits, fraction, suffix. No two neighbours can take the same character, so that long nonsense fails fast. */
const SYNTAX = /^([+-]?)(\d*)(?:\.(\d*))?((?:[eEinumkKMGTP]+[-+]?|[-+])\d*)?$/;

const DECIMAL_SUFFIXES = ['n', 'u', 'm', '', 'k', 'M', 'G', 'T', 'P', 'E'];
const BINARY_SUFFIXES = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'];

/** The smallest amount is one nano: 10 ** -9. */
const NANO = -9;
/** Binary quantities are capped here; decimal ones are not. */
const MAX_BINARY = 2n ** 63n - 1n;
const MAX_EXPONENT = 2 ** 31 - 1;
/** Sums across more digits than this would only fill memory. */
const MAX_DIGITS = 10_000;

/**
 * The exact amount of a quantity. Amounts finer than one nano are rounded up, away from zero; binary ones are capped at
 * 2 ** 63 - 1. Throws `QuantityError`. As `ParseQuantity` of apimachinery does it.
 */
export function parseQuantity(quantity: Quantity): QuantityValue {
  const { unscaled, exponent, format } = parse(String(quantity));
  return { unscaled, exponent, format };
}

/**
 * The text that the API server writes for a quantity: no fraction, the largest suffix that loses nothing (`1500m`,
 * `1536Mi`). Text that Kubernetes takes for canonical already comes back as it is, `+1` and `1.500` among it. One
 * difference: decimal amounts from 10 ** 21 on, of which Kubernetes drops the suffix and so the value, get an exponent.
 * Throws `QuantityError`.
 */
export function canonicalQuantity(quantity: Quantity): string {
  const text = String(quantity);
  const parsed = parse(text);
  return parsed.verbatim ? text : formatQuantity(parsed);
}

/** The canonical text of an amount. */
export function formatQuantity(value: QuantityValue): string {
  if (value.unscaled === 0n) return '0';
  if (value.format === 'BinarySI') {
    const whole = wholeAmount(value);
    if (whole !== undefined && (whole >= 1024n || whole <= -1024n)) return formatBinary(whole);
  }
  return formatDecimal(value);
}

/** Negative when `a` is less than `b`, positive when it is more, 0 when both are the same amount, however written. */
export function compareQuantity(a: Quantity, b: Quantity): -1 | 0 | 1 {
  const left = parse(String(a));
  const right = parse(String(b));
  const sign = signOf(left.unscaled) - signOf(right.unscaled);
  if (sign !== 0) return sign < 0 ? -1 : 1;
  if (left.unscaled === 0n) return 0;
  // Different magnitudes are told apart without writing out their zeros.
  const magnitude = (magnitudeOf(left) - magnitudeOf(right)) * signOf(left.unscaled);
  if (magnitude !== 0) return magnitude < 0 ? -1 : 1;
  const [x, y] = align(left, right);
  return x < y ? -1 : x > y ? 1 : 0;
}

/**
 * The sum in canonical form, in the format of `a`, or of `b` when `a` is zero (`Quantity.Add`). Throws `QuantityError`
 * when a summand is no quantity, or when the two lie more than 10 000 digits apart.
 */
export function addQuantity(a: Quantity, b: Quantity): string {
  const left = parse(String(a));
  const right = parse(String(b));
  if (left.unscaled === 0n) return formatQuantity(right);
  if (right.unscaled === 0n) return formatQuantity(left);
  if (Math.abs(left.exponent - right.exponent) > MAX_DIGITS) {
    throw new QuantityError(
      'QuantityRange',
      String(b),
      `quantities ${a} and ${b} are too far apart to be added`,
    );
  }
  const [x, y] = align(left, right);
  return formatQuantity({
    unscaled: x + y,
    exponent: Math.min(left.exponent, right.exponent),
    format: left.format,
  });
}

/** The nearest number, for display and for arithmetic that bears rounding. Throws `QuantityError`. */
export function quantityToNumber(quantity: Quantity): number {
  const { unscaled, exponent } = parse(String(quantity));
  return Number(`${unscaled}e${exponent}`);
}

interface Parsed extends QuantityValue {
  /** Whether Kubernetes takes the text for canonical without a second look. */
  readonly verbatim: boolean;
}

interface Suffix {
  readonly format: QuantityFormat;
  /** Of 10, or of 2 when the format is binary. */
  readonly power: number;
}

function parse(text: string): Parsed {
  const match = text === '' ? null : SYNTAX.exec(text);
  if (match === null) throw new QuantityError('QuantityFormat', text, FORMAT_MESSAGE);
  const [, sign, digits = '', fraction = '', suffixText = ''] = match;
  const integer = digits.replace(/^0+/, '') || '0';
  const suffix = parseSuffix(suffixText);
  if (suffix === undefined) throw new QuantityError('QuantitySuffix', text, SUFFIX_MESSAGE);

  const mantissa = BigInt(integer + fraction);
  const signed = sign === '-' ? -mantissa : mantissa;
  const { format, power } = suffix;
  const exponent = (format === 'BinarySI' ? 0 : power) - fraction.length;
  const scaled = format === 'BinarySI' ? signed << BigInt(power) : signed;
  if (isShort(integer, fraction, suffix) && exponent >= NANO) {
    return {
      unscaled: scaled,
      exponent,
      format,
      verbatim: isVerbatim(text, integer + fraction, exponent, suffix),
    };
  }
  if (!/\d/.test(text.slice(0, text.length - suffixText.length))) {
    throw new QuantityError('QuantityFormat', text, NUMERIC_MESSAGE);
  }
  const rounded = roundUpToNano(scaled, exponent);
  if (format !== 'BinarySI') return { ...rounded, format, verbatim: false };
  return { ...capBinary(rounded), verbatim: false };
}

function parseSuffix(text: string): Suffix | undefined {
  const decimal = DECIMAL_SUFFIXES.indexOf(text);
  if (decimal >= 0) return { format: 'DecimalSI', power: decimal * 3 + NANO };
  const binary = BINARY_SUFFIXES.indexOf(text);
  if (binary > 0) return { format: 'BinarySI', power: binary * 10 };
  if (!/^[eE][-+]?\d+$/.test(text)) return undefined;
  const power = Number(text.slice(1));
  return Math.abs(power) <= MAX_EXPONENT ? { format: 'DecimalExponent', power } : undefined;
}

/** Whether Kubernetes parses it on its quick path, in 64 bits: only there does it keep the text. */
function isShort(integer: string, fraction: string, { format, power }: Suffix): boolean {
  if (format !== 'BinarySI') return integer.length + fraction.length <= 18;
  return fraction === '' && integer.length + Math.trunc((power * 3) / 10) <= 14;
}

function isVerbatim(text: string, digits: string, exponent: number, { format, power }: Suffix): boolean {
  if (text === '0') return true;
  if (format === 'BinarySI') return power % 10 === 0 && (BigInt(digits) & 7n) !== 0n;
  return exponent % 3 === 0 && !digits.endsWith('000') && !digits.startsWith('0');
}

function roundUpToNano(unscaled: bigint, exponent: number): { unscaled: bigint; exponent: number } {
  if (exponent >= NANO || unscaled === 0n) return { unscaled, exponent: unscaled === 0n ? 0 : exponent };
  const sign = unscaled < 0n ? -1n : 1n;
  const amount = unscaled * sign;
  const digits = NANO - exponent;
  if (digits > String(amount).length) return { unscaled: sign, exponent: NANO };
  const divisor = 10n ** BigInt(digits);
  return { unscaled: sign * ((amount + divisor - 1n) / divisor), exponent: NANO };
}

function capBinary(value: { unscaled: bigint; exponent: number }): QuantityValue {
  const sign = value.unscaled < 0n ? -1n : 1n;
  const [amount, one] = align(
    { unscaled: value.unscaled * sign, exponent: value.exponent },
    { unscaled: 1n, exponent: 0 },
  );
  if (amount > MAX_BINARY * one) return { unscaled: sign * MAX_BINARY, exponent: 0, format: 'BinarySI' };
  return { ...value, format: amount < one && amount > 0n ? 'DecimalSI' : 'BinarySI' };
}

interface Scaled {
  readonly unscaled: bigint;
  readonly exponent: number;
}

function align(a: Scaled, b: Scaled): [bigint, bigint] {
  const exponent = Math.min(a.exponent, b.exponent);
  return [
    a.unscaled * 10n ** BigInt(a.exponent - exponent),
    b.unscaled * 10n ** BigInt(b.exponent - exponent),
  ];
}

const signOf = (value: bigint): number => (value < 0n ? -1 : value > 0n ? 1 : 0);

const magnitudeOf = ({ unscaled, exponent }: Scaled): number =>
  String(unscaled < 0n ? -unscaled : unscaled).length + exponent;

/** The amount as a whole number, or undefined when it has a fraction. */
function wholeAmount({ unscaled, exponent }: Scaled): bigint | undefined {
  if (exponent >= 0) return unscaled * 10n ** BigInt(exponent);
  const divisor = 10n ** BigInt(-exponent);
  return unscaled % divisor === 0n ? unscaled / divisor : undefined;
}

function formatBinary(amount: bigint): string {
  let power = 0;
  while (power < BINARY_SUFFIXES.length - 1 && amount % 1024n === 0n) {
    amount /= 1024n;
    power++;
  }
  return `${amount}${BINARY_SUFFIXES[power]}`;
}

function formatDecimal({ unscaled, exponent, format }: QuantityValue): string {
  const zeros = /0*$/.exec(String(unscaled))?.[0].length ?? 0;
  const largest = exponent + zeros;
  const power = Math.floor(largest / 3) * 3;
  const text = String(unscaled);
  const digits = text.slice(0, text.length - zeros) + '0'.repeat(largest - power);
  const suffix = format === 'DecimalExponent' ? undefined : DECIMAL_SUFFIXES[(power - NANO) / 3];
  return `${digits}${suffix ?? (power === 0 ? '' : `e${power}`)}`;
}
