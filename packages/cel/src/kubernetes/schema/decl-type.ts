import type { JSONSchemaProps } from '@kubewright/api/apiextensions/v1';
import { utf8Length } from '../../cost/value-size.js';
import {
  BOOL,
  BYTES,
  DOUBLE,
  DURATION,
  DYN,
  INT,
  listType,
  mapType,
  objectType,
  STRING,
  TIMESTAMP,
} from '../../types.js';
import type { Type } from '../../types.js';
import { escapeProperty } from './escape.js';
import {
  isEmbeddedResource,
  isIntOrString,
  itemsOf,
  propertiesOf,
  valuesOf,
  withTypeAndObjectMeta,
} from './structural.js';

/** The largest request that is accepted; bounds what no limit of the schema bounds. */
export const MAX_REQUEST_BYTES: number = 3 * 1024 * 1024;

/** A part of a schema as expressions see it: its type, and the sizes from which costs are estimated. */
export interface DeclType {
  readonly kind: 'scalar' | 'list' | 'map' | 'object';
  /** The type of a scalar. */
  readonly scalar?: Type;
  /** By the names under which expressions know them. */
  readonly fields?: ReadonlyMap<string, DeclType>;
  readonly key?: DeclType;
  readonly element?: DeclType;
  /** Most items, entries, characters or bytes that there can be. */
  readonly maxElements: number;
  /** Fewest bytes of it in JSON. */
  readonly minSerializedSize: number;
}

const scalar = (type: Type, minSerializedSize: number, maxElements = 0): DeclType => ({
  kind: 'scalar',
  scalar: type,
  maxElements,
  minSerializedSize,
});

// Lengths of JSON texts (apiserver `pkg/cel/limits.go`), quotation marks included.
const MIN_STRING_SIZE = 2;
const DATE_SIZE = 12;
const MIN_DATE_TIME_SIZE = 21;
const MAX_DATE_TIME_SIZE = 32;
const MIN_DURATION_SIZE = 3;
const MAX_DURATION_SIZE = 32;

const BOOLEAN = scalar(BOOL, 4);
const NUMBER = scalar(DOUBLE, 1);
const INTEGER = scalar(INT, 1);
const KEY = scalar(STRING, MIN_STRING_SIZE);

const atLeastZero = (value: number): number => Math.max(0, value);

/**
 * The declaration of a structural schema; undefined where expressions do not see it: data of unknown structure.
 * `isResourceRoot`: of a custom resource or an embedded one. After apiserver's `pkg/cel/common/schemas.go`.
 */
export function declTypeOf(given: JSONSchemaProps, isResourceRoot: boolean): DeclType | undefined {
  if (isIntOrString(given)) return scalar(DYN, 1, textLength(given));
  const schema = isResourceRoot ? withTypeAndObjectMeta(given) : given;
  switch (schema.type) {
    case 'array':
      return listOf(schema);
    case 'object':
      return valuesOf(schema) === undefined ? objectOf(schema) : mapOf(schema, valuesOf(schema)!);
    case 'string':
      return textOf(schema);
    case 'boolean':
      return BOOLEAN;
    case 'number':
      return NUMBER;
    case 'integer':
      return INTEGER;
    default:
      return undefined;
  }
}

function listOf(schema: JSONSchemaProps): DeclType | undefined {
  const items = itemsOf(schema);
  const element = items && declTypeOf(items, isEmbeddedResource(items));
  if (element === undefined) return undefined;
  const maxElements =
    schema.maxItems === undefined
      ? Math.floor((MAX_REQUEST_BYTES - 2) / (element.minSerializedSize + 1))
      : atLeastZero(schema.maxItems);
  return { kind: 'list', element, maxElements, minSerializedSize: 2 };
}

function mapOf(schema: JSONSchemaProps, values: JSONSchemaProps): DeclType | undefined {
  const element = declTypeOf(values, isEmbeddedResource(values));
  if (element === undefined) return undefined;
  // Each entry has quotation marks, a colon and a comma beside its value, and a key of two characters or so.
  const maxElements =
    schema.maxProperties === undefined
      ? Math.floor((MAX_REQUEST_BYTES - 2) / (element.minSerializedSize + 6))
      : atLeastZero(schema.maxProperties);
  return { kind: 'map', key: KEY, element, maxElements, minSerializedSize: 2 };
}

function objectOf(schema: JSONSchemaProps): DeclType {
  const required = new Set(schema.required);
  const fields = new Map<string, DeclType>();
  let minSerializedSize = 2;
  for (const [name, property] of Object.entries(propertiesOf(schema) ?? {})) {
    const type = declTypeOf(property, isEmbeddedResource(property));
    if (type === undefined) continue;
    const identifier = escapeProperty(name);
    if (identifier !== undefined) fields.set(identifier, type);
    // What has a default may be left out of a request.
    if (required.has(name) && (property.default ?? null) === null)
      minSerializedSize += utf8Length(name) + type.minSerializedSize + 4;
  }
  return { kind: 'object', fields, maxElements: 0, minSerializedSize };
}

function textOf(schema: JSONSchemaProps): DeclType {
  switch (schema.format) {
    case 'byte':
      return scalar(
        BYTES,
        MIN_STRING_SIZE,
        schema.maxLength === undefined ? MAX_REQUEST_BYTES - 2 : atLeastZero(schema.maxLength),
      );
    case 'duration':
      return scalar(DURATION, MIN_DURATION_SIZE, MAX_DURATION_SIZE);
    case 'date':
      return scalar(TIMESTAMP, DATE_SIZE, DATE_SIZE);
    case 'date-time':
      return scalar(TIMESTAMP, MIN_DATE_TIME_SIZE, MAX_DATE_TIME_SIZE);
    default: {
      const choices = schema.maxLength === undefined ? (schema.enum ?? []) : [];
      return scalar(STRING, MIN_STRING_SIZE, choices.length > 0 ? longestText(choices) : textLength(schema));
    }
  }
}

/** Lengths are given in characters, of up to four bytes. */
const textLength = ({ maxLength }: JSONSchemaProps): number =>
  maxLength === undefined ? MAX_REQUEST_BYTES - 2 : atLeastZero(maxLength) * 4;

const longestText = (choices: readonly unknown[]): number =>
  Math.max(0, ...choices.map((choice) => (typeof choice === 'string' ? utf8Length(choice) : 0)));

/** A declaration whose object types have names, for the checker. */
export interface NamedType {
  readonly type: Type;
  /** The fields of every object type within, by its name. */
  readonly objects: ReadonlyMap<string, ReadonlyMap<string, Type>>;
}

/** Names the object types after the way to them from the root: `selfType.spec.items.@idx`. */
export function nameTypes(root: DeclType, name: string): NamedType {
  const objects = new Map<string, ReadonlyMap<string, Type>>();
  const typeOf = (type: DeclType, at: string): Type => {
    switch (type.kind) {
      case 'scalar':
        return type.scalar!;
      case 'list':
        return listType(typeOf(type.element!, `${at}.@idx`));
      case 'map':
        return mapType(STRING, typeOf(type.element!, `${at}.@elem`));
      case 'object': {
        const fields = new Map<string, Type>();
        for (const [field, fieldType] of type.fields!) fields.set(field, typeOf(fieldType, `${at}.${field}`));
        objects.set(at, fields);
        return objectType(at);
      }
    }
  };
  return { type: typeOf(root, name), objects };
}
