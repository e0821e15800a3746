import type { JSONSchemaProps } from '@kubewright/api/apiextensions/v1';
import {
  child,
  forbidden,
  index,
  invalid,
  key as keyPath,
  notSupported,
  required,
} from '../errors/field-error.js';
import type { FieldError } from '../errors/field-error.js';
import { mapIsCorrelatable } from './cel-definition.js';
import type { RuleSurroundings } from './cel-definition.js';
import { expressionRuleErrors } from './expression-declaration.js';
import { additionalPropertiesOf, isMetaField, itemsOf, ownProperty } from './json-schema.js';

interface Surroundings {
  /** Why no default may stand here; undefined: one may. */
  readonly noDefaults?: string;
  readonly insideMeta: boolean;
}

const TYPES = ['array', 'boolean', 'integer', 'number', 'object', 'string'];

/**
 * The rules for every schema of a CustomResourceDefinition, structural or not: what is not supported, and how the
 * extensions go together. After apiextensions-apiserver's `pkg/apis/apiextensions/validation/validation.go`,
 * ValidateCustomResourceDefinitionOpenAPISchema. `rules`: where expressions are compiled; undefined: they are not, since
 * the schema is not structural.
 */
export function schemaRuleErrors(
  path: string,
  schema: JSONSchemaProps,
  rules: RuleSurroundings | undefined,
): FieldError[] {
  const found = judge(path, schema, true, { insideMeta: false }, rules);
  return [...found.errors, ...found.expressionErrors];
}

/** Errors of a schema and those below it. */
interface Found {
  readonly errors: FieldError[];
  /** Of the rules: they are not judged where the schema itself is wrong. */
  readonly expressionErrors: FieldError[];
}

function judge(
  path: string,
  schema: JSONSchemaProps,
  isRoot: boolean,
  around: Surroundings,
  rules: RuleSurroundings | undefined,
): Found {
  const errors = supportErrors(path, schema, around);
  const expressionErrors: FieldError[] = [];
  const below = (
    at: string,
    sub: JSONSchemaProps,
    inside: Surroundings,
    subRules: RuleSurroundings | undefined,
  ): void => {
    const found = judge(at, sub, false, inside, subRules);
    errors.push(...found.errors);
    expressionErrors.push(...found.expressionErrors);
  };
  if (schema.uniqueItems === true) {
    errors.push(
      forbidden(
        child(path, 'uniqueItems'),
        'uniqueItems cannot be set to true since the runtime complexity becomes quadratic',
      ),
    );
  }
  const additional = additionalPropertiesOf(schema);
  if (schema.additionalProperties !== undefined) {
    const where = child(path, 'additionalProperties');
    const hasProperties = Object.keys(schema.properties ?? {}).length > 0;
    if (hasProperties && schema.additionalProperties !== true) {
      errors.push(forbidden(where, 'additionalProperties and properties are mutual exclusive'));
    }
    const inside = around.insideMeta
      ? { ...around, noDefaults: 'inside additionalProperties applying to object metadata' }
      : around;
    if (additional !== undefined) below(where, additional, inside, rules?.below(schema));
  }
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const isMeta = (isRoot || schema['x-kubernetes-embedded-resource'] === true) && isMetaField(name);
    const inside: Surroundings = !isMeta
      ? around
      : { ...around, insideMeta: true, ...(isRoot ? { noDefaults: `in top-level ${name}` } : {}) };
    const uncorrelated = mapIsCorrelatable(schema) ? undefined : path;
    below(keyPath(child(path, 'properties'), name), property, inside, rules?.below(schema, uncorrelated));
  }
  if (schema.not !== undefined) below(child(path, 'not'), schema.not, around, undefined);
  for (const name of ['allOf', 'oneOf', 'anyOf'] as const) {
    schema[name]?.forEach((branch, i) => below(index(child(path, name), i), branch, around, undefined));
  }
  const items = itemsOf(schema);
  if (items !== undefined) {
    // Items of other lists have nothing by which their old values could be found.
    const uncorrelated = schema['x-kubernetes-list-type'] === 'map' ? undefined : path;
    below(child(path, 'items'), items, around, rules?.below(schema, uncorrelated));
  }
  if (schema['x-kubernetes-preserve-unknown-fields'] === false) {
    errors.push(
      invalid(child(path, 'x-kubernetes-preserve-unknown-fields'), false, 'must be true or undefined'),
    );
  }
  errors.push(
    ...mapTypeErrors(path, schema),
    ...listTypeErrors(path, schema, items),
    ...expressionRuleErrors(path, schema),
  );
  if (errors.length === 0 && rules !== undefined) expressionErrors.push(...rules.errors(path, schema));
  return { errors, expressionErrors };
}

