import type { JSONSchemaProps } from '@kubewright/api/apiextensions/v1';

/** The schema of list items; undefined also for the tuple form, which no CustomResourceDefinition may use. */
export function itemsOf(schema: JSONSchemaProps): JSONSchemaProps | undefined {
  return Array.isArray(schema.items) ? undefined : schema.items;
}

/** The schema of properties that are not named; undefined when it says no more than true or false. */
export function additionalPropertiesOf(schema: JSONSchemaProps): JSONSchemaProps | undefined {
  return typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined;
}

/** The schema that applies to a field: its own, or the one of additional properties. */
export function propertySchema(schema: JSONSchemaProps, field: string): JSONSchemaProps | undefined {
  return ownProperty(schema, field) ?? additionalPropertiesOf(schema);
}

/** The schema of a named property, safe against names such as `constructor`. */
export function ownProperty(schema: JSONSchemaProps, field: string): JSONSchemaProps | undefined {
  const { properties } = schema;
  return properties !== undefined && Object.hasOwn(properties, field) ? properties[field] : undefined;
}

/** Whether the schema or one below it satisfies the predicate (validation.go, SchemaHas). */
export function schemaHas(
  schema: JSONSchemaProps | undefined,
  predicate: (schema: JSONSchemaProps) => boolean,
): boolean {
  if (schema === undefined) return false;
  if (predicate(schema)) return true;
  return subSchemas(schema).some((sub) => schemaHas(sub, predicate));
}

function subSchemas(schema: JSONSchemaProps): JSONSchemaProps[] {
  const lists = [schema.allOf, schema.anyOf, schema.oneOf].flatMap((list) => list ?? []);
  const items = schema.items === undefined ? [] : Array.isArray(schema.items) ? schema.items : [schema.items];
  const maps = [schema.properties, schema.patternProperties, schema.definitions].flatMap((map) =>
    Object.values(map ?? {}),
  );
  const dependencies = Object.values(schema.dependencies ?? {}).flatMap((one) =>
    Array.isArray(one) ? [] : [one],
  );
  const single = [schema.not, schema.additionalProperties, schema.additionalItems].filter(
    (one) => typeof one === 'object',
  );
  return [...items, ...lists, ...single, ...maps, ...dependencies];
}

/** The names of metadata that every object has, at the root and in embedded resources. */
export const isMetaField = (name: string): boolean =>
  name === 'metadata' || name === 'kind' || name === 'apiVersion';
