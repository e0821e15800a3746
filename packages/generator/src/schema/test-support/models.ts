import type { SourcePosition } from '../../diagnostics/diagnostic.js';
import type { Marker, MarkerValue } from '../../model/marker.js';
import type {
  ArrayType,
  EnumType,
  Field,
  KnownType,
  NullableType,
  ObjectType,
  ReferenceType,
  ScalarType,
  SchemaType,
  TypeDeclaration,
  UnionType,
} from '../../model/schema-type.js';

/** Models written by hand, as a reader of source code makes them. Positions are line numbers of one file. */
export const at = (line: number): SourcePosition => ({ file: '/project/types.ts', line, column: 1 });

export const string: ScalarType = { type: 'scalar', scalar: 'string' };
export const boolean: ScalarType = { type: 'scalar', scalar: 'boolean' };
export const number: ScalarType = { type: 'scalar', scalar: 'number' };
export const int32: ScalarType = { type: 'scalar', scalar: 'integer', format: 'int32' };
export const known = (name: KnownType['known']): KnownType => ({ type: 'known', known: name });
export const array = (items: SchemaType): ArrayType => ({ type: 'array', items });
export const map = (values: SchemaType): SchemaType => ({ type: 'map', values });
export const nullable = (of: SchemaType): NullableType => ({ type: 'nullable', of });
export const literals = (...values: Array<string | number | boolean>): EnumType => ({
  type: 'enum',
  scalar: typeof values[0] === 'string' ? 'string' : typeof values[0] === 'boolean' ? 'boolean' : 'integer',
  values,
});
export const union = (members: SchemaType[], discriminator?: string): UnionType => ({
  type: 'union',
  members,
  ...(discriminator === undefined ? {} : { discriminator }),
});

export const marker = (name: string, value: MarkerValue = true, line?: number): Marker => ({
  name,
  value,
  ...(line === undefined ? {} : { position: at(line) }),
});

/** `+kubebuilder:validation:<name>=<value>`. */
export const validation = (name: string, value: MarkerValue = true, line?: number): Marker =>
  marker(`kubebuilder:validation:${name}`, value, line);

export interface FieldInit extends Partial<Omit<Field, 'name' | 'fieldType'>> {
  readonly line?: number;
}

/** `name?` is an optional field. */
export function field(name: string, fieldType: SchemaType, { line, ...init }: FieldInit = {}): Field {
  const optional = name.endsWith('?');
  return {
    name: optional ? name.slice(0, -1) : name,
    optional,
    documentation: '',
    markers: [],
    fieldType,
    ...(line === undefined ? {} : { position: at(line) }),
    ...init,
  };
}

export const object = (...fields: Field[]): ObjectType => ({ type: 'object', fields });

export interface DeclarationInit extends Partial<Omit<TypeDeclaration, 'name' | 'declared'>> {
  readonly line?: number;
}

export function declaration(
  name: string,
  declared: SchemaType | (() => SchemaType),
  { line, ...init }: DeclarationInit = {},
): TypeDeclaration {
  return {
    id: `/project/types.ts#${name}`,
    name,
    documentation: '',
    markers: [],
    ...(line === undefined ? {} : { position: at(line) }),
    ...init,
    get declared() {
      return typeof declared === 'function' ? declared() : declared;
    },
  };
}

export const reference = (to: TypeDeclaration): ReferenceType => ({ type: 'reference', declaration: to });
