import { deepClone, isJsonObject, validateDns1035Label } from '@kubewright/api';
import type { JSONSchemaProps } from '@kubewright/api/apiextensions/v1';
import { child, index, invalid, key as keyPath, required } from '../errors/field-error.js';
import type { FieldError } from '../errors/field-error.js';
import { decodeObjectMeta } from '../schema/builtin-schema.js';
import { DecodeError } from '../schema/decode-state.js';
import { goMap } from './go-map.js';
import { additionalPropertiesOf, itemsOf, ownProperty } from './json-schema.js';

/**
 * Checks types of `apiVersion`, `kind` and `metadata` in embedded resources, and prunes their metadata. Returns the
 * paths of the pruned fields, and the first wrong type. After apiextensions-apiserver's
 * `pkg/apiserver/schema/objectmeta/algorithm.go`.
 */
export function coerceEmbeddedObjects(
  path: string,
  schema: JSONSchemaProps | undefined,
  value: unknown,
): { removed: string[]; error?: FieldError } {
  const removed: string[] = [];
  const error = coerce(path, schema, value, removed);
  removed.sort();
  return error === undefined ? { removed } : { removed, error };
}

function coerce(
  path: string,
  schema: JSONSchemaProps | undefined,
  value: unknown,
  removed: string[],
): FieldError | undefined {
  if (schema === undefined) return undefined;
  if (Array.isArray(value)) {
    const items = itemsOf(schema);
    return firstOf(value, (item, i) => coerce(index(path, i), items, item, removed));
  }
  if (!isJsonObject(value)) return undefined;
  const embedded = schema['x-kubernetes-embedded-resource'] === true;
  const additional = additionalPropertiesOf(schema);
  return firstOf(Object.keys(value), (name) => {
    const field = value[name];
    const problem = embedded ? coerceMeta(path, name, field, removed) : undefined;
    if (problem !== undefined) return problem;
    const property = ownProperty(schema, name);
    return property === undefined
      ? coerce(keyPath(path, name), additional, field, removed)
      : coerce(child(path, name), property, field, removed);
  });
}

function coerceMeta(path: string, name: string, field: unknown, removed: string[]): FieldError | undefined {
  if ((name === 'apiVersion' || name === 'kind') && typeof field !== 'string')
    return invalid(child(path, name), goMap(field), 'must be a string');
  if (name !== 'metadata') return undefined;
  try {
    for (const unknown of decodeObjectMeta(field)) removed.push(`${child(path, 'metadata')}.${unknown}`);
    return undefined;
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    return invalid(child(path, 'metadata'), goMap(field), metadataFault(goMap(field)) ?? error.message);
  }
}

function firstOf<T>(
  list: readonly T[],
  find: (item: T, i: number) => FieldError | undefined,
): FieldError | undefined {
  for (let i = 0; i < list.length; i++) {
    const found = find(list[i]!, i);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Validates `apiVersion` and `kind` of embedded resources. After `pkg/apiserver/schema/objectmeta/validation.go`.
 */
export function validateEmbeddedObjects(
  path: string,
  schema: JSONSchemaProps | undefined,
  value: unknown,
): FieldError[] {
  if (schema === undefined) return [];
  if (Array.isArray(value)) {
    const items = itemsOf(schema);
    return value.flatMap((item, i) => validateEmbeddedObjects(index(path, i), items, item));
  }
  if (!isJsonObject(value)) return [];
  const errors = schema['x-kubernetes-embedded-resource'] === true ? validateTypeMeta(path, value) : [];
  const additional = additionalPropertiesOf(schema);
  for (const [name, field] of Object.entries(value)) {
    const property = ownProperty(schema, name);
    if (property !== undefined) errors.push(...validateEmbeddedObjects(child(path, name), property, field));
    else if (additional !== undefined)
      errors.push(...validateEmbeddedObjects(keyPath(path, name), additional, field));
  }
  return errors;
}

function validateTypeMeta(path: string, value: Record<string, unknown>): FieldError[] {
  const errors: FieldError[] = [];
  const { apiVersion, kind } = value;
  const versionPath = child(path, 'apiVersion');
  const kindPath = child(path, 'kind');
  if (!('apiVersion' in value)) errors.push(required(versionPath));
  else if (typeof apiVersion !== 'string')
    errors.push(invalid(versionPath, goMap(apiVersion), 'must be a string'));
  else if (apiVersion === '') errors.push(invalid(versionPath, apiVersion, 'must not be empty'));
  else if (apiVersion.split('/').length > 2) {
    errors.push(invalid(versionPath, apiVersion, `unexpected GroupVersion string: ${apiVersion}`));
  }
  if (!('kind' in value)) errors.push(required(kindPath));
  else if (typeof kind !== 'string') errors.push(invalid(kindPath, goMap(kind), 'must be a string'));
  else if (kind === '') errors.push(invalid(kindPath, kind, 'must not be empty'));
  else {
    const problems = validateDns1035Label(kind.toLowerCase());
    if (problems.length > 0) {
      errors.push(
        invalid(kindPath, kind, `may have mixed case, but should otherwise match: ${problems.join(',')}`),
      );
    }
  }
  return errors;
}

// What Go decodes here it has written itself, sorted: the first fault is that of the first name.
function metadataFault(sorted: unknown): string | undefined {
  try {
    decodeObjectMeta(deepClone(sorted));
    return undefined;
  } catch (error) {
    if (error instanceof DecodeError) return error.message;
    throw error;
  }
}