function supportErrors(path: string, schema: JSONSchemaProps, around: Surroundings): FieldError[] {
  const errors: FieldError[] = [];
  const refuse = (field: keyof JSONSchemaProps, why = `${field} is not supported`): void => {
    errors.push(forbidden(child(path, field), why));
  };
  const { type = '' } = schema;
  if (type !== '' && !TYPES.includes(type)) errors.push(notSupported(child(path, 'type'), type, TYPES));
  if (schema.default !== undefined && around.noDefaults !== undefined)
    refuse('default', `must not be set ${around.noDefaults}`);
  if (schema.id !== undefined && schema.id !== '') refuse('id');
  if (schema.additionalItems !== undefined) refuse('additionalItems');
  if (Object.keys(schema.patternProperties ?? {}).length > 0) refuse('patternProperties');
  if (Object.keys(schema.definitions ?? {}).length > 0) refuse('definitions');
  if (schema.dependencies !== undefined) refuse('dependencies');
  if (schema.$ref !== undefined) refuse('$ref');
  if (type === 'null') refuse('type', 'type cannot be set to null, use nullable as an alternative');
  if (Array.isArray(schema.items) && schema.items.length > 0)
    refuse('items', 'items must be a schema object and not an array');
  if (around.insideMeta && schema['x-kubernetes-embedded-resource'] === true) {
    refuse('x-kubernetes-embedded-resource', 'must not be used inside of resource meta');
  }
  return errors;
}

function mapTypeErrors(path: string, schema: JSONSchemaProps): FieldError[] {
  const mapType = schema['x-kubernetes-map-type'];
  if (mapType === undefined) return [];
  const errors: FieldError[] = [];
  if (schema.type !== 'object') errors.push(typeMustBe(path, schema, 'object', 'x-kubernetes-map-type'));
  if (mapType !== 'atomic' && mapType !== 'granular') {
    errors.push(notSupported(child(path, 'x-kubernetes-map-type'), mapType, ['atomic', 'granular']));
  }
  return errors;
}

function typeMustBe(path: string, schema: JSONSchemaProps, type: string, extension: string): FieldError {
  const why = `must be ${type} if ${extension} is specified`;
  const where = child(path, 'type');
  return schema.type === undefined || schema.type === ''
    ? required(where, why)
    : invalid(where, schema.type, why);
}

function listTypeErrors(
  path: string,
  schema: JSONSchemaProps,
  items: JSONSchemaProps | undefined,
): FieldError[] {
  const errors: FieldError[] = [];
  const listType = schema['x-kubernetes-list-type'];
  const keys = schema['x-kubernetes-list-map-keys'] ?? [];
  const typePath = child(path, 'x-kubernetes-list-type');
  if (listType !== undefined && schema.type !== 'array')
    errors.push(typeMustBe(path, schema, 'array', 'x-kubernetes-list-type'));
  else if (listType === 'set' && items !== undefined)
    errors.push(...setItemErrors(child(path, 'items'), items));
  if (listType !== undefined && !['atomic', 'set', 'map'].includes(listType)) {
    errors.push(notSupported(typePath, listType, ['atomic', 'set', 'map']));
  }
  if (keys.length > 0 && listType !== 'map') {
    const why = 'must be map if x-kubernetes-list-map-keys is non-empty';
    errors.push(listType === undefined ? required(typePath, why) : invalid(typePath, listType, why));
  }
  if (listType === 'map') errors.push(...mapListErrors(path, schema, items, keys));
  if ((listType === 'set' || listType === 'map') && items !== undefined)
    errors.push(...keyErrors(path, listType, items, keys));
  return errors;
}

