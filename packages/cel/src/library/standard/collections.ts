import type { FunctionDeclaration, Overload } from '../../library.js';
import { codePointCount } from '../../text.js';
import { BOOL, BYTES, INT, listType, mapType, STRING, typeParam } from '../../types.js';
import type { Type } from '../../types.js';
import { CelError, ListValue, MapValue, ObjectValue } from '../../values.js';
import type { Value } from '../../values.js';
import { noSuchOverload } from '../errors.js';

const A = typeParam('A');
const B = typeParam('B');
const LIST = listType(A);
const MAP = mapType(A, B);

const size = (value: Value): Value => {
  if (typeof value === 'string') return codePointCount(value);
  if (value instanceof ListValue || value instanceof MapValue) return value.size;
  if (value instanceof Uint8Array) return value.length;
  return new CelError('no such overload: size');
};

const sized = (name: string, type: Type): readonly Overload[] => [
  { id: `size_${name}`, args: [type], result: INT },
  { id: `${name}_size`, member: true, args: [type], result: INT },
];

const contains = (value: Value, container: Value): Value => {
  if (container instanceof ListValue) return container.contains(value);
  if (container instanceof MapValue) return container.find(value) !== undefined;
  if (container instanceof ObjectValue && typeof value === 'string')
    return container.find(value) !== undefined;
  return noSuchOverload();
};

/** Indexing, membership and size (cel-go: common/stdlib/standard.go). */
export const COLLECTIONS: readonly FunctionDeclaration[] = [
  {
    name: '_[_]',
    overloads: [
      { id: 'index_list', args: [LIST, INT], result: A },
      { id: 'index_map', args: [MAP, A], result: B },
    ],
    implementation: noSuchOverload,
  },
  {
    name: '@in',
    overloads: [
      { id: 'in_list', args: [A, LIST], result: BOOL },
      { id: 'in_map', args: [A, MAP], result: BOOL },
    ],
    implementation: (value, container) => contains(value!, container!),
  },
  {
    name: 'size',
    overloads: [
      ...sized('bytes', BYTES),
      ...sized('list', LIST),
      ...sized('map', MAP),
      ...sized('string', STRING),
    ],
    implementation: (value) => size(value!),
  },
];
