import { WireWriter } from '../protobuf/wire-writer.js';

/**
 * An OpenAPI v2 document as the message `openapi.v2.Document` (github.com/google/gnostic-models,
 * `openapiv2/OpenAPIv2.proto`), as far as documents of Kubernetes use it. kubectl reads it where it finds no v3.
 */
export function encodeSwagger(document: Record<string, unknown>): Uint8Array {
  const writer = new WireWriter(4 * 1024 * 1024);
  writeFields(writer, DOCUMENT, document);
  return writer.finish();
}

type Json = Readonly<Record<string, unknown>>;

/** How one value is written, without its tag. */
interface Codec {
  readonly wireType: number;
  readonly write: (writer: WireWriter, value: unknown) => void;
}

interface Field {
  readonly number: number;
  readonly codec: Codec;
  /** The values of the field in an object; more than one only where the field is repeated. */
  readonly valuesOf: (object: Json) => readonly unknown[];
}

// The writer goes from the end to the beginning.
function writeFields(writer: WireWriter, fields: readonly Field[], object: Json): void {
  for (let i = fields.length - 1; i >= 0; i--) {
    const { number, codec, valuesOf } = fields[i] as Field;
    const values = valuesOf(object);
    for (let j = values.length - 1; j >= 0; j--) {
      codec.write(writer, values[j]);
      writer.tag(number, codec.wireType);
    }
  }
}

const TEXT: Codec = { wireType: 2, write: (writer, value) => writer.string(value as string) };
const INTEGER: Codec = { wireType: 0, write: (writer, value) => writer.varint(Number(value)) };
const DOUBLE: Codec = { wireType: 1, write: (writer, value) => writer.double(value as number) };
/** Any value, as YAML text, which JSON is. */
const ANY: Codec = message([one(2, 'value', TEXT)], (value) => ({ value: `${JSON.stringify(value)}\n` }));

function message(fields: readonly Field[], view: (value: unknown) => Json = (value) => value as Json): Codec {
  return {
    wireType: 2,
    write: (writer, value) => writer.message(() => writeFields(writer, fields, view(value))),
  };
}

/** A message that is nothing but one of its fields. */
function wrapped(number: number, codec: Codec): Codec {
  return message([{ number, codec, valuesOf: ({ value }) => [value] }], (value) => ({ value }));
}

function one(number: number, key: string, codec: Codec): Field {
  return {
    number,
    codec,
    valuesOf(object) {
      const value = object[key];
      // proto3 leaves out what is zero.
      return value === undefined || value === '' || value === 0 || value === false ? [] : [value];
    },
  };
}

function many(number: number, key: string, codec: Codec): Field {
  return { number, codec, valuesOf: (object) => (object[key] ?? []) as unknown[] };
}

const texts = (number: number, key: string): Field => many(number, key, TEXT);

/** The entries of an object whose names `wanted` takes, each as a message of name and value. */
function entries(number: number, codec: Codec, wanted: (name: string) => boolean = () => true): Field {
  const entry = message([
    { number: 1, codec: TEXT, valuesOf: ({ name }) => [name] },
    { number: 2, codec, valuesOf: ({ value }) => [value] },
  ]);
  return {
    number,
    codec: entry,
    valuesOf: (object) =>
      Object.keys(object)
        .filter(wanted)
        .map((name) => ({ name, value: object[name] })),
  };
}

const isExtension = (name: string): boolean => name.startsWith('x-');
const extensions = (number: number): Field => entries(number, ANY, isExtension);

const EXTERNAL_DOCS = message([one(1, 'description', TEXT), one(2, 'url', TEXT), extensions(3)]);

