import { goQuote } from '@kubewright/api/go-text';
import { formatGeneral } from '../../go/format.js';
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

/** A value that is a part of a list or map: quoted, doubles with six digits. */
const nested = (value: Value): string => {
  if (typeof value === 'string') return goQuote(value);
  if (value instanceof Uint8Array) return `b${goQuote(new TextDecoder().decode(value))}`;
  if (value instanceof Double) {
    return Number.isFinite(value.value) ? fixedText(value.value, 6) : goQuote(formatGeneral(value.value));
  }
  if (value instanceof Timestamp) return `timestamp(${goQuote(timestampText(value))})`;
  if (value instanceof Duration) return `duration(${goQuote(durationText(value))})`;
  const simple = value === null || typeof value === 'boolean' || integerOf(value) !== undefined;
  if (simple || value instanceof ListValue || value instanceof MapValue || value instanceof Type) {
    return string(value);
  }
  throw new FormatFailure(`no formatting function for ${typeOf(value).name}`);
};

const mapKey = (key: Value): string => {
  if (typeof key === 'string' || typeof key === 'boolean' || integerOf(key) !== undefined) return nested(key);
  throw new FormatFailure(`no formatting function for map key of type ${typeOf(key).name}`);
};

const string = (value: Value): string => {
  if (value === null) return 'null';
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return String(value);
  const integer = integerOf(value);
  if (integer !== undefined) return String(integer);
  if (value instanceof ListValue) return `[${[...value].map(nested).join(', ')}]`;
  if (value instanceof MapValue) {
    const entries = value.keys().map((key) => [mapKey(key), nested(value.find(key)!)] as const);
    const sorted = entries.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
    return `{${sorted.map(([key, item]) => `${key}:${item}`).join(', ')}}`;
  }
  if (value instanceof Double) return formatGeneral(value.value);
  if (value instanceof Uint8Array) return new TextDecoder().decode(value);
  if (value instanceof Duration) return durationText(value);
  if (value instanceof Timestamp) return timestampText(value);
  if (value instanceof Type) return value.name;
  return refuse(STRING_REFUSAL, value);
};

const NAMED: Readonly<Record<string, number>> = { NaN, Infinity, '-Infinity': -Infinity };

/** A double, or one of the three texts that stand for those that JSON cannot hold. */
const double = (clause: string, value: Value): number => {
  if (value instanceof Double) return value.value;
  const named = typeof value === 'string' && Object.hasOwn(NAMED, value) ? NAMED[value] : undefined;
  return named ?? refuse(`${clause} clause can only be used on doubles`, value);
};

/** As golang.org/x/text prints them in en_US. */
const special = (value: number): string | undefined => {
  if (Number.isNaN(value)) return 'NaN';
  if (Number.isFinite(value)) return undefined;
  return value > 0 ? '∞' : '-∞';
};

const grouped = (text: string): string => {
  const [whole, ...fraction] = text.split('.') as [string, ...string[]];
  return [whole.replace(/\B(?=(\d{3})+$)/g, ','), ...fraction].join('.');
};

const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';

const superscript = (exponent: number): string => {
  const digits = [...String(Math.abs(exponent)).padStart(2, '0')].map(
    (digit) => SUPERSCRIPTS[Number(digit)]!,
  );
  return (exponent < 0 ? '⁻' : '') + digits.join('');
};

/**
 * What format writes up to version 3 of the library, which Kubernetes has: numbers of `%f` and `%e` as people of the
 * United States write them (cel-go: ext/formatting.go, with the locale en_US). The precision of `%e` is the width there.
 */
export const LOCALE_FORMATTER: Formatter = {
  string,
  decimal: (value) => {
    const integer = integerOf(value);
    return integer === undefined
      ? refuse('decimal clause can only be used on integers', value)
      : String(integer);
  },
  fixed: (value, precision) => {
    const number = double('fixed-point', value);
    return special(number) ?? grouped(fixedText(number, precision));
  },
  scientific: (value, precision) => {
    const number = double('scientific', value);
    const named = special(number);
    if (named !== undefined) return named.padStart(precision);
    const { mantissa, exponent } = scientificParts(number, 6);
    return `${mantissa}×10${superscript(exponent)}`.padStart(precision);
  },
  binary: (value) => {
    if (typeof value === 'boolean') return value ? '1' : '0';
    return (
      integerOf(value)?.toString(2) ?? refuse('only integers and bools can be formatted as binary', value)
    );
  },
  hex: (value) => {
    if (typeof value === 'string') return hexText(new TextEncoder().encode(value));
    if (value instanceof Uint8Array) return hexText(value);
    return (
      integerOf(value)?.toString(16) ??
      refuse('only integers, byte buffers, and strings can be formatted as hex', value)
    );
  },
  octal: (value) =>
    integerOf(value)?.toString(8) ?? refuse('octal clause can only be used on integers', value),
};

/** The same before evaluation, by type. */
export const LOCALE_CLAUSES: ClauseTypes = {
  decimal: [['int', 'uint'], 'decimal clause can only be used on integers'],
  fixed: [['double', 'string'], 'fixed-point clause can only be used on doubles'],
  scientific: [['double', 'string'], 'scientific clause can only be used on doubles'],
  binary: [['int', 'uint', 'bool'], 'only integers and bools can be formatted as binary'],
  hex: [
    ['int', 'uint', 'string', 'bytes'],
    'only integers, byte buffers, and strings can be formatted as hex',
  ],
  octal: [['int', 'uint'], 'octal clause can only be used on integers'],
};