function setItemErrors(path: string, items: JSONSchemaProps): FieldError[] {
  const why = 'must be atomic as item of a list with x-kubernetes-list-type=set';
  const listType = items['x-kubernetes-list-type'];
  if (items.type === 'array' && listType !== undefined && listType !== 'atomic') {
    return [invalid(child(path, 'x-kubernetes-list-type'), listType, why)];
  }
  // The real server quotes the list type of the item here, not its map type.
  if (items.type === 'object' && items['x-kubernetes-map-type'] !== 'atomic') {
    return [invalid(child(path, 'x-kubernetes-map-type'), listType ?? null, why)];
  }
  return [];
}

function mapListErrors(
  path: string,
  schema: JSONSchemaProps,
  items: JSONSchemaProps | undefined,
  keys: readonly string[],
): FieldError[] {
  const errors: FieldError[] = [];
  const keysPath = child(path, 'x-kubernetes-list-map-keys');
  const itemsPath = child(path, 'items');
  if (keys.length === 0)
    errors.push(required(keysPath, 'must not be empty if x-kubernetes-list-type is map'));
  if (schema.items === undefined)
    errors.push(required(itemsPath, 'must have a schema if x-kubernetes-list-type is map'));
  else if (items === undefined)
    errors.push(
      invalid(itemsPath, schema.items, 'must only have a single schema if x-kubernetes-list-type is map'),
    );
  if (items === undefined) return errors;
  if (items.type !== 'object') {
    errors.push(
      invalid(
        child(itemsPath, 'type'),
        items.type ?? '',
        "must be object if parent array's x-kubernetes-list-type is map",
      ),
    );
    return errors;
  }
  keys.forEach((name, i) => {
    const property = ownProperty(items, name);
    if (property === undefined)
      errors.push(invalid(keysPath, keys, 'entries must all be names of item properties'));
    else if (property.type === 'array' || property.type === 'object') {
      const where = child(keyPath(child(itemsPath, 'properties'), name), 'type');
      errors.push(
        invalid(where, items.type, "must be a scalar type if parent array's x-kubernetes-list-type is map"),
      );
    }
    if (keys.indexOf(name) < i) errors.push(invalid(keysPath, keys, 'must not contain duplicate entries'));
  });
  return errors;
}

function keyErrors(
  path: string,
  listType: string,
  items: JSONSchemaProps,
  keys: readonly string[],
): FieldError[] {
  const errors: FieldError[] = [];
  const itemsPath = child(path, 'items');
  if (items.nullable === true) {
    errors.push(
      forbidden(
        child(itemsPath, 'nullable'),
        `cannot be nullable when x-kubernetes-list-type is ${listType}`,
      ),
    );
  }
  if (listType !== 'map') return errors;
  for (const name of keys) {
    const property = ownProperty(items, name);
    if (property === undefined) continue;
    const where = keyPath(child(itemsPath, 'properties'), name);
    const so = 'this property is in x-kubernetes-list-map-keys, so it';
    if (items.required?.includes(name) !== true && property.default === undefined) {
      errors.push(required(child(where, 'default'), `${so} must have a default or be a required property`));
    }
    if (property.nullable === true)
      errors.push(forbidden(child(where, 'nullable'), `${so} cannot be nullable`));
  }
  return errors;
}
