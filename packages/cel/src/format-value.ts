import { goQuote } from '@kubewright/api/go-text';
import { formatGeneral, formatPlain } from './go/format.js';
import { durationText, timestampText } from './go/time.js';
import { typeOf } from './runtime-type.js';
import {
  CelError,
  Double,
  Duration,
  isInt,
  ListValue,
  MapValue,
  ObjectValue,
  OpaqueValue,
  OptionalValue,
  Timestamp,
  Uint,
} from './values.js';
import type { Value } from './values.js';

/** A key as `no such key: ...` prints it. */
export const formatKey = (key: Value): string => {
  if (typeof key === 'string') return key;
  if (isInt(key) || typeof key === 'boolean') return String(key);
  if (key instanceof Uint) return String(key.value);
  return key instanceof Double ? formatGeneral(key.value) : formatValue(key);
};

/** A value as an expression would be written that makes it (cel-go: types.Format). For messages and tests. */
export const formatValue = (value: Value): string => {
  switch (typeof value) {
    case 'string':
      return goQuote(value);
    case 'boolean':
    case 'number':
    case 'bigint':
      return String(value);
    default:
      return value === null ? 'null' : formatObject(value);
  }
};

const formatObject = (value: Exclude<Value, boolean | number | bigint | string | null>): string => {
  if (value instanceof Uint) return `${value.value}u`;
  if (value instanceof Double) return formatDouble(value.value);
  if (value instanceof Uint8Array) {
    return `b"${[...value].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('')}"`;
  }
  if (value instanceof ListValue) return `[${[...value].map(formatValue).join(', ')}]`;
  if (value instanceof MapValue) {
    const entries = value.keys().map((key) => `${formatValue(key)}: ${formatValue(value.find(key)!)}`);
    return `{${entries.sort().join(', ')}}`;
  }
  if (value instanceof Timestamp)
    return `timestamp("${timestampText(new Timestamp(value.seconds, value.nanos))}")`;
  if (value instanceof Duration) return `duration("${durationText(value)}")`;
  if (value instanceof OptionalValue) {
    return value.value === undefined ? 'optional.none()' : `optional.of(${formatValue(value.value)})`;
  }
  if (value instanceof CelError) return value.message;
  if (value instanceof ObjectValue || value instanceof OpaqueValue) return typeOf(value).name;
  return value.name;
};

const formatDouble = (value: number): string => {
  if (Number.isNaN(value)) return 'double("NaN")';
  if (!Number.isFinite(value)) return `double("${value > 0 ? '' : '-'}Infinity")`;
  const text = formatPlain(value);
  return text.includes('.') ? text : `${text}.0`;
};
