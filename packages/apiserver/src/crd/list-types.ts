import { isJsonObject } from '@kubewright/api';
import type { JSONSchemaProps } from '@kubewright/api/apiextensions/v1';
import { child, duplicate, index, invalid, key as keyPath } from '../errors/field-error.js';
import type { FieldError } from '../errors/field-error.js';
import { goMap } from './go-map.js';
import { additionalPropertiesOf, itemsOf, ownProperty } from './json-schema.js';

/**
 * Checks that lists of type set hold each value once, and lists of type map each key. After apiextensions-apiserver's
 * `pkg/apiserver/schema/listtype/validation.go`.
 */
export function validateListTypes(
  path: string,
  schema: JSONSchemaProps | undefined,
  value: unknown,
): FieldError[] {
  if (schema === undefined) return [];
  if (Array.isArray(value)) return validateList(path, schema, value);
  if (!isJsonObject(value)) return [];
  const additional = additionalPropertiesOf(schema);
  return Object.entries(value).flatMap(([name, field]) => {
    const property = ownProperty(schema, name);
    if (property !== undefined) return validateListTypes(child(path, name), property, field);
    return additional === undefined ? [] : validateListTypes(keyPath(path, name), additional, field);
  });
}

function validateList(path: string, schema: JSONSchemaProps, list: readonly unknown[]): FieldError[] {
  const errors: FieldError[] = [];
  if (schema['x-kubernetes-list-type'] === 'set') {
    for (const i of repeated(list)) errors.push(duplicate(index(path, i), goMap(list[i])));
  } else if (schema['x-kubernetes-list-type'] === 'map') {
    errors.push(...validateMapList(path, schema['x-kubernetes-list-map-keys'] ?? [], list));
  }
  const items = itemsOf(schema);
  list.forEach((item, i) => errors.push(...validateListTypes(index(path, i), items, item)));
  return errors;
}

function validateMapList(path: string, keys: readonly string[], list: readonly unknown[]): FieldError[] {
  const stranger = list.findIndex((item) => item !== null && !isJsonObject(item));
  if (stranger >= 0) {
    return [
      invalid(
        index(path, stranger),
        goMap(list[stranger]),
        'must be an object for an array of list-type map',
      ),
    ];
  }
  const keyOf = (item: unknown): Record<string, unknown> =>
    Object.fromEntries(keys.flatMap((key) => (isJsonObject(item) && key in item ? [[key, item[key]]] : [])));
  const mapKeys = list.map(keyOf);
  return repeated(mapKeys).map((i) => duplicate(index(path, i), goMap(mapKeys[i])));
}

/** Where each value that stands more than once appears for the second time. */
function repeated(list: readonly unknown[]): number[] {
  const times = new Map<string, number>();
  const found: number[] = [];
  list.forEach((item, i) => {
    const text = JSON.stringify(goMap(item));
    const before = times.get(text) ?? 0;
    times.set(text, before + 1);
    if (before === 1) found.push(i);
  });
  return found;
}
