import { deepClone, isJsonObject } from '@kubewright/api';
import type { JSONSchemaProps } from '@kubewright/api/apiextensions/v1';
import { validateSchemaValue } from '@kubewright/apiserver/crd';
import { flattenBranches } from './flatten-branches.js';
import { numberSamples, textSamples } from './scalar-samples.js';
import type { SamplePlace } from './scalar-samples.js';

/**
 * A value for a schema: its example, else its default, else one that is made: of an object the required fields and those
 * with an example or a default, of a list as many items as it needs. Rules in CEL are not looked at.
 */
export function sampleValue(schema: JSONSchemaProps, place: SamplePlace): unknown {
  let best: unknown;
  let isFound = false;
  for (const way of flattenBranches(schema))
    for (const candidate of candidates(way, place)) {
      if (validateSchemaValue(schema, candidate).length === 0) return deepClone(candidate);
      if (!isFound) best = candidate;
      isFound = true;
    }
  return deepClone(best);
}

/** Values worth trying, best first, without those of branches. */
export function* candidates(schema: JSONSchemaProps, place: SamplePlace): Generator {
  if (place.variant === 0) {
    if (schema.example !== undefined && schema.example !== null) yield schema.example;
    if (schema.default !== undefined && schema.default !== null) yield schema.default;
  }
  const listed = (schema.enum ?? []).filter((value) => value !== null);
  yield* listed.slice(place.variant % Math.max(1, listed.length));
  yield* listed;
  switch (schema['x-kubernetes-int-or-string'] === true ? 'int-or-string' : schema.type) {
    case 'boolean':
      yield place.variant % 2 === 0;
      yield place.variant % 2 !== 0;
      return;
    case 'string':
      yield* textSamples(schema, place);
      return;
    case 'integer':
    case 'number':
      yield* numberSamples(schema, place);
      return;
    case 'int-or-string':
      yield* numberSamples({ type: 'integer' }, place);
      yield* textSamples(schema, place);
      return;
    case 'array':
      yield sampleList(schema, place);
      return;
    default:
      yield sampleObject(schema, place);
  }
}

function sampleList(schema: JSONSchemaProps, { name }: SamplePlace): unknown[] {
  const items = Array.isArray(schema.items) ? schema.items[0] : schema.items;
  // An empty list says little about what goes into it.
  const count = Math.min(Math.max(schema.minItems ?? 0, 1), schema.maxItems ?? Infinity);
  if (items === undefined) return [];
  const singular = name.length > 1 ? name.replace(/s$/, '') : name;
  return Array.from({ length: count }, (_, variant) => sampleValue(items, { name: singular, variant }));
}

function sampleObject(schema: JSONSchemaProps, place: SamplePlace): Record<string, unknown> {
  const object: Record<string, unknown> = {};
  if (schema['x-kubernetes-embedded-resource'] === true)
    Object.assign(object, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'sample' } });
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    if (name in object || !(isWanted(field) || (schema.required?.includes(name) ?? false))) continue;
    object[name] = sampleValue(field, { name, variant: place.variant });
  }
  fillUp(object, schema, place);
  return object;
}

/** As many fields or keys as the schema demands. */
function fillUp(object: Record<string, unknown>, schema: JSONSchemaProps, place: SamplePlace): void {
  const { minProperties = 0, additionalProperties, required = [] } = schema;
  const missing = (): boolean => Object.keys(object).length < minProperties;
  for (const name of required)
    if (!(name in object) && isJsonObject(additionalProperties))
      object[name] = sampleValue(additionalProperties, { ...place, name });
  for (const [name, field] of Object.entries(schema.properties ?? {}))
    if (missing() && !(name in object)) object[name] = sampleValue(field, { ...place, name });
  if (!isJsonObject(additionalProperties)) return;
  for (let n = 1; missing(); n++) {
    const name = n === 1 ? 'key' : `key-${n}`;
    object[name] = sampleValue(additionalProperties, { name, variant: n - 1 });
  }
}

const isWanted = (schema: JSONSchemaProps): boolean =>
  (schema.example ?? schema.default ?? undefined) !== undefined;
