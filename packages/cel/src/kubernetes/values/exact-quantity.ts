import { parseQuantity, QuantityError } from '@kubewright/api';
import { ValueSyntaxError } from './syntax-error.js';

const MIN_INT64 = -(2n ** 63n);
const MAX_INT64 = 2n ** 63n - 1n;
/** Sums across more digits than this would only fill memory. */
const MAX_DIGITS = 10_000;

/**
 * A quantity as the CEL functions see it. Whether it counts as an integer depends in Kubernetes on the representation
 * that its parser chose (`pkg/api/resource/quantity.go`, int64Amount or inf.Dec), which is kept here. Immutable.
 */
export class ExactQuantity {
  /** The amount is `unscaled * 10 ** exponent`. */
  readonly unscaled: bigint;
  readonly exponent: number;
  /** Whether Kubernetes holds the unscaled amount in 64 bits. */
  readonly isShort: boolean;

  constructor(unscaled: bigint, exponent: number, isShort: boolean) {
    this.unscaled = unscaled;
    this.exponent = exponent;
    this.isShort = isShort;
  }

  /** Reads a quantity. Throws `ValueSyntaxError`. */
  static parse(text: string): ExactQuantity {
    try {
      const { unscaled, exponent } = parseQuantity(text);
      return new ExactQuantity(unscaled, exponent, isShortText(text));
    } catch (error) {
      if (!(error instanceof QuantityError)) throw error;
      throw new ValueSyntaxError(error.message);
    }
  }

  static of(value: bigint): ExactQuantity {
    return new ExactQuantity(value, 0, true);
  }

  get sign(): -1 | 0 | 1 {
    return this.unscaled < 0n ? -1 : this.unscaled > 0n ? 1 : 0;
  }

  /** The amount as an int64; undefined where Kubernetes does not see one, `1000m` among others. */
  asInteger(): bigint | undefined {
    if (!this.isShort || this.exponent < 0) return undefined;
    if (this.unscaled === 0n) return 0n;
    if (this.exponent > 18) return undefined;
    const value = this.unscaled * 10n ** BigInt(this.exponent);
    return isInt64(value) ? value : undefined;
  }

  asNumber(): number {
    const base = Number(this.unscaled);
    return this.exponent === 0 ? base : base * Number(`1e${this.exponent}`);
  }

  /** The sum. Throws `ValueSyntaxError` when the two are too many digits apart. */
  add(other: ExactQuantity): ExactQuantity {
    if (this.isShort && other.isShort) {
      if (other.unscaled === 0n) return this;
      if (this.unscaled === 0n) return other;
    }
    const exponent = Math.min(this.exponent, other.exponent);
    const [left, right] = [this.at(exponent), other.at(exponent)];
    const sum = left + right;
    const isShort = this.isShort && other.isShort && isInt64(left) && isInt64(right) && isInt64(sum);
    return new ExactQuantity(sum, exponent, isShort);
  }

  subtract(other: ExactQuantity): ExactQuantity {
    return this.add(new ExactQuantity(-other.unscaled, other.exponent, other.isShort));
  }

  compare(other: ExactQuantity): -1 | 0 | 1 {
    const { sign } = this;
    if (sign !== other.sign) return sign < other.sign ? -1 : 1;
    if (sign === 0) return 0;
    // Different magnitudes are told apart without writing out their zeros.
    const magnitude = (this.magnitude() - other.magnitude()) * sign;
    if (magnitude !== 0) return magnitude < 0 ? -1 : 1;
    const exponent = Math.min(this.exponent, other.exponent);
    const [left, right] = [this.at(exponent), other.at(exponent)];
    return left < right ? -1 : left > right ? 1 : 0;
  }

  private magnitude(): number {
    return String(this.unscaled < 0n ? -this.unscaled : this.unscaled).length + this.exponent;
  }

  private at(exponent: number): bigint {
    const digits = this.exponent - exponent;
    if (digits > MAX_DIGITS) throw new ValueSyntaxError('quantities are too far apart to be added');
    return this.unscaled * 10n ** BigInt(digits);
  }
}

const isInt64 = (value: bigint): boolean => value >= MIN_INT64 && value <= MAX_INT64;

/** Whether the parser of Kubernetes takes its fast path for the text. */
function isShortText(text: string): boolean {
  const [, whole = '', fraction = '', suffix = ''] = /^[+-]?0*(\d*)(?:\.(\d*))?(.*)$/.exec(text) ?? [];
  const digits = (whole || '0').length + fraction.length;
  const binary = ['Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'].indexOf(suffix);
  if (binary >= 0) return fraction === '' && digits + (binary + 1) * 3 <= 14;
  const decimal = ['n', 'u', 'm', '', 'k', 'M', 'G', 'T', 'P', 'E'].indexOf(suffix);
  const power = decimal >= 0 ? decimal * 3 - 9 : Number(suffix.slice(1));
  return digits <= 18 && power - fraction.length >= -9;
}
