import type { JSONSchemaProps } from '@kubewright/api/apiextensions/v1';
import type { MarkerValue } from '../../model/marker.js';
import { isIntOrString, typeName } from '../keywords.js';
import { isArray, isNumeric, isObject, isTextual } from './marker-rule.js';
import type { MarkerRule } from './marker-rule.js';

function bound(keyword: 'maximum' | 'minimum' | 'multipleOf'): MarkerRule {
  return {
    sets: [keyword],
    apply(schema, value) {
      if (!isNumeric(schema)) return `must apply ${keyword} to a numeric value, found ${typeName(schema)}`;
      if (typeof value !== 'number') return `${keyword} must be a number`;
      if (schema.type === 'integer' && !Number.isInteger(value))
        return `cannot apply non-integral ${keyword} validation (${value}) to integer value`;
      schema[keyword] = value;
      return undefined;
    },
  };
}

/** `false` is what holds without the keyword, so then it is left out. */
function flag(
  keyword: 'exclusiveMaximum' | 'exclusiveMinimum' | 'uniqueItems',
  fits: (schema: JSONSchemaProps) => boolean,
  needs: string,
): MarkerRule {
  return {
    sets: [keyword],
    apply(schema, value) {
      if (!fits(schema)) return `must apply ${keyword} to ${needs}, found ${typeName(schema)}`;
      if (value === true) schema[keyword] = true;
      else delete schema[keyword];
      return undefined;
    },
  };
}

function count(
  keyword: 'maxLength' | 'minLength' | 'maxItems' | 'minItems' | 'maxProperties' | 'minProperties',
  fits: (schema: JSONSchemaProps) => boolean,
  needs: string,
): MarkerRule {
  return {
    sets: [keyword],
    apply(schema, value) {
      if (!fits(schema)) return `must apply ${keyword} to ${needs}, found ${typeName(schema)}`;
      if (typeof value !== 'number' || !Number.isInteger(value)) return `${keyword} must be a whole number`;
      if (value < 0) return `${keyword} must not be negative, but is ${value}`;
      schema[keyword] = value;
      return undefined;
    },
  };
}

const pattern: MarkerRule = {
  sets: ['pattern'],
  apply(schema, value) {
    if (!isTextual(schema)) return `must apply pattern to a textual value, found ${typeName(schema)}`;
    if (typeof value !== 'string') return 'pattern must be a text';
    schema.pattern = value;
    return undefined;
  },
};

const enumeration: MarkerRule = {
  sets: ['enum'],
  apply(schema, value) {
    const values = Array.isArray(value) ? (value as readonly MarkerValue[]) : [value];
    if (values.length === 0) return 'enum must list at least one value';
    const wrong = values.find((one) => !isOfType(schema, one));
    if (wrong !== undefined)
      return `enum must list values of the type it stands on, ${typeName(schema)}, but lists ${JSON.stringify(wrong)}`;
    schema.enum = [...values] as NonNullable<JSONSchemaProps['enum']>;
    return undefined;
  },
};

function isOfType(schema: JSONSchemaProps, value: MarkerValue): boolean {
  if (value === null) return schema.nullable === true;
  if (isIntOrString(schema)) return typeof value === 'string' || Number.isInteger(value);
  switch (schema.type) {
    case 'string':
    case 'boolean':
    case 'number':
      return typeof value === schema.type;
    case 'integer':
      return Number.isInteger(value);
    default:
      return true;
  }
}

/** What limits the values of a schema, by the last part of the marker's name. */
export const limitRules = {
  Maximum: bound('maximum'),
  Minimum: bound('minimum'),
  ExclusiveMaximum: flag('exclusiveMaximum', isNumeric, 'a numeric value'),
  ExclusiveMinimum: flag('exclusiveMinimum', isNumeric, 'a numeric value'),
  MultipleOf: bound('multipleOf'),
  MinProperties: count('minProperties', isObject, 'an object'),
  MaxProperties: count('maxProperties', isObject, 'an object'),
  MaxLength: count('maxLength', isTextual, 'a textual value'),
  MinLength: count('minLength', isTextual, 'a textual value'),
  Pattern: pattern,
  MaxItems: count('maxItems', isArray, 'an array'),
  MinItems: count('minItems', isArray, 'an array'),
  UniqueItems: flag('uniqueItems', isArray, 'an array'),
  Enum: enumeration,
} as const;
