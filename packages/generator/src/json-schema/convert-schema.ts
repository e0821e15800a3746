import type { JSONSchemaProps } from '@kubewright/api/apiextensions/v1';
import { objectMetaSchema } from './object-meta.js';
import type { JsonSchema } from './object-meta.js';

/**
 * A schema of Kubernetes in JSON Schema: what a server would drop is refused, so that editors point at it; what it fills in
 * need not be written. Rules in CEL, unique keys of lists and the formats of numbers have no counterpart.
 */
export function convertSchema(schema: JSONSchemaProps): JsonSchema {
  const converted = convertBranch(schema);
  if (isObject(schema)) closeObject(converted, schema);
  return converted;
}

/** Branches of anyOf and the like only add to what is demanded: they name fields without allowing them. */
function convertBranch(schema: JSONSchemaProps): JsonSchema {
  const converted: JsonSchema = {};
  const copied = [
    'title',
    'description',
    'default',
    'enum',
    'minLength',
    'maxLength',
    'minItems',
    'maxItems',
  ] as const;
  for (const name of [...copied, 'minProperties', 'maxProperties', 'multipleOf'] as const)
    if (schema[name] !== undefined) converted[name] = schema[name];
  if (schema.example !== undefined) converted['examples'] = [schema.example];
  Object.assign(converted, typeOf(schema), limitsOf(schema), textRulesOf(schema), fieldsOf(schema));
  for (const name of ['allOf', 'anyOf', 'oneOf'] as const)
    if (schema[name] !== undefined) converted[name] = schema[name].map(convertBranch);
  if (schema.not !== undefined) converted['not'] = convertBranch(schema.not);
  const hasBranches = BRANCHES.some((name) => schema[name] !== undefined);
  return schema.nullable === true && hasBranches ? branchesAsideOfNull(converted) : converted;
}

const BRANCHES = ['allOf', 'anyOf', 'oneOf', 'not'] as const;

/** A server looks at no branch for null, where JSON Schema would. */
function branchesAsideOfNull(converted: JsonSchema): JsonSchema {
  const { allOf, anyOf, oneOf, not, ...rest } = converted;
  const branches = Object.entries({ allOf, anyOf, oneOf, not }).filter(([, branch]) => branch !== undefined);
  return { ...rest, anyOf: [{ type: 'null' }, Object.fromEntries(branches)] };
}

function typeOf(schema: JSONSchemaProps): JsonSchema {
  const types =
    schema['x-kubernetes-int-or-string'] === true ? ['integer', 'string'] : schema.type ? [schema.type] : [];
  if (types.length === 0) return {};
  if (schema.nullable === true) types.push('null');
  return { type: types.length === 1 ? types[0] : types };
}

/** Excluded limits are numbers of their own since draft-06. */
function limitsOf({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: JSONSchemaProps): JsonSchema {
  return {
    ...(minimum === undefined
      ? {}
      : { [exclusiveMinimum === true ? 'exclusiveMinimum' : 'minimum']: minimum }),
    ...(maximum === undefined
      ? {}
      : { [exclusiveMaximum === true ? 'exclusiveMaximum' : 'maximum']: maximum }),
  };
}

function textRulesOf({ type, format, pattern }: JSONSchemaProps): JsonSchema {
  const isNumber = type === 'integer' || type === 'number';
  return {
    ...(format === undefined || format === '' || isNumber ? {} : { format }),
    ...(pattern === undefined || !isEcmaScript(pattern) ? {} : { pattern }),
  };
}

/** Patterns are Go's; those that JavaScript does not understand would make an editor refuse the whole schema. */
function isEcmaScript(pattern: string): boolean {
  try {
    new RegExp(pattern, 'u');
    return true;
  } catch {
    return false;
  }
}

function fieldsOf(schema: JSONSchemaProps): JsonSchema {
  const { properties, additionalProperties, items, required } = schema;
  const demanded = (required ?? []).filter((name) => properties?.[name]?.default === undefined);
  return {
    ...(properties === undefined ? {} : { properties: mapValues(properties, convertSchema) }),
    ...(additionalProperties === undefined
      ? {}
      : {
          additionalProperties:
            typeof additionalProperties === 'boolean'
              ? additionalProperties
              : convertSchema(additionalProperties),
        }),
    ...(items === undefined
      ? {}
      : { items: Array.isArray(items) ? items.map(convertSchema) : convertSchema(items) }),
    ...(schema['x-kubernetes-list-type'] === 'set' ? { uniqueItems: true } : {}),
    ...(demanded.length === 0 ? {} : { required: demanded }),
  };
}

function closeObject(converted: JsonSchema, schema: JSONSchemaProps): void {
  if (schema['x-kubernetes-embedded-resource'] === true) {
    const text = { type: 'string' };
    const known = { apiVersion: text, kind: text, metadata: objectMetaSchema() };
    converted['properties'] = { ...known, ...(converted['properties'] as object | undefined) };
    converted['required'] = [
      ...new Set(['apiVersion', 'kind', ...((converted['required'] as string[]) ?? [])]),
    ];
  }
  if (schema['x-kubernetes-preserve-unknown-fields'] === true) return;
  converted['additionalProperties'] ??= false;
}

const isObject = (schema: JSONSchemaProps): boolean =>
  schema.type === 'object' || schema.properties !== undefined;

function mapValues<T, R>(record: Readonly<Record<string, T>>, convert: (value: T) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, convert(value)]));
}
