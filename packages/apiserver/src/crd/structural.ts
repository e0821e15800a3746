import { jsonEquals } from '@kubewright/api';
import type { JSONSchemaProps } from '@kubewright/api/apiextensions/v1';
import {
  child,
  fieldErrorMessage,
  forbidden,
  index,
  invalid,
  key as keyPath,
  required,
} from '../errors/field-error.js';
import type { FieldError } from '../errors/field-error.js';
import { itemsOf, ownProperty } from './json-schema.js';
import { compilePattern, PatternError } from './pattern.js';
import { completenessErrors } from './structural-completeness.js';

type Level = 'root' | 'item' | 'field';

/**
 * What keeps a schema from being structural, sorted by text. After apiextensions-apiserver's
 * `pkg/apiserver/schema/validation.go`.
 */
export function structuralErrors(path: string, schema: JSONSchemaProps): FieldError[] {
  const errors = [...invariantErrors(path, schema, 'root'), ...completenessErrors(path, schema)];
  const text = new Map(errors.map((error) => [error, fieldErrorMessage(error)]));
  return errors.sort((a, b) => (text.get(a)! < text.get(b)! ? -1 : text.get(a)! > text.get(b)! ? 1 : 0));
}

/** A construct that structural schemas do not know at all, or undefined. After `pkg/apiserver/schema/convert.go`. */
export function unsupportedConstruct(schema: JSONSchemaProps): string | undefined {
  const own = unsupportedField(schema);
  if (own !== undefined) return own;
  if (schema['x-kubernetes-preserve-unknown-fields'] === false) {
    return "internal error: 'x-kubernetes-preserve-unknown-fields' must be true or undefined";
  }
  if (Array.isArray(schema.items) && schema.items.length > 0)
    return "OpenAPIV3Schema 'items' must be a schema, but is an array";
  const below = [
    itemsOf(schema),
    schema.not,
    typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined,
    ...(schema.allOf ?? []),
    ...(schema.anyOf ?? []),
    ...(schema.oneOf ?? []),
    ...Object.values(schema.properties ?? {}),
  ];
  for (const sub of below) {
    const problem = sub === undefined ? undefined : unsupportedConstruct(sub);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function unsupportedField(schema: JSONSchemaProps): string | undefined {
  const filled = (value: unknown): boolean =>
    value !== undefined && value !== '' && (typeof value !== 'object' || Object.keys(value ?? {}).length > 0);
  const names: ReadonlyArray<[keyof JSONSchemaProps, string]> = [
    ['id', 'id'],
    ['$schema', 'schema'],
    ['$ref', '$ref'],
    ['patternProperties', 'patternProperties'],
    ['dependencies', 'dependencies'],
  ];
  for (const [field, name] of names)
    if (filled(schema[field])) return `OpenAPIV3Schema '${name}' is not supported`;
  if (schema.additionalItems !== undefined) return "OpenAPIV3Schema 'additionalItems' is not supported";
  if (filled(schema.definitions)) return "OpenAPIV3Schema 'definitions' is not supported";
  return undefined;
}

function invariantErrors(path: string, schema: JSONSchemaProps, level: Level): FieldError[] {
  const errors: FieldError[] = [];
  const items = itemsOf(schema);
  const type = schema.type ?? '';
  const embedded = schema['x-kubernetes-embedded-resource'] === true;
  const preserve = schema['x-kubernetes-preserve-unknown-fields'] === true;
  const intOrString = schema['x-kubernetes-int-or-string'] === true;

  if (type === 'array' && items === undefined)
    errors.push(required(child(path, 'items'), 'must be specified'));
  if (items !== undefined) errors.push(...invariantErrors(child(path, 'items'), items, 'item'));
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    errors.push(...invariantErrors(keyPath(child(path, 'properties'), name), property, 'field'));
  }
  if (schema.additionalProperties !== undefined) {
    const where = child(path, 'additionalProperties');
    if (level === 'root') errors.push(forbidden(where, 'must not be used at the root'));
    if (typeof schema.additionalProperties === 'object')
      errors.push(...invariantErrors(where, schema.additionalProperties, 'field'));
  }
  if (intOrString && preserve) {
    errors.push(
      invalid(
        child(path, 'x-kubernetes-preserve-unknown-fields'),
        true,
        'must be false if x-kubernetes-int-or-string is true',
      ),
    );
  }
  if (intOrString && embedded) {
    errors.push(
      invalid(
        child(path, 'x-kubernetes-embedded-resource'),
        true,
        'must be false if x-kubernetes-int-or-string is true',
      ),
    );
  }
  errors.push(
    ...branchErrors(
      path,
      schema,
      isIntOrStringPattern(schema.anyOf),
      isIntOrStringPattern(schema.allOf?.[0]?.anyOf),
    ),
  );
  errors.push(...typeErrors(path, schema, type, level));
  if (embedded && schema.additionalProperties !== undefined) {
    errors.push(
      forbidden(
        child(path, 'additionalProperties'),
        'must not be used if x-kubernetes-embedded-resource is set',
      ),
    );
  }
  errors.push(...metaErrors(path, schema, level));
  if (embedded && !preserve && Object.keys(schema.properties ?? {}).length === 0) {
    const why =
      'must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields';
    errors.push(required(child(path, 'properties'), why));
  }
  return errors;
}

function typeErrors(path: string, schema: JSONSchemaProps, type: string, level: Level): FieldError[] {
  const where = child(path, 'type');
  const errors: FieldError[] = [];
  const free =
    schema['x-kubernetes-int-or-string'] === true || schema['x-kubernetes-preserve-unknown-fields'] === true;
  if (schema['x-kubernetes-embedded-resource'] === true && type !== 'object') {
    const why = 'must be object if x-kubernetes-embedded-resource is true';
    errors.push(type === '' ? required(where, why) : invalid(where, type, why));
  } else if (type === '' && !free) {
    const places = {
      root: 'at the root',
      item: 'for specified array items',
      field: 'for specified object fields',
    };
    errors.push(required(where, `must not be empty ${places[level]}`));
  }
  if (level === 'root' && type !== '' && type !== 'object')
    errors.push(invalid(where, type, 'must be object at the root'));
  return errors;
}

function metaErrors(path: string, schema: JSONSchemaProps, level: Level): FieldError[] {
  const errors: FieldError[] = [];
  const checked = level === 'root' || schema['x-kubernetes-embedded-resource'] === true;
  const at = (name: string): string => keyPath(child(path, 'properties'), name);
  if (checked) {
    for (const name of ['kind', 'apiVersion']) {
      const property = ownProperty(schema, name);
      if (property !== undefined && property.type !== 'string') {
        errors.push(invalid(child(at(name), 'type'), property.type ?? '', 'must be string'));
      }
    }
  }
  const metadata = ownProperty(schema, 'metadata');
  if (metadata === undefined) return errors;
  if (checked && metadata.type !== 'object')
    errors.push(invalid(child(at('metadata'), 'type'), metadata.type ?? '', 'must be object'));
  if (level === 'root' && !restrictsOnlyNames(metadata)) {
    const why =
      'must not specify anything other than name and generateName, but metadata is implicitly specified';
    errors.push(forbidden(at('metadata'), why));
  }
  return errors;
}

function restrictsOnlyNames(metadata: JSONSchemaProps): boolean {
  const { type: _type, default: _default, properties = {}, ...rest } = metadata;
  return (
    Object.keys(rest).length === 0 &&
    Object.keys(properties).every((name) => name === 'name' || name === 'generateName')
  );
}

function isIntOrStringPattern(anyOf: readonly JSONSchemaProps[] | undefined): boolean {
  return jsonEquals(anyOf ?? [], [{ type: 'integer' }, { type: 'string' }]);
}

/** Errors of anyOf, allOf, oneOf, not, and of the pattern. */
function branchErrors(
  path: string,
  schema: JSONSchemaProps,
  skipAnyOf: boolean,
  skipFirstAllOfAnyOf: boolean,
): FieldError[] {
  const errors: FieldError[] = [];
  const lists = { anyOf: skipAnyOf ? undefined : schema.anyOf, allOf: schema.allOf, oneOf: schema.oneOf };
  for (const [name, branches] of Object.entries(lists)) {
    branches?.forEach((branch, i) => {
      errors.push(
        ...nestedErrors(
          index(child(path, name), i),
          branch,
          name === 'allOf' && i === 0 && skipFirstAllOfAnyOf,
        ),
      );
    });
  }
  if (schema.not !== undefined) errors.push(...nestedErrors(child(path, 'not'), schema.not, false));
  if (schema.pattern !== undefined && schema.pattern !== '') {
    try {
      compilePattern(schema.pattern);
    } catch (error) {
      if (!(error instanceof PatternError)) throw error;
      const why = `must be a valid regular expression, but isn't: ${error.message}`;
      errors.push(invalid(child(path, 'pattern'), schema.pattern, why));
    }
  }
  return errors;
}

/** What a branch may not say, because only the structure around it may. */
const forbiddenInBranches: ReadonlyArray<[keyof JSONSchemaProps, string]> = [
  ['type', 'must be empty to be structural'],
  ['additionalProperties', 'must be undefined to be structural'],
  ['default', 'must be undefined to be structural'],
  ['title', 'must be empty to be structural'],
  ['description', 'must be empty to be structural'],
  ['nullable', 'must be false to be structural'],
  ['x-kubernetes-preserve-unknown-fields', 'must be false to be structural'],
  ['x-kubernetes-embedded-resource', 'must be false to be structural'],
  ['x-kubernetes-int-or-string', 'must be false to be structural'],
  ['x-kubernetes-list-map-keys', 'must be empty to be structural'],
  ['x-kubernetes-list-type', 'must be undefined to be structural'],
  ['x-kubernetes-map-type', 'must be undefined to be structural'],
  ['x-kubernetes-validations', 'must be empty to be structural'],
];

function nestedErrors(path: string, branch: JSONSchemaProps, skipAnyOf: boolean): FieldError[] {
  const errors = branchErrors(path, branch, skipAnyOf, false);
  const items = itemsOf(branch);
  if (items !== undefined) errors.push(...nestedErrors(child(path, 'items'), items, false));
  for (const [name, property] of Object.entries(branch.properties ?? {})) {
    errors.push(...nestedErrors(keyPath(child(path, 'properties'), name), property, false));
  }
  for (const [field, why] of forbiddenInBranches) {
    const value = branch[field];
    if (value !== undefined && value !== '' && value !== false)
      errors.push(forbidden(child(path, field), why));
  }
  if (ownProperty(branch, 'metadata') !== undefined) {
    errors.push(
      forbidden(keyPath(child(path, 'properties'), 'metadata'), 'must not be specified in a nested context'),
    );
  }
  return errors;
}
