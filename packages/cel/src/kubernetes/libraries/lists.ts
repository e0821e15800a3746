import { compare } from '../../compare.js';
import type { FunctionDeclaration, Implementation, Library } from '../../library.js';
import {
  BOOL,
  BYTES,
  DOUBLE,
  DURATION,
  INT,
  listType,
  STRING,
  TIMESTAMP,
  typeParam,
  UINT,
} from '../../types.js';
import type { Type } from '../../types.js';
import {
  CelError,
  Double,
  Duration,
  equal,
  int,
  isError,
  isInt,
  ListValue,
  Uint,
  uint,
} from '../../values.js';
import type { Value } from '../../values.js';
import { noSuchOverload } from '../../library/errors.js';

const SUMMABLE: ReadonlyArray<readonly [string, Type, Value]> = [
  ['int', INT, 0],
  ['uint', UINT, uint(0n)!],
  ['double', DOUBLE, new Double(0)],
  ['duration', DURATION, new Duration(0n)],
];

const COMPARABLE: ReadonlyArray<readonly [string, Type]> = [
  ['int', INT],
  ['uint', UINT],
  ['double', DOUBLE],
  ['bool', BOOL],
  ['duration', DURATION],
  ['timestamp', TIMESTAMP],
  ['string', STRING],
  ['bytes', BYTES],
];

const isSorted: Implementation = (list) => {
  if (!(list instanceof ListValue)) return noSuchOverload();
  let previous: Value | undefined;
  for (const item of list) {
    if (previous !== undefined) {
      const order = compare(previous, item);
      if (typeof order !== 'number') return order;
      if (order > 0) return false;
    }
    previous = item;
  }
  return true;
};

/** `a + b` of two values of one summable type. */
function addValues(a: Value, b: Value): Value {
  if (isError(b)) return b;
  if (isInt(a) && isInt(b)) return int(BigInt(a) + BigInt(b)) ?? new CelError('integer overflow');
  if (a instanceof Uint && b instanceof Uint)
    return uint(a.value + b.value) ?? new CelError('unsigned integer overflow');
  if (a instanceof Double && b instanceof Double) return new Double(a.value + b.value);
  if (!(a instanceof Duration) || !(b instanceof Duration)) return noSuchOverload();
  const nanos = a.nanos + b.nanos;
  return BigInt.asIntN(64, nanos) === nanos ? new Duration(nanos) : new CelError('duration overflow');
}

const sumFrom =
  (zero: Value): Implementation =>
  (list) => {
    if (!(list instanceof ListValue)) return noSuchOverload();
    let sum = zero;
    for (const item of list) {
      sum = addValues(sum, item);
      if (isError(sum)) return sum;
    }
    return sum;
  };

const extreme =
  (name: 'min' | 'max'): Implementation =>
  (list) => {
    if (!(list instanceof ListValue)) return noSuchOverload();
    let found: Value | undefined;
    for (const item of list) {
      if (isError(item)) return item;
      const order = found === undefined ? undefined : compare(found, item);
      if (found === undefined || (name === 'min' ? order === 1 : order === -1)) found = item;
    }
    return found ?? new CelError(`${name} called on empty list`);
  };

const indexOf: Implementation = (list, item) => {
  if (!(list instanceof ListValue)) return noSuchOverload();
  for (let i = 0; i < list.size; i++) if (equal(list.get(i), item!)) return i;
  return -1;
};

const lastIndexOf: Implementation = (list, item) => {
  if (!(list instanceof ListValue)) return noSuchOverload();
  for (let i = list.size - 1; i >= 0; i--) if (equal(list.get(i), item!)) return i;
  return -1;
};

const search = (name: string, id: string, implementation: Implementation): FunctionDeclaration => ({
  name,
  overloads: [
    {
      id,
      member: true,
      args: [listType(typeParam('A')), typeParam('A')],
      result: INT,
      implementation,
    },
  ],
});

const ofComparable = (
  name: string,
  id: (type: string) => string,
  result: (type: Type) => Type,
  implementation: Implementation,
): FunctionDeclaration => ({
  name,
  overloads: COMPARABLE.map(([typeName, type]) => ({
    id: id(typeName),
    member: true,
    args: [listType(type)],
    result: result(type),
    implementation,
  })),
});

/** `[1, 2].sum()` and the like (apiserver `pkg/cel/library/lists.go`). */
export const listLibrary: Library = {
  name: 'kubernetes.lists',
  functions: [
    ofComparable(
      'isSorted',
      (type) => `list_${type}_is_sorted_bool`,
      () => BOOL,
      isSorted,
    ),
    {
      name: 'sum',
      overloads: SUMMABLE.map(([typeName, type, zero]) => ({
        id: `list_${typeName}_sum_${typeName}`,
        member: true,
        args: [listType(type)],
        result: type,
        implementation: sumFrom(zero),
      })),
    },
    ofComparable(
      'max',
      (type) => `list_${type}_max_${type}`,
      (type) => type,
      extreme('max'),
    ),
    ofComparable(
      'min',
      (type) => `list_${type}_min_${type}`,
      (type) => type,
      extreme('min'),
    ),
    search('indexOf', 'list_a_index_of_int', indexOf),
    search('lastIndexOf', 'list_a_last_index_of_int', lastIndexOf),
  ],
};