// Schemas hold schemas.
const schemaFields: Field[] = [];
const SCHEMA = message(schemaFields);
const STRINGS = message([texts(1, 'value')], (value) => ({ value: [value].flat() }));
const ADDITIONAL_PROPERTIES = message([one(1, 'schema', SCHEMA), one(2, 'boolean', INTEGER)], (value) =>
  typeof value === 'boolean' ? { boolean: value } : { schema: value },
);
const ITEMS = message([many(1, 'schema', SCHEMA)], (value) => ({ schema: [value].flat() }));
schemaFields.push(
  one(1, '$ref', TEXT),
  one(2, 'format', TEXT),
  one(3, 'title', TEXT),
  one(4, 'description', TEXT),
  { number: 5, codec: ANY, valuesOf: (schema) => ('default' in schema ? [schema['default']] : []) },
  one(6, 'multipleOf', DOUBLE),
  one(7, 'maximum', DOUBLE),
  one(8, 'exclusiveMaximum', INTEGER),
  one(9, 'minimum', DOUBLE),
  one(10, 'exclusiveMinimum', INTEGER),
  one(11, 'maxLength', INTEGER),
  one(12, 'minLength', INTEGER),
  one(13, 'pattern', TEXT),
  one(14, 'maxItems', INTEGER),
  one(15, 'minItems', INTEGER),
  one(16, 'uniqueItems', INTEGER),
  one(17, 'maxProperties', INTEGER),
  one(18, 'minProperties', INTEGER),
  texts(19, 'required'),
  many(20, 'enum', ANY),
  one(21, 'additionalProperties', ADDITIONAL_PROPERTIES),
  one(22, 'type', STRINGS),
  one(23, 'items', ITEMS),
  many(24, 'allOf', SCHEMA),
  one(25, 'properties', message([entries(1, SCHEMA)])),
  one(26, 'discriminator', TEXT),
  one(27, 'readOnly', INTEGER),
  one(29, 'externalDocs', EXTERNAL_DOCS),
  one(30, 'example', ANY),
  extensions(31),
);

const BODY_PARAMETER = message([
  one(1, 'description', TEXT),
  one(2, 'name', TEXT),
  one(3, 'in', TEXT),
  one(4, 'required', INTEGER),
  one(5, 'schema', SCHEMA),
  extensions(6),
]);
const QUERY_PARAMETER = message([
  one(1, 'required', INTEGER),
  one(2, 'in', TEXT),
  one(3, 'description', TEXT),
  one(4, 'name', TEXT),
  one(6, 'type', TEXT),
  one(7, 'format', TEXT),
  one(20, 'uniqueItems', INTEGER),
  extensions(23),
]);
const PATH_PARAMETER = message([
  one(1, 'required', INTEGER),
  one(2, 'in', TEXT),
  one(3, 'description', TEXT),
  one(4, 'name', TEXT),
  one(5, 'type', TEXT),
  one(6, 'format', TEXT),
  one(19, 'uniqueItems', INTEGER),
  extensions(22),
]);
const NON_BODY_PARAMETER = message(
  [one(3, 'query', QUERY_PARAMETER), one(4, 'path', PATH_PARAMETER)],
  (value) => ({ [(value as Json)['in'] as string]: value }),
);
const PARAMETER = message([one(1, 'body', BODY_PARAMETER), one(2, 'other', NON_BODY_PARAMETER)], (value) => ({
  [(value as Json)['in'] === 'body' ? 'body' : 'other']: value,
}));
const PARAMETERS_ITEM = wrapped(1, PARAMETER);

const RESPONSE = message([one(1, 'description', TEXT), one(2, 'schema', wrapped(1, SCHEMA)), extensions(5)]);
const RESPONSES = message([entries(1, wrapped(1, RESPONSE), (name) => !isExtension(name)), extensions(2)]);
const SECURITY = message([entries(1, STRINGS)]);

const OPERATION = message([
  texts(1, 'tags'),
  one(2, 'summary', TEXT),
  one(3, 'description', TEXT),
  one(4, 'externalDocs', EXTERNAL_DOCS),
  one(5, 'operationId', TEXT),
  texts(6, 'produces'),
  texts(7, 'consumes'),
  many(8, 'parameters', PARAMETERS_ITEM),
  one(9, 'responses', RESPONSES),
  texts(10, 'schemes'),
  one(11, 'deprecated', INTEGER),
  many(12, 'security', SECURITY),
  extensions(13),
]);
const PATH_ITEM = message([
  one(2, 'get', OPERATION),
  one(3, 'put', OPERATION),
  one(4, 'post', OPERATION),
  one(5, 'delete', OPERATION),
  one(6, 'options', OPERATION),
  one(7, 'head', OPERATION),
  one(8, 'patch', OPERATION),
  many(9, 'parameters', PARAMETERS_ITEM),
  extensions(10),
]);
const API_KEY = message([
  one(1, 'type', TEXT),
  one(2, 'name', TEXT),
  one(3, 'in', TEXT),
  one(4, 'description', TEXT),
]);

const DOCUMENT: readonly Field[] = [
  one(1, 'swagger', TEXT),
  one(2, 'info', message([one(1, 'title', TEXT), one(2, 'version', TEXT), one(3, 'description', TEXT)])),
  one(8, 'paths', message([entries(2, PATH_ITEM)])),
  one(9, 'definitions', message([entries(1, SCHEMA)])),
  many(12, 'security', SECURITY),
  one(13, 'securityDefinitions', message([entries(1, wrapped(2, API_KEY))])),
];
