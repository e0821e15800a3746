import { deducedType, LazyField, untypedAtomic } from './schema-type.js';
import type { FieldType, ListType, MapType, ScalarType, SchemaType } from './schema-type.js';

/** What merging reads of a schema in OpenAPI v3: that of a built-in kind, or the published one of a custom resource. */
export interface TypeSchema {
  readonly $ref?: string;
  readonly allOf?: readonly TypeSchema[];
  readonly type?: string;
  readonly format?: string;
  readonly default?: unknown;
  readonly properties?: Readonly<Record<string, TypeSchema>>;
  readonly additionalProperties?: TypeSchema | boolean;
  readonly items?: TypeSchema | readonly TypeSchema[];
  readonly 'x-kubernetes-list-type'?: string;
  readonly 'x-kubernetes-list-map-keys'?: readonly string[];
  readonly 'x-kubernetes-map-type'?: string;
  readonly 'x-kubernetes-patch-strategy'?: string;
  readonly 'x-kubernetes-patch-merge-key'?: string;
  readonly 'x-kubernetes-preserve-unknown-fields'?: boolean;
}

export interface TypeCompiler {
  /** The type of a schema by its name. Throws RangeError when there is none of that name. */
  named(name: string): SchemaType;
  /** The type of a schema. With `preserveUnknownFields`, objects may have fields that it does not declare. */
  compile(schema: TypeSchema, options?: { preserveUnknownFields?: boolean }): SchemaType;
}

const QUANTITY = 'io.k8s.apimachinery.pkg.api.resource.Quantity';
const RAW_EXTENSION = 'io.k8s.apimachinery.pkg.runtime.RawExtension';

/**
 * Makes types from schemas, each named one once (kube-openapi `pkg/schemaconv/openapi.go`). Lists without a list type of
 * their own are owned as their patch strategy says, and otherwise as a whole.
 */
export function createTypeCompiler(schemaOf: (name: string) => TypeSchema | undefined): TypeCompiler {
  const types = new Map<string, SchemaType>();
  /** Named types that are owned as a whole where they are used, other than where they are declared. */
  const overrides = new Map<string, SchemaType>();

  const named = (name: string): SchemaType => {
    let type = types.get(name);
    if (type === undefined) {
      type = makeNamed(name);
      types.set(name, type);
    }
    return type;
  };

  const makeNamed = (name: string): SchemaType => {
    if (name === QUANTITY) return { name, scalar: 'untyped', list: undefined, map: undefined };
    if (name === RAW_EXTENSION) return untypedAtomic;
    const schema = schemaOf(name);
    if (schema === undefined) throw new RangeError(`no schema is known by the name ${name}`);
    return typeOf(schema, false, name);
  };

  const typeOf = (schema: TypeSchema, preserving: boolean, name?: string): SchemaType => {
    const preserve = preserving || schema['x-kubernetes-preserve-unknown-fields'] === true;
    const only = { name, scalar: undefined, list: undefined, map: undefined };
    switch (schema.type) {
      case undefined:
        return { name, scalar: 'untyped', list: listOf(schema, preserve), map: mapOf(schema, preserve) };
      case 'object':
        return { ...only, map: mapOf(schema, preserve) };
      case 'array':
        return { ...only, list: listOf(schema, preserve) };
      default:
        return { ...only, scalar: scalarOf(schema) };
    }
  };

  const referred = (schema: TypeSchema, preserve: boolean): SchemaType => {
    const ref = schema.$ref ?? (schema.allOf?.length === 1 ? schema.allOf[0]?.$ref : undefined);
    if (ref === undefined) return typeOf(schema, preserve);
    const name = ref.slice(ref.lastIndexOf('/') + 1);
    const mapType = schema['x-kubernetes-map-type'];
    if (mapType === undefined) return named(name);
    const key = `${name} ${mapType}`;
    let type = overrides.get(key);
    if (type === undefined) {
      type = withMapType(named(name), mapType === 'atomic');
      overrides.set(key, type);
    }
    return type;
  };

  const mapOf = (schema: TypeSchema, preserve: boolean): MapType => {
    const fields = new Map<string, FieldType>();
    const { properties = {}, additionalProperties } = schema;
    for (const name of Object.keys(properties)) {
      const property = properties[name] as TypeSchema;
      fields.set(
        name,
        new LazyField(name, () => referred(property, preserve), property.default ?? undefined),
      );
    }
    const atomic = schema['x-kubernetes-map-type'] === 'atomic';
    if (typeof additionalProperties === 'object') {
      const element = new LazyField('', () => referred(additionalProperties, preserve));
      return {
        atomic,
        fields,
        get element() {
          return element.type;
        },
      };
    }
    const isOpen = additionalProperties ?? (preserve || fields.size === 0);
    return { atomic, fields, element: isOpen ? deducedType : undefined };
  };

  const listOf = (schema: TypeSchema, preserve: boolean): ListType => {
    const { items } = schema;
    const { atomic, keys } = relationshipOf(schema);
    const item = new LazyField('', () =>
      items === undefined
        ? untypedAtomic
        : referred((Array.isArray(items) ? items[0] : items) as TypeSchema, preserve),
    );
    return {
      atomic,
      keys: [...keys].sort(),
      declaredKeys: keys,
      get item() {
        return item.type;
      },
    };
  };

  return {
    named,
    compile: (schema, { preserveUnknownFields = false } = {}) => referred(schema, preserveUnknownFields),
  };
}

function withMapType(type: SchemaType, atomic: boolean): SchemaType {
  if (type.map === undefined) return type;
  const { fields } = type.map;
  const source = type.map;
  const map: MapType = {
    atomic,
    fields,
    get element() {
      return source.element;
    },
  };
  return { name: type.name, scalar: type.scalar, list: type.list, map };
}

function scalarOf({ type, format }: TypeSchema): ScalarType {
  if (type === 'integer' || type === 'number') return 'numeric';
  if (type === 'boolean') return 'boolean';
  if (type !== 'string') return 'untyped';
  return format === undefined || format === '' || format === 'byte' ? 'string' : 'untyped';
}

function relationshipOf(schema: TypeSchema): { atomic: boolean; keys: readonly string[] } {
  const listType = schema['x-kubernetes-list-type'];
  if (listType === 'set') return { atomic: false, keys: [] };
  if (listType === 'map') return { atomic: false, keys: schema['x-kubernetes-list-map-keys'] ?? [] };
  const strategy = schema['x-kubernetes-patch-strategy'];
  if (listType !== undefined || (strategy !== 'merge' && strategy !== 'merge,retainKeys')) {
    return { atomic: true, keys: [] };
  }
  const key = schema['x-kubernetes-patch-merge-key'];
  return { atomic: false, keys: key === undefined ? [] : [key] };
}
