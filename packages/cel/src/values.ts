import type { Type } from './types.js';

/**
 * A value while an expression is evaluated.
 *
 * - bool, string, null and bytes are JavaScript's own (`Uint8Array` for bytes).
 * - **int is a `number` where that is exact (a safe integer) and a `bigint` beyond**, never both for one value: make it
 *   with {@link int}. Nearly all integers of Kubernetes objects are small and come out of JSON as numbers, so they cost
 *   neither an allocation nor a wrapper; only double, the rarer one, is wrapped.
 * - uint, double, timestamp and duration are small classes.
 * - lists, maps and objects are abstract classes, so that plain JSON is read in place (see adapter.ts).
 * - an error is a value too, as in cel-go: functions return it, strict functions are not called with it, and `&&`, `||`
 *   and comprehensions absorb it. No exception is thrown by evaluating an expression.
 */
export type Value =
  | boolean
  | number
  | bigint
  | string
  | null
  | Uint8Array
  | Uint
  | Double
  | Timestamp
  | Duration
  | ListValue
  | MapValue
  | ObjectValue
  | OptionalValue
  | OpaqueValue
  | Type
  | CelError;

const INT64_MAX = 9223372036854775807n;
const INT64_MIN = -9223372036854775808n;
const UINT64_MAX = 18446744073709551615n;

/** The canonical form of an integer; undefined outside of 64 bits. */
export const int = (value: number | bigint): number | bigint | undefined => {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value : int(BigInt(value));
  if (value >= -9007199254740991n && value <= 9007199254740991n) return Number(value);
  return value > INT64_MAX || value < INT64_MIN ? undefined : value;
};

export const isInt = (value: Value): value is number | bigint =>
  typeof value === 'number' || typeof value === 'bigint';

/** An unsigned 64-bit integer. */
export class Uint {
  readonly value: bigint;

  constructor(value: bigint) {
    this.value = value;
  }
}

/** The unsigned integer, or undefined outside of 64 bits. */
export const uint = (value: bigint): Uint | undefined =>
  value < 0n || value > UINT64_MAX ? undefined : new Uint(value);

export class Double {
  readonly value: number;

  constructor(value: number) {
    this.value = value;
  }
}

/** A point in time between the years 1 and 9999, to the nanosecond. */
export class Timestamp {
  /** Seconds since 1970, an integer. */
  readonly seconds: number;
  /** From 0 to 999,999,999, counted forward from `seconds`. */
  readonly nanos: number;
  /** The zone it was written in, east of UTC; it tells only how `string(timestamp)` prints it. */
  readonly offsetSeconds: number;

  constructor(seconds: number, nanos: number, offsetSeconds = 0) {
    this.seconds = seconds;
    this.nanos = nanos;
    this.offsetSeconds = offsetSeconds;
  }
}

/** Go's time.Duration: nanoseconds in 64 bits. */
export class Duration {
  readonly nanos: bigint;

  constructor(nanos: bigint) {
    this.nanos = nanos;
  }
}

/** The failure of an expression or a part of it. Not an Error: it is made often and absorbed often. */
export class CelError {
  readonly message: string;
  /** The node that failed, where known. */
  readonly id: number | undefined;

  constructor(message: string, id?: number) {
    this.message = message;
    this.id = id;
  }
}

export const isError = (value: Value): value is CelError => value instanceof CelError;

/** `optional.of(x)` and `optional.none()`. */
export class OptionalValue {
  readonly value: Value | undefined;

  constructor(value: Value | undefined) {
    this.value = value;
  }

  static readonly NONE: OptionalValue = new OptionalValue(undefined);
}

/** A list. Implementations may be lazy; `get` is called with indices from 0 to `size - 1` only. */
export abstract class ListValue {
  abstract readonly size: number;
  abstract get(index: number): Value;

  /** Overridden by lists with another idea of equality, such as Kubernetes' sets. Order counts by default. */
  equals(other: ListValue): boolean {
    if (this.size !== other.size) return false;
    for (let index = 0; index < this.size; index++) {
      if (!equal(this.get(index), other.get(index))) return false;
    }
    return true;
  }

  /** What `a + b` is. Overridden by Kubernetes' sets and maps. */
  concat(other: ListValue): Value {
    if (other.size === 0) return this;
    if (this.size === 0) return other;
    const items: Value[] = [];
    for (let index = 0; index < this.size; index++) items.push(this.get(index));
    for (let index = 0; index < other.size; index++) items.push(other.get(index));
    return new ArrayList(items);
  }

