import type { JSONSchemaProps } from '@kubewright/api/apiextensions/v1';
import { jsonEquals } from '@kubewright/api';
import { importedNode, textNode } from './type-node.js';
import type { TypeNode } from './type-node.js';

/** A type, and the keywords of the schema that it says all of. */
export interface TellingType {
  readonly type: TypeNode;
  readonly tells: readonly string[];
}

/** As apimachinery has it (pkg/api/resource/generated.proto, and controller-tools' pkg/crd/known_types.go). */
const QUANTITY_PATTERN =
  '^(\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))))?$';

const INTEGER_OR_STRING = [{ type: 'integer' }, { type: 'string' }];

/** Names of the library for a JSON type in a format. */
const FORMATS: Readonly<Record<string, string>> = {
  'integer:int32': 'int32',
  'integer:int64': 'int64',
  'number:float': 'float',
  'number:double': 'double',
  'string:byte': 'bytes',
  'string:date-time': 'Time',
};

/** The type of what is one value: text, number, boolean, and integers that may be text. */
export function scalarType(schema: JSONSchemaProps): TellingType | undefined {
  if (schema['x-kubernetes-int-or-string'] === true) return integerOrString(schema);
  return literals(schema) ?? plainScalar(schema);
}

function integerOrString(schema: JSONSchemaProps): TellingType {
  const tells = ['x-kubernetes-int-or-string'];
  if (jsonEquals(schema.anyOf, INTEGER_OR_STRING)) tells.push('anyOf');
  // The place that the documentation of apiextensions names beside it.
  if (jsonEquals(schema.allOf, [{ anyOf: INTEGER_OR_STRING }])) tells.push('allOf');
  if (schema.pattern === QUANTITY_PATTERN)
    return { type: importedNode('Quantity'), tells: [...tells, 'pattern'] };
  return { type: importedNode('IntOrString'), tells };
}

/** `'a' | 'b'`, where the values are of the type that the schema names and no format is asked for. */
function literals(schema: JSONSchemaProps): TellingType | undefined {
  const { type, format } = schema;
  const ofNullable = nullableLiterals(schema);
  const values = ofNullable ?? schema.enum;
  if (values === undefined || values.length === 0 || format !== undefined) return undefined;
  const allowed = values.filter((value) => value !== null);
  const isOf = {
    string: (value: unknown) => typeof value === 'string',
    boolean: (value: unknown) => typeof value === 'boolean',
    integer: (value: unknown) => Number.isInteger(value),
  }[type ?? ''];
  if (isOf === undefined || !allowed.every(isOf) || new Set(allowed).size < allowed.length) return undefined;
  // Both values of a boolean are no restriction, so that nothing would come back.
  if (type === 'boolean' && allowed.length > 1) return undefined;
  return {
    type: { node: 'literals', values: allowed as (string | number | boolean)[] },
    tells: tellsAll(schema, allowed.length < values.length, ofNullable !== undefined),
  };
}

/** What the generator makes of `'a' | null`: the server finds null in no enum, and looks at no branch for it. */
function nullableLiterals({ nullable, enum: values, allOf }: JSONSchemaProps): unknown[] | undefined {
  const [only, ...others] = allOf ?? [];
  if (nullable !== true || values !== undefined || only?.enum === undefined || others.length > 0)
    return undefined;
  return Object.keys(only).length === 1 ? only.enum : undefined;
}

/** Null among the values of an enum means that null should be taken, though no server does. */
function tellsAll({ nullable }: JSONSchemaProps, hasNull: boolean, isBranch: boolean): string[] {
  if (isBranch) return ['type', 'allOf'];
  return hasNull === (nullable === true) ? ['type', 'enum'] : ['type'];
}

function plainScalar({ type, format }: JSONSchemaProps): TellingType | undefined {
  const name = FORMATS[`${type}:${format}`];
  if (name !== undefined) return { type: importedNode(name), tells: ['type', 'format'] };
  switch (type) {
    case 'string':
    case 'boolean':
    case 'number':
      return { type: textNode(type), tells: ['type'] };
    case 'integer':
      return { type: textNode('number'), tells: [] };
    default:
      return undefined;
  }
}
