import { isJsonObject } from '@kubewright/api';
import { isInt64 } from '../errors/go-text.js';
import { DecodeState } from './decode-state.js';

/**
 * Decodes one Go type: checks a JSON value, and returns it as Go would write it back (in place for objects and lists,
 * which belong to the decoder's caller).
 */
export interface Decoder {
  /** As Go prints it: `int32`, `[]v1.Container`. */
  readonly goType: string;
  /** Never called with null or undefined, for which `zero` stands. */
  decode(value: unknown, state: DecodeState): unknown;
  /**
   * The same by way of Go's converter from maps (apimachinery `pkg/runtime/converter.go`), which words faults in another
   * way, stops at the first, and cuts integers that are too large. What is left out when empty stays.
   */
  convert(value: unknown, state: DecodeState): unknown;
  /** The value with its keys in the order in which Go writes them. */
  ordered(value: unknown): unknown;
  /** Go's zero value as JSON; a fresh one for objects. */
  zero(): unknown;
  /** Whether `omitempty` leaves the value out. */
  isEmpty(value: unknown): boolean;
}

const never = (): boolean => false;

export const asItIs = (value: unknown): unknown => value;

/** The kind of a JSON value in Go, as its reflection names it. */
export function goKind(value: unknown): string {
  if (Array.isArray(value)) return 'slice';
  if (typeof value === 'object') return 'map';
  if (typeof value === 'number') return isInt64(value) ? 'int64' : 'float64';
  return typeof value === 'boolean' ? 'bool' : 'string';
}

/** Of types that decode themselves: the converter leaves it to them, and they know nothing of where they stand. */
export function convertByDecoding(this: Decoder, value: unknown): unknown {
  const state = new DecodeState();
  const decoded = this.decode(value, state);
  state.end();
  return decoded;
}

export function stringDecoder(goType: string): Decoder {
  return {
    goType,
    decode(value, state) {
      if (typeof value !== 'string') state.wrongType(value, goType);
      return value;
    },
    convert(value, state) {
      if (typeof value === 'string') return value;
      const given = goKind(value);
      // Go can turn an integer into text: into the character of that code, which is refused by name.
      return state.fail(
        given === 'int64' ? `cannot convert int64 to ${goType}` : 'unrecognized type: string',
      );
    },
    ordered: asItIs,
    zero: () => '',
    isEmpty: (value) => value === '',
  };
}

export const boolDecoder: Decoder = {
  goType: 'bool',
  decode(value, state) {
    if (typeof value !== 'boolean') state.wrongType(value, 'bool');
    return value;
  },
  convert: (value, state) => (typeof value === 'boolean' ? value : state.fail('unrecognized type: bool')),
  ordered: asItIs,
  zero: () => false,
  isEmpty: (value) => value === false,
};

export function integerDecoder(goType: string): Decoder {
  const limit = goType === 'int32' ? 2 ** 31 : 2 ** 63;
  return {
    goType,
    decode(value, state) {
      if (typeof value !== 'number' || !Number.isInteger(value) || value >= limit || value < -limit) {
        state.wrongType(value, goType);
      }
      return value;
    },
    convert(value, state) {
      if (typeof value !== 'number') return state.fail(`unrecognized type: ${goType}`);
      if (!Number.isInteger(value)) return state.fail(`cannot convert float64 to ${goType}`);
      if (value < limit && value >= -limit) return value;
      return Number(BigInt.asIntN(goType === 'int32' ? 32 : 64, BigInt(value)));
    },
    ordered: asItIs,
    zero: () => 0,
    isEmpty: (value) => value === 0,
  };
}

export const floatDecoder: Decoder = {
  goType: 'float64',
  decode(value, state) {
    if (typeof value !== 'number') state.wrongType(value, 'float64');
    return value;
  },
  convert: (value, state) => (typeof value === 'number' ? value : state.fail('unrecognized type: float64')),
  ordered: asItIs,
  zero: () => 0,
  isEmpty: (value) => value === 0,
};

/** Any JSON: `runtime.RawExtension`, `metav1.FieldsV1`, `apiextensions.JSON`. */
export function anyDecoder(goType: string): Decoder {
  return { goType, decode: asItIs, convert: asItIs, ordered: asItIs, zero: () => null, isEmpty: never };
}

/** Lists. Storage knows no difference between an empty list and none, so a list that Go always writes is null then. */
export function listDecoder(goType: string, item: Decoder): Decoder {
  return {
    goType,
    decode(value, state) {
      if (!Array.isArray(value)) {
        state.wrongType(value, goType);
        return value;
      }
      if (value.length === 0) return null;
      const { path } = state;
      for (let i = 0; i < value.length; i++) {
        const before: unknown = value[i];
        path.push(`[${i}]`);
        const after = before === null ? item.zero() : item.decode(before, state);
        path.pop();
        if (after !== before) value[i] = after;
      }
      return value;
    },
    convert(value, state) {
      if (!Array.isArray(value)) return state.fail(`cannot restore slice from ${goKind(value)}`);
      return value.map((before: unknown, i) => {
        state.path.push(`[${i}]`);
        const after = before === null ? null : item.convert(before, state);
        state.path.pop();
        return after;
      });
    },
    ordered: (value) => (Array.isArray(value) ? value.map((one) => item.ordered(one)) : value),
    zero: () => null,
    isEmpty: (value) => value === null,
  };
}

export function mapDecoder(goType: string, element: Decoder): Decoder {
  return {
    goType,
    decode(value, state) {
      if (!isJsonObject(value)) {
        state.wrongType(value, goType);
        return value;
      }
      const { path } = state;
      let empty = true;
      for (const key of Object.keys(value)) {
        empty = false;
        const before = value[key];
        path.push(path.length === 0 ? key : `.${key}`);
        const after = before === null ? element.zero() : element.decode(before, state);
        path.pop();
        if (after !== before) value[key] = after;
      }
      return empty ? null : value;
    },
    convert(value, state) {
      if (!isJsonObject(value)) return state.fail(`cannot restore map from ${goKind(value)}`);
      for (const key of Object.keys(value)) {
        const before = value[key];
        if (before === null) continue;
        state.path.push(state.path.length === 0 ? key : `.${key}`);
        value[key] = element.convert(before, state);
        state.path.pop();
      }
      return value;
    },
    ordered: (value) => sortedKeys(value, (one) => element.ordered(one)),
    zero: () => null,
    isEmpty: (value) => value === null,
  };
}

/** The value with sorted keys, as Go writes maps. */
function sortedKeys(value: unknown, inner: (value: unknown) => unknown): unknown {
  if (!isJsonObject(value)) return value;
  const entries = Object.keys(value)
    .sort()
    .map((key) => [key, inner(value[key])]);
  return Object.fromEntries(entries) as unknown;
}
