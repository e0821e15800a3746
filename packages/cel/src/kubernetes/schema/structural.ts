import type { JSONSchemaProps } from '@kubewright/api/apiextensions/v1';

/** The schema of list items; undefined also for the tuple form, which structural schemas do not know. */
export const itemsOf = (schema: JSONSchemaProps): JSONSchemaProps | undefined =>
  Array.isArray(schema.items) ? undefined : schema.items;

/** The schema of values of a map. */
export const valuesOf = (schema: JSONSchemaProps): JSONSchemaProps | undefined =>
  typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined;

/** The properties; undefined where there are none, which makes an object another one than no object. */
export const propertiesOf = (
  schema: JSONSchemaProps,
): Readonly<Record<string, JSONSchemaProps>> | undefined =>
  schema.properties !== undefined && Object.keys(schema.properties).length > 0
    ? schema.properties
    : undefined;

export const isIntOrString = (schema: JSONSchemaProps): boolean =>
  schema['x-kubernetes-int-or-string'] === true;

export const isEmbeddedResource = (schema: JSONSchemaProps): boolean =>
  schema['x-kubernetes-embedded-resource'] === true;

const TEXT: JSONSchemaProps = { type: 'string' };
const OBJECT_META: JSONSchemaProps = { type: 'object', properties: { name: TEXT, generateName: TEXT } };
const withMeta = new WeakMap<JSONSchemaProps, JSONSchemaProps>();

/**
 * The schema with what every resource has for expressions: apiVersion, kind, and of the metadata name and generateName
 * (apiextensions-apiserver `pkg/apiserver/schema/cel/model/schemas.go`, WithTypeAndObjectMeta).
 */
export function withTypeAndObjectMeta(schema: JSONSchemaProps): JSONSchemaProps {
  const { kind, apiVersion, metadata } = schema.properties ?? {};
  const { name, generateName } = metadata?.properties ?? {};
  const complete =
    [kind, apiVersion, name, generateName].every((property) => property?.type === 'string') &&
    metadata?.type === 'object';
  if (complete) return schema;
  let completed = withMeta.get(schema);
  if (completed === undefined) {
    const properties = { ...schema.properties, kind: TEXT, apiVersion: TEXT, metadata: OBJECT_META };
    completed = { ...schema, properties };
    withMeta.set(schema, completed);
  }
  return completed;
}
