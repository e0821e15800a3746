import {
  BOOL,
  BYTES,
  DOUBLE,
  DURATION,
  DYN,
  ERROR,
  INT,
  LIST,
  MAP,
  NULL,
  optionalType,
  STRING,
  TIMESTAMP,
  Type,
  TYPE,
  UINT,
} from './types.js';
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

const OPTIONAL = optionalType(DYN);

/** The type of a value: what `type(value)` is. Lists, maps and optionals do not know their parameters. */
export const typeOf = (value: Value): Type => {
  switch (typeof value) {
    case 'boolean':
      return BOOL;
    case 'number':
    case 'bigint':
      return INT;
    case 'string':
      return STRING;
    default:
      return value === null ? NULL : typeOfObject(value);
  }
};

const typeOfObject = (value: Exclude<Value, boolean | number | bigint | string | null>): Type => {
  if (value instanceof ListValue) return LIST;
  if (value instanceof MapValue) return MAP;
  if (value instanceof ObjectValue || value instanceof OpaqueValue) return value.type;
  if (value instanceof Double) return DOUBLE;
  if (value instanceof Uint) return UINT;
  if (value instanceof Uint8Array) return BYTES;
  if (value instanceof Timestamp) return TIMESTAMP;
  if (value instanceof Duration) return DURATION;
  if (value instanceof OptionalValue) return OPTIONAL;
  return value instanceof CelError ? ERROR : TYPE;
};

/** Whether a value may be an argument of the type (cel-go: Type.IsAssignableRuntimeType). Parameters are not looked at. */
export const matcherOf = (type: Type): ((value: Value) => boolean) => {
  switch (type.kind) {
    case 'dyn':
    case 'typeParam':
    case 'error':
      return () => true;
    case 'bool':
      return (value) => typeof value === 'boolean';
    case 'int':
      return isInt;
    case 'string':
      return (value) => typeof value === 'string';
    case 'null':
      return (value) => value === null;
    case 'list':
      return (value) => value instanceof ListValue;
    case 'map':
      return (value) => value instanceof MapValue;
    case 'double':
      return (value) => value instanceof Double;
    case 'uint':
      return (value) => value instanceof Uint;
    case 'bytes':
      return (value) => value instanceof Uint8Array;
    case 'timestamp':
      return (value) => value instanceof Timestamp;
    case 'duration':
      return (value) => value instanceof Duration;
    case 'type':
      return (value) => value instanceof Type;
    case 'struct':
    case 'opaque':
      return (value) => typeOf(value).name === type.name;
  }
};
