import { isJsonObject } from '@kubewright/api';
import type { DecodeState } from './decode-state.js';

/**
 * Decodes one Go type: checks a JSON value, and returns it as Go would write it back (in place for objects and lists,
 * which belong to the decoder's caller).
 */
export interface Decoder {
  /** As Go prints it: `int32`, `[]v1.Container`. */
  readonly goType: string;
  /** Never called with null or undefined, for which `zero` stands. */
  decode(value: unknown, state: DecodeState): unknown;
  /** Go's zero value as JSON; a fresh one for objects. */
  zero(): unknown;
  /** Whether `omitempty` leaves the value out. */
  isEmpty(value: unknown): boolean;
}

const never = (): boolean => false;

export function stringDecoder(goType: string): Decoder {
  return {
    goType,
    decode(value, state) {
      if (typeof value !== 'string') state.wrongType(value, goType);
      return value;
    },
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
  zero: () => 0,
  isEmpty: (value) => value === 0,
};

/** Any JSON: `runtime.RawExtension`, `metav1.FieldsV1`, `apiextensions.JSON`. */
export function anyDecoder(goType: string): Decoder {
  return { goType, decode: (value) => value, zero: () => null, isEmpty: never };
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
    zero: () => null,
    isEmpty: (value) => value === null,
  };
}
