import { formatPlain } from '../../go/format.js';
import { durationText, timestampText } from '../../go/time.js';
import { typeOf } from '../../runtime-type.js';
import { Type } from '../../types.js';
import { Double, Duration, ListValue, MapValue, Timestamp } from '../../values.js';
import type { Value } from '../../values.js';
import { FormatFailure } from './format-string.js';
import type { Formatter } from './format-string.js';
import { STRING_REFUSAL } from './format-validator.js';
import type { ClauseTypes } from './format-validator.js';
import { fixedText, hexText, integerOf, scientificParts } from './numbers.js';

const refuse = (takes: string, value: Value): never => {
  throw new FormatFailure(`${takes}, was given ${typeOf(value).name}`);
};

const special = (value: number): string | undefined => {
  if (Number.isNaN(value)) return 'NaN';
  if (Number.isFinite(value)) return undefined;
  return value > 0 ? 'Infinity' : '-Infinity';
};

const string = (value: Value): string => {
  if (value === null) return 'null';
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return String(value);
  const integer = integerOf(value);
  if (integer !== undefined) return String(integer);
  if (value instanceof Double) return special(value.value) ?? formatPlain(value.value);
  if (value instanceof Uint8Array) return new TextDecoder().decode(value);
  if (value instanceof Duration) return durationText(value);
  if (value instanceof Timestamp) return timestampText(new Timestamp(value.seconds, value.nanos));
  if (value instanceof ListValue) return `[${[...value].map(string).join(', ')}]`;
  if (value instanceof MapValue) {
    const entries = value.keys().map((key) => [string(key), string(value.find(key)!)] as const);
    const sorted = entries.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
    return `{${sorted.map(([key, item]) => `${key}: ${item}`).join(', ')}}`;
  }
  if (value instanceof Type) return value.name;
  return refuse(STRING_REFUSAL, value);
};

/** Every number as a float where it has digits after the point, or as text where it is none. */
const float = (clause: string, value: Value, write: (value: number) => string): string => {
  const number = integerOf(value) ?? (value instanceof Double ? value.value : undefined);
  if (number === undefined)
    return refuse(`${clause} clause can only be used on ints, uints, and doubles`, value);
  return special(Number(number)) ?? write(Number(number));
};

/** What format writes from version 4 of the library on (cel-go: ext/formatting_v2.go). */
export const PLAIN_FORMATTER: Formatter = {
  string,
  decimal: (value) => {
    const integer = integerOf(value);
    if (integer !== undefined) return String(integer);
    if (value instanceof Double) return special(value.value) ?? formatPlain(value.value);
    return refuse('decimal clause can only be used on ints, uints, and doubles', value);
  },
  fixed: (value, precision) => float('fixed-point', value, (number) => fixedText(number, precision)),
  scientific: (value, precision) =>
    float('scientific', value, (number) => {
      const { mantissa, exponent } = scientificParts(number, precision);
      return `${mantissa}e${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`;
    }),
  binary: (value) => {
    if (typeof value === 'boolean') return value ? '1' : '0';
    return (
      integerOf(value)?.toString(2) ?? refuse('only ints, uints, and bools can be formatted as binary', value)
    );
  },
  hex: (value) => {
    if (typeof value === 'string') return hexText(new TextEncoder().encode(value));
    if (value instanceof Uint8Array) return hexText(value);
    return (
      integerOf(value)?.toString(16) ??
      refuse('only ints, uints, bytes, and strings can be formatted as hex', value)
    );
  },
  octal: (value) =>
    integerOf(value)?.toString(8) ?? refuse('octal clause can only be used on ints and uints', value),
};

const NUMBERS = ['int', 'uint', 'double'] as const;

/** The same before evaluation, by type. */
export const PLAIN_CLAUSES: ClauseTypes = {
  decimal: [NUMBERS, 'decimal clause can only be used on ints, uints, and doubles'],
  fixed: [NUMBERS, 'fixed-point clause can only be used on ints, uints, and doubles'],
  scientific: [NUMBERS, 'scientific clause can only be used on ints, uints, and doubles'],
  binary: [['int', 'uint', 'bool'], 'only ints, uints, and bools can be formatted as binary'],
  hex: [['int', 'uint', 'string', 'bytes'], 'only ints, uints, bytes, and strings can be formatted as hex'],
  octal: [['int', 'uint'], 'octal clause can only be used on ints and uints'],
};
