import { isJsonObject } from '@kubewright/api';
import type { JSONSchemaProps } from '@kubewright/api/apiextensions/v1';
import { additionalPropertiesOf, itemsOf, ownProperty, propertySchema } from './json-schema.js';

/**
 * Fills in the defaults of a structural schema, in place, top down, so that defaults of fields within a default apply
 * too. After apiextensions-apiserver's `pkg/apiserver/schema/defaulting/algorithm.go`.
 */
export function applySchemaDefaults(value: unknown, schema: JSONSchemaProps | undefined): void {
  if (schema === undefined) return;
  if (Array.isArray(value)) {
    const items = itemsOf(schema);
    if (items === undefined) return;
    value.forEach((item, i) => {
      if (item === null && items.nullable !== true) value[i] = copyOfDefault(items);
      applySchemaDefaults(value[i], items);
    });
    return;
  }
  if (!isJsonObject(value)) return;
  for (const [key, property] of Object.entries(schema.properties ?? {})) {
    if (property.default === undefined || property.default === null) continue;
    if (!Object.hasOwn(value, key) || (value[key] === null && property.nullable !== true))
      value[key] = copyOfDefault(property);
  }
  const additional = additionalPropertiesOf(schema);
  for (const key of Object.keys(value)) {
    const property = ownProperty(schema, key);
    if (
      property === undefined &&
      additional !== undefined &&
      value[key] === null &&
      additional.nullable !== true
    ) {
      value[key] = copyOfDefault(additional);
    }
    applySchemaDefaults(value[key], property ?? additional);
  }
}

const copyOfDefault = (schema: JSONSchemaProps): unknown => structuredClone(schema.default) ?? null;

/** Removes null where the schema neither allows it nor has a default to put there. After `defaulting/prunenulls.go`. */
export function pruneNulls(value: unknown, schema: JSONSchemaProps | undefined): void {
  if (Array.isArray(value)) {
    const items = schema === undefined ? undefined : itemsOf(schema);
    for (const item of value) pruneNulls(item, items);
    return;
  }
  if (!isJsonObject(value)) return;
  for (const key of Object.keys(value)) {
    const property = schema === undefined ? undefined : propertySchema(schema, key);
    const useless =
      property !== undefined && property.nullable !== true && (property.default ?? null) === null;
    if (value[key] === null && useless) delete value[key];
    else pruneNulls(value[key], property);
  }
}