  contains(value: Value): boolean {
    for (let index = 0; index < this.size; index++) if (equal(this.get(index), value)) return true;
    return false;
  }

  *[Symbol.iterator](): Iterator<Value> {
    for (let index = 0; index < this.size; index++) yield this.get(index);
  }
}

/** A list over an array of values, which it owns. */
export class ArrayList extends ListValue {
  readonly items: readonly Value[];

  constructor(items: readonly Value[]) {
    super();
    this.items = items;
  }

  get size(): number {
    return this.items.length;
  }

  get(index: number): Value {
    return this.items[index]!;
  }
}

/** A map. Keys are bool, int, uint or string; a double that is integral finds the integer. */
export abstract class MapValue {
  abstract readonly size: number;
  /** The value of a key, undefined where there is none. */
  abstract find(key: Value): Value | undefined;
  /** In the order they are iterated. */
  abstract keys(): readonly Value[];

  equals(other: MapValue): boolean {
    if (this.size !== other.size) return false;
    for (const key of this.keys()) {
      const theirs = other.find(key);
      if (theirs === undefined || !equal(this.find(key)!, theirs)) return false;
    }
    return true;
  }
}

/** An object of a type whose fields a TypeProvider declares. */
export abstract class ObjectValue {
  abstract readonly type: Type;
  /** The value of a field, undefined where it is not set: reading it is `no such key: x`, `has` is false. */
  abstract find(field: string): Value | undefined;
  abstract equals(other: Value): boolean;
  /** Number of fields that are set, which run-time cost counts; undefined: as a scalar. */
  get size(): number | undefined {
    return undefined;
  }
}

/** A value of a type that a library registered with `opaqueType`. */
export abstract class OpaqueValue {
  abstract readonly type: Type;
  abstract equals(other: Value): boolean;
  /** Counted by cost of run time where defined. */
  get size(): number | undefined {
    return undefined;
  }
}

/** `a == b`: heterogeneous, so values of different types differ, while 1, 1u and 1.0 are equal (cel-go: types.Equal). */
export const equal = (a: Value, b: Value): boolean => {
  if (a === b) return true;
  switch (typeof a) {
    case 'string':
    case 'boolean':
      return false;
    case 'number':
    case 'bigint':
      return typeof b === 'object' && numericEqual(a, b);
    default:
      return a !== null && equalObjects(a, b);
  }
};

/** With a double, the integer is turned into one first, even where that is not exact (common/types/compare.go). */
const sameDouble = (a: number | bigint, b: number): boolean => Number(a) === b;

const numericEqual = (a: number | bigint, b: Value): boolean => {
  if (b instanceof Uint) return BigInt(a) === b.value;
  return b instanceof Double && sameDouble(a, b.value);
};

const equalObjects = (a: Exclude<Value, boolean | string | number | bigint | null>, b: Value): boolean => {
  if (a instanceof ListValue) return b instanceof ListValue && a.equals(b);
  if (a instanceof MapValue) return b instanceof MapValue && a.equals(b);
  if (a instanceof Double) {
    if (b instanceof Double) return a.value === b.value;
    return b instanceof Uint ? sameDouble(b.value, a.value) : isInt(b) && sameDouble(b, a.value);
  }
  if (a instanceof Uint) {
    if (b instanceof Uint) return a.value === b.value;
    return b instanceof Double ? sameDouble(a.value, b.value) : isInt(b) && BigInt(b) === a.value;
  }
  if (a instanceof Timestamp) {
    return b instanceof Timestamp && a.seconds === b.seconds && a.nanos === b.nanos;
  }
  if (a instanceof Duration) return b instanceof Duration && a.nanos === b.nanos;
  if (a instanceof Uint8Array) {
    return b instanceof Uint8Array && a.length === b.length && a.every((byte, index) => byte === b[index]);
  }
  if (a instanceof OptionalValue) {
    if (!(b instanceof OptionalValue)) return false;
    return a.value === undefined || b.value === undefined ? a.value === b.value : equal(a.value, b.value);
  }
  if (a instanceof ObjectValue || a instanceof OpaqueValue) return a.equals(b);
  if (a instanceof CelError) return false;
  // What is left is a type, and types are compared by name (cel-go: Type.Equal).
  return typeof b === 'object' && b !== null && 'kind' in b && a.name === b.name;
};
