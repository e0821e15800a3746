import type { Value } from './values.js';

/** Kinds of types, as cel-go's common/types. */
export type TypeKind =
  | 'dyn'
  | 'error'
  | 'null'
  | 'bool'
  | 'int'
  | 'uint'
  | 'double'
  | 'string'
  | 'bytes'
  | 'timestamp'
  | 'duration'
  | 'list'
  | 'map'
  | 'type'
  | 'struct'
  | 'opaque'
  | 'typeParam';

/**
 * A CEL type. Immutable. Also a value: `type(1)` evaluates to {@link INT}.
 *
 * `struct` types are objects whose fields a {@link TypeProvider} declares; `opaque` types are what libraries register
 * (cel-go's abstract types), optionally with parameters, `optional_type(T)` being one.
 */
export class Type {
  readonly kind: TypeKind;
  /** The run-time name: `int`, `google.protobuf.Timestamp`, `net.IP`, the name of the object type. */
  readonly name: string;
  readonly parameters: readonly Type[];

  constructor(kind: TypeKind, name: string, parameters: readonly Type[] = []) {
    this.kind = kind;
    this.name = name;
    this.parameters = parameters;
  }

  toString(): string {
    return formatType(this);
  }
}

export const DYN: Type = new Type('dyn', 'dyn');
export const ERROR: Type = new Type('error', '*error*');
export const NULL: Type = new Type('null', 'null_type');
export const BOOL: Type = new Type('bool', 'bool');
export const INT: Type = new Type('int', 'int');
export const UINT: Type = new Type('uint', 'uint');
export const DOUBLE: Type = new Type('double', 'double');
export const STRING: Type = new Type('string', 'string');
export const BYTES: Type = new Type('bytes', 'bytes');
export const TIMESTAMP: Type = new Type('timestamp', 'google.protobuf.Timestamp');
export const DURATION: Type = new Type('duration', 'google.protobuf.Duration');
export const TYPE: Type = new Type('type', 'type');

/** The run-time types of lists and maps, whose parameters are not known. */
export const LIST: Type = new Type('list', 'list', [DYN]);
export const MAP: Type = new Type('map', 'map', [DYN, DYN]);

export const listType = (element: Type): Type => new Type('list', 'list', [element]);
export const mapType = (key: Type, value: Type): Type => new Type('map', 'map', [key, value]);
/** An object type whose fields the {@link TypeProvider} of the environment declares under this name. */
export const objectType = (name: string): Type => new Type('struct', name);
/** A type that a library registers, such as `net.IP`. */
export const opaqueType = (name: string, ...parameters: Type[]): Type => new Type('opaque', name, parameters);
export const optionalType = (value: Type): Type => new Type('opaque', 'optional_type', [value]);
export const typeParam = (name: string): Type => new Type('typeParam', name);
/** The type of an expression that denotes a type: `type(int)` for `int`. */
export const typeType = (of: Type): Type => new Type('type', 'type', [of]);

/** Whether both are the same type in every part (cel-go: Type.IsExactType). */
export const sameType = (a: Type, b: Type): boolean => {
  if (a === b) return true;
  if (a.kind !== b.kind || a.name !== b.name || a.parameters.length !== b.parameters.length) return false;
  return a.parameters.every((parameter, index) => sameType(parameter, b.parameters[index]!));
};

/** The element type of `optional_type(T)`, or undefined of any other type. */
export const optionalElement = (type: Type): Type | undefined =>
  type.kind === 'opaque' && type.name === 'optional_type' ? type.parameters[0] : undefined;

const FORMATTED: Partial<Record<TypeKind, string>> = {
  error: '!error!',
  null: 'null',
  timestamp: 'timestamp',
  duration: 'duration',
};

/** A type as checker messages print it (cel-go: checker.FormatCELType). */
export const formatType = (type: Type): string => {
  const fixed = FORMATTED[type.kind];
  if (fixed !== undefined) return fixed;
  if (type.parameters.length === 0) return type.name;
  return `${type.name}(${type.parameters.map(formatType).join(', ')})`;
};

/** Tells the checker which object types there are. All names are qualified. */
export interface TypeProvider {
  /** The type itself (not the type of the type), where `name` is an object or opaque type. */
  findType(name: string): Type | undefined;
  /** The type of a field; undefined where the object type has none of that name. */
  findField(typeName: string, field: string): Type | undefined;
  /** Makes `TypeName{field: value}`. Absent: objects cannot be made by expressions. */
  create?(typeName: string, fields: ReadonlyMap<string, Value>): Value;
}
