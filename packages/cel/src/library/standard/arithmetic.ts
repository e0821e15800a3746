import { timestampOf } from '../../go/time.js';
import {
  divisionByZero,
  intOverflow,
  modulusByZero,
  noSuchOverload,
  timestampOverflow,
  uintOverflow,
} from '../errors.js';
import type { FunctionDeclaration, Overload } from '../../library.js';
import { BYTES, DOUBLE, DURATION, INT, listType, STRING, TIMESTAMP, typeParam, UINT } from '../../types.js';
import type { Type } from '../../types.js';
import { CelError, Double, Duration, int, isInt, ListValue, Timestamp, Uint, uint } from '../../values.js';
import type { Value } from '../../values.js';

type Int = number | bigint;

const inInt64 = (value: bigint): Value => int(value) ?? intOverflow();
const inUint64 = (value: bigint): Value => uint(value) ?? uintOverflow();

const inDuration = (nanos: bigint): Value => (int(nanos) === undefined ? intOverflow() : new Duration(nanos));

const addInts = (a: Int, b: Int): Value => {
  if (typeof a === 'number' && typeof b === 'number') {
    const sum = a + b;
    if (Number.isSafeInteger(sum)) return sum;
  }
  return inInt64(BigInt(a) + BigInt(b));
};

const subtractInts = (a: Int, b: Int): Value => {
  if (typeof a === 'number' && typeof b === 'number') {
    const difference = a - b;
    if (Number.isSafeInteger(difference)) return difference;
  }
  return inInt64(BigInt(a) - BigInt(b));
};

const multiplyInts = (a: Int, b: Int): Value => {
  if (typeof a === 'number' && typeof b === 'number') {
    const product = a * b;
    // Adding 0 turns -0, which is no int, into 0.
    if (Number.isSafeInteger(product)) return product + 0;
  }
  return inInt64(BigInt(a) * BigInt(b));
};

const shift = ({ seconds, nanos, offsetSeconds }: Timestamp, by: bigint): Value => {
  const total = BigInt(nanos) + by;
  const rest = ((total % 1_000_000_000n) + 1_000_000_000n) % 1_000_000_000n;
  const whole = Number((total - rest) / 1_000_000_000n);
  return timestampOf(seconds + whole, Number(rest), offsetSeconds) ?? timestampOverflow();
};

const concatBytes = (a: Uint8Array, b: Uint8Array): Uint8Array => {
  const bytes = new Uint8Array(a.length + b.length);
  bytes.set(a);
  bytes.set(b, a.length);
  return bytes;
};

const isNumber = (value: Value): boolean => isInt(value) || value instanceof Uint || value instanceof Double;
const isTime = (value: Value): boolean => value instanceof Timestamp || value instanceof Duration;

/** cel-go asks these about any function, and they answer for themselves (traits.Receiver). */
const isReceiver = (value: Value): boolean => typeof value === 'string' || isTime(value);

/** Where the first value has the operator at all, but not with such a second, cel-go does not name the function. */
const unsupported = (name: string, a: Value, hasOperator: (value: Value) => boolean): CelError =>
  hasOperator(a) || isReceiver(a) ? noSuchOverload() : new CelError(`no such overload: ${name}`);

const isAddable = (value: Value): boolean =>
  isNumber(value) ||
  isTime(value) ||
  typeof value === 'string' ||
  value instanceof Uint8Array ||
  value instanceof ListValue;

const add = (a: Value, b: Value): Value => {
  if (isInt(a) && isInt(b)) return addInts(a, b);
  if (typeof a === 'string' && typeof b === 'string') return a + b;
  if (a instanceof ListValue && b instanceof ListValue) return a.concat(b);
  if (a instanceof Double && b instanceof Double) return new Double(a.value + b.value);
  if (a instanceof Uint && b instanceof Uint) return inUint64(a.value + b.value);
  if (a instanceof Duration && b instanceof Duration) return inDuration(a.nanos + b.nanos);
  if (a instanceof Timestamp && b instanceof Duration) return shift(a, b.nanos);
  if (a instanceof Duration && b instanceof Timestamp) return shift(b, a.nanos);
  if (a instanceof Uint8Array && b instanceof Uint8Array) return concatBytes(a, b);
  return unsupported('_+_', a, isAddable);
};

const between = (a: Timestamp, b: Timestamp): Value =>
  inDuration(BigInt(a.seconds - b.seconds) * 1_000_000_000n + BigInt(a.nanos - b.nanos));

const subtract = (a: Value, b: Value): Value => {
  if (isInt(a) && isInt(b)) return subtractInts(a, b);
  if (a instanceof Double && b instanceof Double) return new Double(a.value - b.value);
  if (a instanceof Uint && b instanceof Uint) return inUint64(a.value - b.value);
  if (a instanceof Duration && b instanceof Duration) return inDuration(a.nanos - b.nanos);
  if (a instanceof Timestamp && b instanceof Timestamp) return between(a, b);
  if (a instanceof Timestamp && b instanceof Duration) return shift(a, -b.nanos);
  return unsupported('_-_', a, (value) => isNumber(value) || isTime(value));
};

