import { typeName } from '../keywords.js';
import { FIRST, isArray, textsOf } from './marker-rule.js';
import type { MarkerRule } from './marker-rule.js';

/** How server-side apply merges a list. */
export const listType: MarkerRule = {
  priority: FIRST,
  sets: ['x-kubernetes-list-type'],
  apply(schema, value) {
    if (!isArray(schema)) return `must apply listType to an array, found ${typeName(schema)}`;
    if (value !== 'map' && value !== 'set' && value !== 'atomic')
      return `listType must be "map", "set" or "atomic", but is ${JSON.stringify(value)}`;
    schema['x-kubernetes-list-type'] = value;
    return undefined;
  },
};

/** What tells the items of an associative list apart. */
export const listMapKey: MarkerRule = {
  sets: ['x-kubernetes-list-map-keys'],
  apply(schema, value) {
    if (!isArray(schema)) return `must apply listMapKey to an array, found ${typeName(schema)}`;
    if (schema['x-kubernetes-list-type'] !== 'map')
      return 'must apply listMapKey to an associative list: write +listType=map as well';
    schema['x-kubernetes-list-map-keys'] = [
      ...(schema['x-kubernetes-list-map-keys'] ?? []),
      ...textsOf(value),
    ];
    return undefined;
  },
};

/** Whether server-side apply merges an object field by field. */
export const granularity = (name: 'mapType' | 'structType'): MarkerRule => ({
  sets: ['x-kubernetes-map-type'],
  apply(schema, value) {
    if (schema.type !== 'object' && !(name === 'structType' && schema.type === undefined))
      return `must apply ${name} to an object, found ${typeName(schema)}`;
    if (value !== 'atomic' && value !== 'granular')
      return `${name} must be "granular" or "atomic", but is ${JSON.stringify(value)}`;
    schema['x-kubernetes-map-type'] = value;
    return undefined;
  },
});
