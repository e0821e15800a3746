import { canonicalQuantity, isJsonObject } from '@kubewright/api';
import { asItIs, convertByDecoding, goKind } from './decoder.js';
import type { Decoder } from './decoder.js';
import { normalizeTime, TimeParseError } from './go-time.js';

const never = (): boolean => false;

/** `metav1.Time` and `metav1.MicroTime`: a string in RFC 3339; null is the zero time. */
export function timeDecoder(precision: 'time' | 'microTime'): Decoder {
  return {
    goType: precision === 'time' ? 'v1.Time' : 'v1.MicroTime',
    decode(value, state) {
      if (typeof value !== 'string') return state.wrongTypeAtOnce(value, 'string');
      try {
        return normalizeTime(value, precision);
      } catch (error) {
        if (error instanceof TimeParseError) return state.fail(error.message);
        throw error;
      }
    },
    convert: convertByDecoding,
    ordered: asItIs,
    zero: () => null,
    isEmpty: (value) => value === null,
  };
}

const QUANTITY_FORMAT =
  "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
const QUANTITY_SUFFIX = "unable to parse quantity's suffix";

/** `resource.Quantity`: a string or a number, rewritten in canonical form. */
export const quantityDecoder: Decoder = {
  goType: 'resource.Quantity',
  decode(value, state) {
    if (typeof value !== 'string' && typeof value !== 'number') return state.fail(QUANTITY_FORMAT);
    const text = String(value).trim();
    try {
      return canonicalQuantity(text);
    } catch {
      const shaped = /^[+-]?(?:\d+\.?\d*|\.\d*)[eEinumkKMGTP]+[-+]?\d*$/.test(text);
      return state.fail(shaped ? QUANTITY_SUFFIX : QUANTITY_FORMAT);
    }
  },
  convert: convertByDecoding,
  ordered: asItIs,
  zero: () => '0',
  isEmpty: never,
};

/** `intstr.IntOrString`. */
export const intOrStringDecoder: Decoder = {
  goType: 'intstr.IntOrString',
  decode(value, state) {
    if (typeof value === 'string') return value;
    if (typeof value !== 'number' || !Number.isInteger(value) || value > 2147483647 || value < -2147483648) {
      return state.wrongTypeAtOnce(value, 'int32');
    }
    return value;
  },
  convert: convertByDecoding,
  ordered: asItIs,
  zero: () => 0,
  isEmpty: never,
};

/** `[]byte`: base64, written back without line breaks; Go also takes a list of numbers. */
export const bytesDecoder: Decoder = {
  goType: '[]uint8',
  decode(value, state) {
    if (Array.isArray(value) && value.every((byte) => Number.isInteger(byte) && byte >= 0 && byte < 256)) {
      return btoa(String.fromCharCode(...(value as number[])));
    }
    if (typeof value !== 'string') {
      state.wrongType(value, '[]uint8');
      return value;
    }
    const text = /[\r\n]/.test(value) ? value.replace(/[\r\n]/g, '') : value;
    const fault = base64Fault(text);
    if (fault !== undefined) state.save(`illegal base64 data at input byte ${fault}`);
    return text;
  },
  convert(value, state) {
    if (typeof value !== 'string') {
      if (!Array.isArray(value)) return state.fail(`cannot restore slice from ${goKind(value)}`);
      return convertByDecoding.call(this, value);
    }
    const fault = base64Fault(value.replace(/[\r\n]/g, ''));
    if (fault !== undefined)
      state.fail(`error decoding from json: illegal base64 data at input byte ${fault}`);
    return value;
  },
  ordered: asItIs,
  zero: () => '',
  isEmpty: (value) => value === '',
};

// Where Go's base64.StdEncoding stops (encoding/base64, decodeQuantum).
function base64Fault(text: string): number | undefined {
  const body = /^[A-Za-z0-9+/]*/.exec(text)?.[0].length ?? 0;
  const inGroup = body % 4;
  if (body === text.length) return inGroup === 0 ? undefined : body - inGroup;
  if (text[body] !== '=' || inGroup < 2) return body;
  if (inGroup === 3) return body + 1 === text.length ? undefined : body + 1;
  if (body + 1 === text.length) return text.length;
  if (text[body + 1] !== '=') return body;
  return body + 2 === text.length ? undefined : body + 2;
}

/**
 * The unions of CustomResourceDefinition schemas: a schema, or something else in its place. They decode their inside by
 * themselves, so that strict decoding does not see unknown fields in there.
 */
export function schemaOrDecoder(
  goType: string,
  schema: Decoder,
  allowed: 'boolean' | 'stringList' | 'schemaList',
): Decoder {
  return {
    goType,
    decode(value, state) {
      if (allowed === 'boolean') {
        if (typeof value === 'boolean') return value;
        if (!isJsonObject(value)) return state.fail('boolean or JSON schema expected');
      }
      if (allowed === 'stringList' && Array.isArray(value)) return value;
      if (allowed === 'schemaList' && Array.isArray(value)) {
        for (const item of value) schema.decode(item, state);
        return value;
      }
      const known = state.unknownFields.length;
      const decoded = schema.decode(value, state);
      state.unknownFields.length = known;
      return decoded;
    },
    convert: convertByDecoding,
    ordered: (value) =>
      Array.isArray(value) ? value.map((item) => schema.ordered(item)) : schema.ordered(value),
    zero: () => null,
    isEmpty: never,
  };
}
