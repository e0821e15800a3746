import { deepClone, jsonEquals } from '@kubewright/api';
import type { JSONSchemaProps } from '@kubewright/api/apiextensions/v1';
import { child, fieldErrorMessage, invalid, key as keyPath } from '../errors/field-error.js';
import type { FieldError } from '../errors/field-error.js';
import { coerceEmbeddedObjects, validateEmbeddedObjects } from './embedded-object.js';
import { defaultExpressionErrors } from './expression-rules.js';
import { fieldErrorsOf } from './findings.js';
import { goMap } from './go-map.js';
import { isMetaField, itemsOf } from './json-schema.js';
import { prune } from './prune.js';
import { validateValue } from './schema-validator.js';

/**
 * Checks that every default of a structural schema is valid under its own schema and holds no unknown fields. After
 * apiextensions-apiserver's `pkg/apiserver/schema/defaulting/validation.go`.
 */
export function defaultErrors(path: string, schema: JSONSchemaProps): FieldError[] {
  return errorsBelow(path, { ...schema, 'x-kubernetes-embedded-resource': true }, undefined);
}

/** Puts a value at its place in an object that is otherwise empty. */
type Surround = (value: unknown) => unknown;

/** `surround`: set while inside the metadata of a resource, whose defaults are judged within that resource. */
function errorsBelow(path: string, schema: JSONSchemaProps, surround: Surround | undefined): FieldError[] {
  const embedded = schema['x-kubernetes-embedded-resource'] === true;
  const inMeta = embedded ? undefined : surround;
  const errors = (schema.default ?? null) === null ? [] : errorsOf(child(path, 'default'), schema, inMeta);
  const items = itemsOf(schema);
  if (items !== undefined)
    errors.push(...errorsBelow(child(path, 'items'), items, inMeta && ((value) => inMeta([value]))));
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const at: Surround | undefined =
      embedded && isMetaField(name)
        ? (value) => ({ apiVersion: 'validation/v1', kind: 'Validation', [name]: value })
        : inMeta && ((value) => inMeta({ [name]: value }));
    errors.push(...errorsBelow(keyPath(child(path, 'properties'), name), property, at));
  }
  return errors;
}

function errorsOf(path: string, schema: JSONSchemaProps, inMeta: Surround | undefined): FieldError[] {
  const value = schema.default;
  if (inMeta !== undefined) {
    const resource: JSONSchemaProps = { type: 'object', 'x-kubernetes-embedded-resource': true };
    const object = inMeta(deepClone(value));
    const { error } = coerceEmbeddedObjects('', resource, object);
    const problems = error === undefined ? validateEmbeddedObjects('', resource, object) : [error];
    if (problems.length > 0) {
      return [
        invalid(
          path,
          goMap(value),
          `must result in valid metadata: ${problems.map(fieldErrorMessage).join(', ')}`,
        ),
      ];
    }
    const wrong = fieldErrorsOf(validateValue(schema, value).list, path);
    return wrong.length > 0 ? wrong : defaultExpressionErrors(path, schema, false);
  }
  const errors: FieldError[] = [];
  const embedded = schema['x-kubernetes-embedded-resource'] === true;
  const pruned = deepClone(value);
  prune(pruned, schema, embedded);
  if (!jsonEquals(pruned, value)) errors.push(invalid(path, goMap(value), 'must not have unknown fields'));
  const { error } = coerceEmbeddedObjects(path, schema, deepClone(value));
  if (error !== undefined) return [...errors, error];
  const problems = validateEmbeddedObjects(path, schema, value);
  if (problems.length > 0) return [...errors, ...problems];
  const wrong = fieldErrorsOf(validateValue(schema, value).list, path);
  return [...errors, ...(wrong.length > 0 ? wrong : defaultExpressionErrors(path, schema, embedded))];
}
