import type { KnownType, SchemaType, TypeDeclaration } from '../model/schema-type.js';

/** Finds a declared type; undefined where the data has none. */
export type FindType = (goPackage: string, name: string) => TypeDeclaration | undefined;

/** Go types whose JSON their fields do not tell: controller-gen's known types (pkg/crd/known_types.go), and `Unstructured`. */
const KNOWN: Readonly<Record<string, KnownType['known']>> = {
  'k8s.io/apimachinery/pkg/apis/meta/v1#ObjectMeta': 'ObjectMeta',
  'k8s.io/apimachinery/pkg/apis/meta/v1#Time': 'Time',
  'k8s.io/apimachinery/pkg/apis/meta/v1#MicroTime': 'MicroTime',
  'k8s.io/apimachinery/pkg/apis/meta/v1#Duration': 'Duration',
  'k8s.io/apimachinery/pkg/apis/meta/v1#FieldsV1': 'FieldsV1',
  'k8s.io/apimachinery/pkg/api/resource#Quantity': 'Quantity',
  'k8s.io/apimachinery/pkg/runtime#RawExtension': 'RawExtension',
  'k8s.io/apimachinery/pkg/util/intstr#IntOrString': 'IntOrString',
  'k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1#JSON': 'JSON',
};

const integer = (format?: string): SchemaType => ({
  type: 'scalar',
  scalar: 'integer',
  ...(format === undefined ? {} : { format }),
});

/** Formats as controller-gen's builtinToType gives them (pkg/crd/schema.go). */
const BUILT_IN: Readonly<Record<string, SchemaType>> = {
  bool: { type: 'scalar', scalar: 'boolean' },
  string: { type: 'scalar', scalar: 'string' },
  int: integer(),
  int8: integer(),
  int16: integer(),
  int32: integer('int32'),
  int64: integer('int64'),
  uint: integer(),
  byte: integer(),
  uint8: integer(),
  uint16: integer(),
  uint32: integer('int32'),
  uint64: integer('int64'),
  float32: { type: 'scalar', scalar: 'number', format: 'float' },
  float64: { type: 'scalar', scalar: 'number', format: 'double' },
};

/** The type that JSON fixes for a Go type, whatever its fields. */
export function knownType(goPackage: string, name: string): KnownType | undefined {
  const known = KNOWN[`${goPackage}#${name}`];
  return known === undefined ? undefined : { type: 'known', known };
}

/** Turns Go's notation (`map[string][]*k8s.io/api/core/v1#Container`) into a type. Throws when the data names a type that it lacks. */
export function parseGoType(text: string, find: FindType): SchemaType {
  if (text.startsWith('*')) return parseGoType(text.slice(1), find);
  if (text === '[]byte' || text === '[]uint8') return { type: 'scalar', scalar: 'string', format: 'byte' };
  if (text.startsWith('[]')) return { type: 'array', items: parseGoType(text.slice(2), find) };
  if (text.startsWith('map['))
    return { type: 'map', values: parseGoType(text.slice(text.indexOf(']') + 1), find) };
  const builtIn = BUILT_IN[text];
  if (builtIn !== undefined) return builtIn;
  const [goPackage = '', name = ''] = text.split('#');
  const known = knownType(goPackage, name);
  if (known !== undefined) return known;
  const declaration = find(goPackage, name);
  if (declaration === undefined) throw new Error(`no Go type ${text}`);
  return { type: 'reference', declaration };
}
