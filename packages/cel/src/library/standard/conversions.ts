import { formatGeneral } from '../../go/format.js';
import { parseBool, parseDuration, parseFloat64, parseInt64, parseUnsigned } from '../../go/parse.js';
import { durationText, parseTimestamp, timestampOf, timestampText } from '../../go/time.js';
import type { FunctionDeclaration, Implementation, Overload } from '../../library.js';
import { typeOf } from '../../runtime-type.js';
import {
  BOOL,
  BYTES,
  DOUBLE,
  DURATION,
  DYN,
  INT,
  STRING,
  TIMESTAMP,
  typeParam,
  typeType,
  UINT,
} from '../../types.js';
import type { Type } from '../../types.js';
import { CelError, Double, Duration, int, Uint, uint } from '../../values.js';
import type { Timestamp, Value } from '../../values.js';
import { intOverflow, timestampOverflow, uintOverflow } from '../errors.js';

const A = typeParam('A');

const cannotConvert = (from: Type, to: Type): CelError =>
  new CelError(`type conversion error from '${from.name}' to '${to.name}'`);

const convert = (
  id: string,
  from: Type,
  result: Type,
  implementation: (value: never) => Value,
): Overload => ({
  id,
  args: [from],
  result,
  // The value was compared with the type of the argument before.
  implementation: implementation as Implementation,
});

const same = (name: string, type: Type): Overload =>
  convert(`${name}_to_${name}`, type, type, (value) => value);

/** Of a text; undefined where it is none. */
const fromText = (id: string, result: Type, parse: (text: string) => Value | undefined): Overload =>
  convert(id, STRING, result, (text: string) => parse(text) ?? cannotConvert(STRING, result));

/** Exactly the int64 below 2^63, the doubles above -2^63 (overflow.go: doubleToInt64Checked). */
const doubleToInt = ({ value }: Double): Value =>
  Number.isFinite(value) && value > -9223372036854775808 && value < 9223372036854775808
    ? (int(BigInt(Math.trunc(value))) ?? intOverflow())
    : intOverflow();

const doubleToUint = ({ value }: Double): Value =>
  Number.isFinite(value) && value >= 0 && value < 18446744073709551616
    ? new Uint(BigInt(Math.trunc(value)))
    : uintOverflow();

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const encoder = new TextEncoder();

const bytesToString = (bytes: Uint8Array): Value => {
  try {
    return decoder.decode(bytes);
  } catch {
    return new CelError('invalid UTF-8 in bytes, cannot convert to string');
  }
};

const stringToTimestamp = (text: string): Value => {
  const timestamp = parseTimestamp(text);
  if (timestamp === undefined) return cannotConvert(STRING, TIMESTAMP);
  return timestamp === 'range' ? timestampOverflow() : timestamp;
};

const parsedDuration = (text: string): Value | undefined => {
  const nanos = parseDuration(text);
  return nanos === undefined ? undefined : new Duration(nanos);
};

const parsedUint = (text: string): Value | undefined => {
  const value = parseUnsigned(text);
  return value === undefined ? undefined : uint(value);
};

const parsedDouble = (text: string): Value | undefined => {
  const value = parseFloat64(text);
  return value === undefined ? undefined : new Double(value);
};

const fn = (name: string, ...overloads: Overload[]): FunctionDeclaration => ({ name, overloads });

/** Conversions of types (cel-go: common/stdlib/standard.go). */
export const CONVERSIONS: readonly FunctionDeclaration[] = [
  fn('type', { id: 'type', args: [A], result: typeType(A), implementation: (value) => typeOf(value!) }),
  fn('dyn', { id: 'to_dyn', args: [A], result: DYN, implementation: (value) => value! }),
  fn('bool', same('bool', BOOL), fromText('string_to_bool', BOOL, parseBool)),
  fn(
    'bytes',
    same('bytes', BYTES),
    convert('string_to_bytes', STRING, BYTES, (text: string) => encoder.encode(text)),
  ),
  fn(
    'double',
    same('double', DOUBLE),
    convert('int64_to_double', INT, DOUBLE, (value: number | bigint) => new Double(Number(value))),
    fromText('string_to_double', DOUBLE, parsedDouble),
    convert('uint64_to_double', UINT, DOUBLE, ({ value }: Uint) => new Double(Number(value))),
  ),
  fn(
    'duration',
    same('duration', DURATION),
    convert('int64_to_duration', INT, DURATION, () => cannotConvert(INT, DURATION)),
    fromText('string_to_duration', DURATION, parsedDuration),
  ),
  fn(
    'int',
    convert('int64_to_int64', INT, INT, (value) => value),
    convert('double_to_int64', DOUBLE, INT, doubleToInt),
    convert('duration_to_int64', DURATION, INT, ({ nanos }: Duration) => int(nanos) ?? intOverflow()),
    fromText('string_to_int64', INT, parseInt64),
    convert('timestamp_to_int64', TIMESTAMP, INT, ({ seconds }: Timestamp) => seconds),
    convert('uint64_to_int64', UINT, INT, ({ value }: Uint) => int(value) ?? intOverflow()),
  ),
  fn(
    'string',
    same('string', STRING),
    convert('bool_to_string', BOOL, STRING, String),
    convert('bytes_to_string', BYTES, STRING, bytesToString),
    convert('double_to_string', DOUBLE, STRING, ({ value }: Double) => formatGeneral(value)),
    convert('duration_to_string', DURATION, STRING, durationText),
    convert('int64_to_string', INT, STRING, String),
    convert('timestamp_to_string', TIMESTAMP, STRING, timestampText),
    convert('uint64_to_string', UINT, STRING, ({ value }: Uint) => String(value)),
  ),
  fn(
    'timestamp',
    same('timestamp', TIMESTAMP),
    convert('int64_to_timestamp', INT, TIMESTAMP, (value: number | bigint) => {
      return timestampOf(Number(value), 0) ?? timestampOverflow();
    }),
    convert('string_to_timestamp', STRING, TIMESTAMP, stringToTimestamp),
  ),
  fn(
    'uint',
    convert('uint64_to_uint64', UINT, UINT, (value) => value),
    convert('double_to_uint64', DOUBLE, UINT, doubleToUint),
    convert('int64_to_uint64', INT, UINT, (value: number | bigint) => uint(BigInt(value)) ?? uintOverflow()),
    fromText('string_to_uint64', UINT, parsedUint),
  ),
];
