import { typeOf } from '../runtime-type.js';
import type { TypeKind } from '../types.js';
import type { Value } from '../values.js';

const GO_TYPES: Partial<Record<TypeKind, string>> = {
  bool: 'types.Bool',
  bytes: 'types.Bytes',
  double: 'types.Double',
  duration: 'types.Duration',
  int: 'types.Int',
  list: '*types.baseList',
  map: '*types.baseMap',
  null: 'types.Null',
  string: 'types.String',
  timestamp: 'types.Timestamp',
  type: '*types.Type',
  uint: 'types.Uint',
};

/** The Go type of a value, which some errors of cel-go print. */
export const goTypeOf = (value: Value): string => {
  const { kind, name } = typeOf(value);
  return GO_TYPES[kind] ?? (name === 'optional_type' ? '*types.Optional' : name);
};
