import { BOOL, BYTES, DOUBLE, INT, NULL, STRING, UINT } from '../types.js';
import type { Type } from '../types.js';
import { Double, Uint } from '../values.js';
import type { Value } from '../values.js';

/** The type of a literal as the parser makes them. */
export const literalType = (value: Value): Type => {
  if (value === null) return NULL;
  switch (typeof value) {
    case 'boolean':
      return BOOL;
    case 'string':
      return STRING;
    case 'number':
    case 'bigint':
      return INT;
    default:
      if (value instanceof Uint) return UINT;
      return value instanceof Double ? DOUBLE : BYTES;
  }
};
