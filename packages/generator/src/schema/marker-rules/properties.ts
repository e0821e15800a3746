import type { JSONSchemaProps } from '@kubewright/api/apiextensions/v1';
import type { Keyword } from '../keywords.js';
import { typeName } from '../keywords.js';
import { argumentsOf, DEFAULT_PRIORITY, FIRST } from './marker-rule.js';
import type { MarkerRule } from './marker-rule.js';

/** The keywords that describe what is inside; another type has another inside. */
const STRUCTURE: readonly Keyword[] = ['properties', 'required', 'additionalProperties', 'items', 'anyOf'];

/** `Type`: another type than the declared one, and with it another structure. */
export const typeOverride: MarkerRule = {
  priority: FIRST,
  sets: ['type'],
  apply(schema, value) {
    const types = ['string', 'number', 'integer', 'boolean', 'array', 'object'];
    if (typeof value !== 'string' || !types.includes(value))
      return `type must be one of ${types.join(', ')}, but is ${JSON.stringify(value)}`;
    if (schema.type !== value) {
      for (const keyword of STRUCTURE) delete schema[keyword];
      delete schema['x-kubernetes-int-or-string'];
      if (schema.type !== undefined) delete schema.format;
    }
    schema.type = value;
    return undefined;
  },
};

/** Sets a keyword to true. */
export const turnsOn = (
  keyword:
    | 'nullable'
    | 'x-kubernetes-embedded-resource'
    | 'x-kubernetes-int-or-string'
    | 'x-kubernetes-preserve-unknown-fields',
  priority = DEFAULT_PRIORITY,
): MarkerRule => ({
  priority,
  sets: [keyword],
  apply(schema) {
    schema[keyword] = true;
    return undefined;
  },
});

/** Sets a keyword to a text. */
export const text = (keyword: 'format' | 'title'): MarkerRule => ({
  sets: [keyword],
  apply(schema, value) {
    if (typeof value !== 'string') return `${keyword} must be a text, but is ${JSON.stringify(value)}`;
    schema[keyword] = value;
    return undefined;
  },
});

/** A default; kubebuilder's outranks Kubernetes' by coming later. */
export const defaultValue = (priority: number): MarkerRule => ({
  priority,
  sets: ['default'],
  apply(schema, value) {
    // An empty list and an empty object are both written as {}.
    const isEmptyObject = typeof value === 'object' && value !== null && Object.keys(value).length === 0;
    schema.default = (schema.type === 'array' && isEmptyObject ? [] : value) as JSONSchemaProps['default'];
    return undefined;
  },
});

export const example: MarkerRule = {
  sets: ['example'],
  apply(schema, value) {
    schema.example = value as JSONSchemaProps['example'];
    return undefined;
  },
};

/** Where else to read about it. */
export const externalDocs: MarkerRule = {
  sets: ['externalDocs'],
  apply(schema, value) {
    const { url, description } = argumentsOf(value);
    // What Go's url.ParseRequestURI takes: an absolute URL or an absolute path.
    if (typeof url !== 'string' || !(url.startsWith('/') || URL.canParse(url)))
      return `externalDocs needs a valid url, but has ${JSON.stringify(url ?? null)}`;
    schema.externalDocs = {
      url,
      ...(typeof description === 'string' && description !== '' ? { description } : {}),
    };
    return undefined;
  },
};

/** `k8s:enum`: the literals are there already; controller-gen sorts them. */
export const sortedEnum: MarkerRule = {
  sets: ['enum'],
  apply(schema) {
    if (schema.type !== 'string' || schema.enum === undefined)
      return `k8s:enum must stand on a type that lists texts, found ${typeName(schema)}`;
    schema.enum = schema.enum.map(String).sort() as NonNullable<JSONSchemaProps['enum']>;
    return undefined;
  },
};
