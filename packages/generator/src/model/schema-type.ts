import type { SourcePosition } from '../diagnostics/diagnostic.js';
import type { Marker } from './marker.js';

/**
 * What the generator knows of a type, whatever it was written in: TypeScript of the user's, or the Go types of
 * Kubernetes. Names stay (`ReferenceType`), because markers stand on named types; what TypeScript composes
 * (`extends`, `&`, `Pick`, `Partial`, generics) is already resolved.
 */
export type SchemaType =
  | ScalarType
  | KnownType
  | EnumType
  | ArrayType
  | TupleType
  | MapType
  | ObjectType
  | UnionType
  | NullableType
  | ReferenceType
  | AnyType;

/** A value of one JSON type. */
export interface ScalarType {
  readonly type: 'scalar';
  readonly scalar: 'string' | 'boolean' | 'integer' | 'number';
  /** `int32`, `int64`, `float`, `double`, `byte`, `date-time`, `duration`, ... */
  readonly format?: string;
  /** Of a template literal type: `` `v${number}` `` is text of this pattern. Markers add theirs. */
  readonly pattern?: string;
}

/** Types whose schema Kubernetes fixes, as controller-gen's known types and Kubernetes' OpenAPI have them. */
export interface KnownType {
  readonly type: 'known';
  readonly known:
    | 'ObjectMeta'
    | 'Time'
    | 'MicroTime'
    | 'Duration'
    | 'Quantity'
    | 'IntOrString'
    | 'RawExtension'
    | 'Unstructured'
    | 'FieldsV1'
    | 'JSON';
}

/** One of some literals, all of one JSON type. `undefined` and `null` are never among them. */
export interface EnumType {
  readonly type: 'enum';
  readonly scalar: 'string' | 'number' | 'integer' | 'boolean';
  readonly values: readonly (string | number | boolean)[];
}

export interface ArrayType {
  readonly type: 'array';
  readonly items: SchemaType;
}

/** `[A, B?]` and `[A, ...B[]]`: JSON Schema of Kubernetes has one schema for all items, so all must be of one type. */
export interface TupleType {
  readonly type: 'tuple';
  readonly items: readonly SchemaType[];
  readonly minItems: number;
  /** Absent with a rest element. */
  readonly maxItems?: number;
}

/** `Record<string, T>` or an index signature. */
export interface MapType {
  readonly type: 'map';
  readonly values: SchemaType;
}

export interface ObjectType {
  readonly type: 'object';
  readonly fields: readonly Field[];
}

/** A union of object types, or of different JSON types. */
export interface UnionType {
  readonly type: 'union';
  readonly members: readonly SchemaType[];
  /** The field whose literal tells the members apart, where there is one. */
  readonly discriminator?: string;
  readonly position?: SourcePosition;
}

/** `T | null`. */
export interface NullableType {
  readonly type: 'nullable';
  readonly of: SchemaType;
}

export interface ReferenceType {
  readonly type: 'reference';
  readonly declaration: TypeDeclaration;
}

/** `unknown`, `any` of Kubernetes' own types, `object`: fields are kept, and nothing is said of them. */
export interface AnyType {
  readonly type: 'any';
  /** `object`: a JSON object, whatever its fields. */
  readonly isObject?: boolean;
  readonly position?: SourcePosition;
}

export interface Field {
  readonly name: string;
  /** Written with a question mark, or `omitempty` in Go. Markers (`+optional`, `+required`) outrank it. */
  readonly optional: boolean;
  /** The comment's text without its markers: lines joined with `\n`, as controller-gen writes it. */
  readonly documentation: string;
  readonly markers: readonly Marker[];
  readonly fieldType: SchemaType;
  /** Embedded without a name of its own (Go's inline fields); its fields are those of the object. Go types only. */
  readonly inline?: boolean;
  readonly position?: SourcePosition;
}

/** An interface, class, alias or enum with a name. */
export interface TypeDeclaration {
  /**
   * Unique in a program: `/project/src/api/v1/app-service.ts#AppServiceSpec`, with type arguments where it has any;
   * for the types of Kubernetes the Go package, `k8s.io/api/core/v1#Container`.
   */
  readonly id: string;
  readonly name: string;
  readonly documentation: string;
  readonly markers: readonly Marker[];
  /** Computed when first read, so that types may refer to themselves; whoever walks them looks out for circles. */
  readonly declared: SchemaType;
  readonly position?: SourcePosition;
}
