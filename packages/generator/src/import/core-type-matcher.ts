import type { JSONSchemaProps } from '@kubewright/api/apiextensions/v1';
import { builtinSchemaNames } from '@kubewright/api/schema';
import { createCoreTypes } from '../core-types/core-types.js';
import { Diagnostics } from '../diagnostics/diagnostics.js';
import { createMarkerRegistry } from '../markers/registry.js';
import { SchemaBuilder } from '../schema/schema-builder.js';
import { coreTypeName, goPackageOf } from './core-type-names.js';
import type { CoreTypeMatcher, CoreTypeName } from './core-type-names.js';
import { createShapes } from './shapes.js';

/**
 * So many fields, with those of its fields, nobody's type shares with one of Kubernetes by chance: fewer where a
 * definition was stripped of all descriptions, more where it describes them in words of its own.
 */
const UNMISTAKABLE = { undescribed: 5, described: 12 };

interface Candidate extends CoreTypeName {
  readonly schema: JSONSchemaProps;
}

/**
 * Recognizes Kubernetes' own types as controller-gen writes them into definitions: by their structure, in which
 * descriptions do not count, so that those of other releases of Kubernetes are recognized too. What is small is
 * recognized only if its fields are described in the same words: `{ name, key }` could be anybody's. A type of a release
 * that has other fields than ours is not recognized, though the types of its fields may be.
 */
export function createCoreTypeMatcher(): CoreTypeMatcher {
  const shapes = createShapes({ descriptions: false });
  const byShape = new Map<number, Candidate[]>();
  const matches = new Map<object, CoreTypeName | undefined>();
  for (const candidate of candidates()) {
    const shape = shapes.ofType(candidate.schema);
    byShape.set(shape, [...(byShape.get(shape) ?? []), candidate]);
  }

  function find(schema: JSONSchemaProps): CoreTypeName | undefined {
    if (schema.properties === undefined) return undefined;
    const alike = byShape.get(shapes.ofType(schema)) ?? [];
    const [best, second] = alike
      .map((candidate) => ({ ...candidate, agreement: agreement(schema, candidate.schema) }))
      .sort((a, b) => b.agreement - a.agreement || rank(a) - rank(b) || (a.name < b.name ? -1 : 1));
    if (best === undefined) return undefined;
    const needed = isDescribed(schema) ? UNMISTAKABLE.described : UNMISTAKABLE.undescribed;
    const isSure = best.agreement >= 0.5 || (second === undefined && countFields(schema) >= needed);
    return isSure ? { module: best.module, name: best.name } : undefined;
  }

  return {
    match(schema) {
      if (!matches.has(schema)) matches.set(schema, find(schema));
      return matches.get(schema);
    },
  };
}

/** The types that the library exports, with the schemas that the generator makes of them. */
function candidates(): Candidate[] {
  const diagnostics = new Diagnostics();
  const coreTypes = createCoreTypes({ registry: createMarkerRegistry() });
  const builder = new SchemaBuilder({ diagnostics });
  return builtinSchemaNames().flatMap((definition) => {
    const name = coreTypeName(definition);
    // Schemas of definitions hold themselves.
    if (name === undefined || name.module.startsWith('apiextensions/')) return [];
    const type = coreTypes.find(goPackageOf(name.module), name.name);
    if (type?.type !== 'reference') return [];
    const schema = builder.declarationSchema(type.declaration);
    return schema.properties === undefined ? [] : [{ ...name, schema }];
  });
}

/** How many of the described fields are described in the same words, from 0 to 1. */
function agreement(schema: JSONSchemaProps, core: JSONSchemaProps): number {
  const described = Object.entries(schema.properties ?? {}).filter(
    ([, { description = '' }]) => description !== '',
  );
  if (described.length === 0) return 0;
  const same = described.filter(([name, { description = '' }]) => {
    return words(description) === words(core.properties?.[name]?.description ?? '');
  });
  return same.length / described.length;
}

function isDescribed({ properties = {} }: JSONSchemaProps): boolean {
  return Object.values(properties).some(({ description = '' }) => description !== '');
}

/** Line breaks differ between releases of controller-gen. */
function words(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Of types that are alike in all, that of the module that most people know. */
function rank({ module }: CoreTypeName): number {
  const known = ['core/v1', 'meta/v1', 'apps/v1', 'networking/v1'].indexOf(module);
  return known < 0 ? 9 : known;
}

function countFields(schema: JSONSchemaProps): number {
  const { properties = {}, items, additionalProperties } = schema;
  const inner = [items, additionalProperties].filter(
    (one): one is JSONSchemaProps => typeof one === 'object' && !Array.isArray(one),
  );
  return [...Object.values(properties), ...inner].reduce(
    (count, one) => count + countFields(one),
    Object.keys(properties).length,
  );
}
