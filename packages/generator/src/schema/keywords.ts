import type { JSONSchemaProps, ValidationRule } from '@kubewright/api/apiextensions/v1';

/** A keyword of a schema, as it is written. */
export type Keyword = keyof JSONSchemaProps;

/** Documentation: a field's own replaces that of its type, and is never merged. */
export const DOCUMENTATION: readonly Keyword[] = ['description', 'title', 'example', 'externalDocs'];

/** The items of a list: structural schemas have one schema for all of them. */
export function itemsOf(schema: JSONSchemaProps): JSONSchemaProps | undefined {
  return Array.isArray(schema.items) ? undefined : schema.items;
}

/** The values of a map, where they have a schema. */
export function valuesOf(schema: JSONSchemaProps): JSONSchemaProps | undefined {
  return typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined;
}

export function rulesOf(schema: JSONSchemaProps): ValidationRule[] {
  return schema['x-kubernetes-validations'] ?? [];
}

export function isIntOrString(schema: JSONSchemaProps): boolean {
  return schema['x-kubernetes-int-or-string'] === true;
}

/** How a schema is called in messages. */
export function typeName(schema: JSONSchemaProps): string {
  if (isIntOrString(schema)) return 'int-or-string';
  return schema.type ?? 'a value of any type';
}

/** Without documentation, in which two schemas may differ and still say the same. */
export function withoutDocumentation(schema: JSONSchemaProps): JSONSchemaProps {
  const plain = { ...schema };
  for (const keyword of DOCUMENTATION) delete plain[keyword];
  const items = itemsOf(schema);
  const values = valuesOf(schema);
  if (items !== undefined) plain.items = withoutDocumentation(items);
  if (values !== undefined) plain.additionalProperties = withoutDocumentation(values);
  if (schema.properties !== undefined) {
    plain.properties = Object.fromEntries(
      Object.entries(schema.properties).map(([name, property]) => [name, withoutDocumentation(property)]),
    );
  }
  return plain;
}
