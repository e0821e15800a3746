import type { Library } from '../library.js';
import {
  BOOL,
  BYTES,
  DOUBLE,
  DURATION,
  INT,
  listType,
  mapType,
  NULL,
  STRING,
  TIMESTAMP,
  TYPE,
  typeParam,
  UINT,
} from '../types.js';
import { ARITHMETIC } from './standard/arithmetic.js';
import { COLLECTIONS } from './standard/collections.js';
import { COMPARISON } from './standard/comparison.js';
import { CONVERSIONS } from './standard/conversions.js';
import { STANDARD_MACROS } from './standard/macros.js';
import { STRINGS } from './standard/strings.js';
import { TIME } from './standard/time.js';

/** The functions, operators, macros and types that every environment has (cel-go: cel.StdLib). */
export const STANDARD_LIBRARY: Library = {
  name: 'cel.lib.std',
  functions: [...COMPARISON, ...ARITHMETIC, ...COLLECTIONS, ...CONVERSIONS, ...STRINGS, ...TIME],
  macros: STANDARD_MACROS,
  types: [
    BOOL,
    BYTES,
    DOUBLE,
    DURATION,
    INT,
    listType(typeParam('A')),
    mapType(typeParam('A'), typeParam('B')),
    NULL,
    STRING,
    TIMESTAMP,
    TYPE,
    UINT,
  ],
};
