import { fieldElement } from './path-element.js';
import type { PathElement } from './path-element.js';

/** What kind of scalar a type takes. */
export type ScalarType = 'string' | 'numeric' | 'boolean' | 'untyped';

/** In which form a value counts: as what its type takes it for. */
export type Form = 'scalar' | 'list' | 'map';

/**
 * What merging needs to know of a type: which forms its values may have, and how lists and maps are owned. Types are made
 * once per kind, and their parts when they are first looked at, so that recursive ones are no trouble
 * (structured-merge-diff `schema/elements.go`, Atom).
 */
export interface SchemaType {
  /** Names it in messages; undefined for types that have no name. */
  readonly name: string | undefined;
  readonly scalar: ScalarType | undefined;
  readonly list: ListType | undefined;
  readonly map: MapType | undefined;
}

/** A list: owned as one value, or item by item. */
export interface ListType {
  /** Owned as a whole. Otherwise it is a set of scalars, or a list of maps with `keys`. */
  readonly atomic: boolean;
  /** The fields that tell items apart, sorted; none for sets. */
  readonly keys: readonly string[];
  /** The same in the order in which the schema has them, for messages. */
  readonly declaredKeys: readonly string[];
  readonly item: SchemaType;
}

/** A map or a struct: owned as one value, or field by field. */
export interface MapType {
  readonly atomic: boolean;
  /** Declared fields. */
  readonly fields: ReadonlyMap<string, FieldType>;
  /** The type of fields that are not declared; undefined when there may be none. */
  readonly element: SchemaType | undefined;
}

export interface FieldType {
  /** The step of a path to this field. */
  readonly element: PathElement;
  readonly type: SchemaType;
  /** What an item of a list has for this key when it names none; undefined for nothing. */
  readonly default: unknown;
}

/** A field whose type is made when it is first looked at. */
export class LazyField implements FieldType {
  readonly element: PathElement;
  readonly default: unknown;
  private readonly make: () => SchemaType;
  private made: SchemaType | undefined;

  constructor(name: string, make: () => SchemaType, defaultValue?: unknown) {
    this.element = fieldElement(name);
    this.make = make;
    this.default = defaultValue;
  }

  get type(): SchemaType {
    return (this.made ??= this.make());
  }
}

const NO_FIELDS: ReadonlyMap<string, FieldType> = new Map();

/** Any value, owned as a whole. */
export const untypedAtomic: SchemaType = {
  name: '__untyped_atomic_',
  scalar: 'untyped',
  get list(): ListType {
    return { atomic: true, keys: [], declaredKeys: [], item: untypedAtomic };
  },
  get map(): MapType {
    return { atomic: true, fields: NO_FIELDS, element: untypedAtomic };
  },
};

const DEDUCED_LIST: ListType = { atomic: true, keys: [], declaredKeys: [], item: untypedAtomic };

/** Any value, by its own form: maps field by field, lists as a whole. For objects of which no schema is known. */
export const deducedType: SchemaType = {
  name: '__untyped_deduced_',
  scalar: 'untyped',
  list: DEDUCED_LIST,
  get map(): MapType {
    return DEDUCED_MAP;
  },
};

const DEDUCED_MAP: MapType = {
  atomic: false,
  fields: NO_FIELDS,
  get element(): SchemaType {
    return deducedType;
  },
};

/** Whether a type says nothing of its values. */
export const isDeduced = (type: SchemaType): boolean => type === deducedType;

/** The type of a field of a map; undefined when it may have no such field. */
export function fieldTypeOf(map: MapType, name: string): SchemaType | undefined {
  return map.fields.get(name)?.type ?? map.element;
}

/** The step to a field of a map. */
export const elementOfField = (map: MapType, name: string): PathElement =>
  map.fields.get(name)?.element ?? fieldElement(name);

/** Which of the forms of its type a value has; undefined when it has none of them, as null has. */
export function formOf(type: SchemaType, value: unknown): Form | undefined {
  if (value === null || value === undefined) return undefined;
  if (typeof value !== 'object') return type.scalar === undefined ? undefined : 'scalar';
  if (Array.isArray(value)) return type.list === undefined ? undefined : 'list';
  return type.map === undefined ? undefined : 'map';
}

/** The form in which a value is handled that has none of its own. */
export function firstForm(type: SchemaType): Form {
  if (type.map !== undefined) return 'map';
  return type.scalar === undefined ? 'list' : 'scalar';
}

/** Whether a type takes values of one form only. */
export function isSingleForm({ scalar, list, map }: SchemaType): boolean {
  return Number(scalar !== undefined) + Number(list !== undefined) + Number(map !== undefined) === 1;
}