const multiply = (a: Value, b: Value): Value => {
  if (isInt(a) && isInt(b)) return multiplyInts(a, b);
  if (a instanceof Double && b instanceof Double) return new Double(a.value * b.value);
  if (a instanceof Uint && b instanceof Uint) return inUint64(a.value * b.value);
  return unsupported('_*_', a, isNumber);
};

const divide = (a: Value, b: Value): Value => {
  if (isInt(a) && isInt(b)) {
    if (b === 0) return divisionByZero();
    if (typeof a === 'number' && typeof b === 'number') return Math.trunc(a / b) + 0;
    return inInt64(BigInt(a) / BigInt(b));
  }
  if (a instanceof Double && b instanceof Double) return new Double(a.value / b.value);
  if (a instanceof Uint && b instanceof Uint) {
    return b.value === 0n ? divisionByZero() : new Uint(a.value / b.value);
  }
  return unsupported('_/_', a, isNumber);
};

/** The least int64 by -1 overflows, as in cel-go, although the remainder would be 0. */
const MIN = -9223372036854775808n;

const modulo = (a: Value, b: Value): Value => {
  if (isInt(a) && isInt(b)) {
    if (b === 0) return modulusByZero();
    if (typeof a === 'number' && typeof b === 'number') return (a % b) + 0;
    return a === MIN && b === -1 ? intOverflow() : inInt64(BigInt(a) % BigInt(b));
  }
  if (a instanceof Uint && b instanceof Uint) {
    return b.value === 0n ? modulusByZero() : new Uint(a.value % b.value);
  }
  return unsupported('_%_', a, (value) => isInt(value) || value instanceof Uint);
};

const negate = (value: Value): Value => {
  if (typeof value === 'number') return 0 - value;
  if (typeof value === 'bigint') return inInt64(-value);
  if (value instanceof Double) return new Double(-value.value);
  if (value instanceof Duration) return inDuration(-value.nanos);
  return unsupported('-_', value, (operand) => typeof operand === 'boolean');
};

const NAMES = new Map<Type, string>([
  [INT, 'int64'],
  [UINT, 'uint64'],
  [DOUBLE, 'double'],
  [STRING, 'string'],
  [BYTES, 'bytes'],
  [DURATION, 'duration'],
  [TIMESTAMP, 'timestamp'],
]);

const same = (verb: string, type: Type): Overload => ({
  id: `${verb}_${NAMES.get(type)!}`,
  args: [type, type],
  result: type,
});

const times = (verb: string, a: Type, b: Type, result: Type): Overload => ({
  id: `${verb}_${NAMES.get(a)!}_${NAMES.get(b)!}`,
  args: [a, b],
  result,
});

const LIST_A = listType(typeParam('A'));

/** The operators that compute (cel-go: common/stdlib/standard.go). */
export const ARITHMETIC: readonly FunctionDeclaration[] = [
  {
    name: '_+_',
    overloads: [
      same('add', BYTES),
      same('add', DOUBLE),
      times('add', DURATION, DURATION, DURATION),
      times('add', DURATION, TIMESTAMP, TIMESTAMP),
      times('add', TIMESTAMP, DURATION, TIMESTAMP),
      same('add', INT),
      { id: 'add_list', args: [LIST_A, LIST_A], result: LIST_A },
      same('add', STRING),
      same('add', UINT),
    ],
    implementation: (a, b) => add(a!, b!),
  },
  {
    name: '_/_',
    overloads: [DOUBLE, INT, UINT].map((type) => same('divide', type)),
    implementation: (a, b) => divide(a!, b!),
  },
  {
    name: '_%_',
    overloads: [INT, UINT].map((type) => same('modulo', type)),
    implementation: (a, b) => modulo(a!, b!),
  },
  {
    name: '_*_',
    overloads: [DOUBLE, INT, UINT].map((type) => same('multiply', type)),
    implementation: (a, b) => multiply(a!, b!),
  },
  {
    name: '-_',
    overloads: [
      { id: 'negate_double', args: [DOUBLE], result: DOUBLE },
      { id: 'negate_int64', args: [INT], result: INT },
    ],
    implementation: (value) => negate(value!),
  },
  {
    name: '_-_',
    overloads: [
      same('subtract', DOUBLE),
      times('subtract', DURATION, DURATION, DURATION),
      same('subtract', INT),
      times('subtract', TIMESTAMP, DURATION, TIMESTAMP),
      times('subtract', TIMESTAMP, TIMESTAMP, DURATION),
      same('subtract', UINT),
    ],
    implementation: (a, b) => subtract(a!, b!),
  },
];
