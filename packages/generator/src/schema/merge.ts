import { jsonEquals } from '@kubewright/api';
import type { JSONSchemaProps } from '@kubewright/api/apiextensions/v1';
import { DOCUMENTATION, itemsOf, rulesOf, valuesOf } from './keywords.js';
import type { Keyword } from './keywords.js';
import type { Origins } from './origins.js';

/** Two schemas that cannot hold at once: a type of one kind and of another. */
export interface MergeConflict {
  readonly keyword: Keyword;
  readonly into: unknown;
  readonly from: unknown;
}

/** What may not stand in an `allOf` of a structural schema: of two values, the one that is merged later holds. */
const LATER_HOLDS: readonly Keyword[] = [
  'default',
  'nullable',
  'x-kubernetes-embedded-resource',
  'x-kubernetes-int-or-string',
  'x-kubernetes-list-map-keys',
  'x-kubernetes-list-type',
  'x-kubernetes-map-type',
  'x-kubernetes-preserve-unknown-fields',
];

/** What is merged in a way of its own. */
const MERGED: readonly Keyword[] = [
  'additionalProperties',
  'allOf',
  'items',
  'properties',
  'required',
  'type',
  'x-kubernetes-validations',
];

/** These mean nothing without each other, so they move together. */
const PAIRS: Partial<Record<Keyword, Keyword>> = {
  minimum: 'exclusiveMinimum',
  maximum: 'exclusiveMaximum',
  exclusiveMinimum: 'minimum',
  exclusiveMaximum: 'maximum',
};

/**
 * Merges `from` into `into`, so that `into` says what both say; documentation apart. What both limit, each in its own
 * way, goes to `allOf`. As controller-gen flattens (`pkg/crd/flatten.go`), except that equal values are one value, and
 * that enums of both are both kept.
 */
export function mergeSchema(
  into: JSONSchemaProps,
  from: JSONSchemaProps,
  origins: Origins,
  onConflict: (conflict: MergeConflict) => void,
): void {
  for (const branch of from.allOf ?? []) mergeSchema(into, branch, origins, onConflict);
  const merge = (to: JSONSchemaProps, other: JSONSchemaProps): void =>
    mergeSchema(to, other, origins, onConflict);
  const both = limitedByBoth(into, from);
  for (const keyword of Object.keys(from) as Keyword[]) {
    const value = from[keyword];
    if (value === undefined || keyword === 'allOf' || both.has(keyword) || DOCUMENTATION.includes(keyword)) {
      continue;
    }
    if (keyword === 'x-kubernetes-validations') {
      into[keyword] = [...rulesOf(from), ...rulesOf(into)];
    } else if (into[keyword] === undefined) {
      Object.assign(into, { [keyword]: value });
      origins.copyKeyword(from, into, keyword);
    } else if (keyword === 'properties') {
      into.properties = mergedProperties(into.properties ?? {}, from.properties ?? {}, origins, merge);
    } else if (keyword === 'required') {
      into.required = [...new Set([...(into.required ?? []), ...(from.required ?? [])])].sort();
    } else if (keyword === 'items' || keyword === 'additionalProperties') {
      mergeBelow(into, from, keyword, origins, merge);
    } else if (keyword === 'type') {
      if (into.type !== value) onConflict({ keyword, into: into.type, from: value });
    } else if (LATER_HOLDS.includes(keyword)) {
      Object.assign(into, { [keyword]: value });
      origins.copyKeyword(from, into, keyword);
    }
  }
  if (both.size > 0) hoist(into, from, both, origins);
}

/** What both say, each in its own way, and what may stand in `allOf`. */
function limitedByBoth(into: JSONSchemaProps, from: JSONSchemaProps): Set<Keyword> {
  const keywords = new Set<Keyword>();
  for (const keyword of Object.keys(from) as Keyword[]) {
    if (MERGED.includes(keyword) || LATER_HOLDS.includes(keyword) || DOCUMENTATION.includes(keyword))
      continue;
    if (into[keyword] === undefined || jsonEquals(into[keyword], from[keyword])) continue;
    keywords.add(keyword);
    const partner = PAIRS[keyword];
    if (partner !== undefined) keywords.add(partner);
  }
  return keywords;
}

function mergedProperties(
  into: Record<string, JSONSchemaProps>,
  from: Record<string, JSONSchemaProps>,
  origins: Origins,
  merge: (to: JSONSchemaProps, other: JSONSchemaProps) => void,
): Record<string, JSONSchemaProps> {
  const merged = { ...into };
  for (const [name, property] of Object.entries(from)) {
    const known = Object.hasOwn(into, name) ? into[name] : undefined;
    merged[name] = known === undefined ? property : mergedCopy(known, property, origins, merge);
  }
  return merged;
}

function mergeBelow(
  into: JSONSchemaProps,
  from: JSONSchemaProps,
  keyword: 'items' | 'additionalProperties',
  origins: Origins,
  merge: (to: JSONSchemaProps, other: JSONSchemaProps) => void,
): void {
  const below = keyword === 'items' ? itemsOf : valuesOf;
  const more = below(from);
  if (more === undefined) return;
  const known = below(into);
  into[keyword] = known === undefined ? more : mergedCopy(known, more, origins, merge);
}

/** Schemas of declarations are shared, so what is merged is a copy. */
function mergedCopy(
  into: JSONSchemaProps,
  from: JSONSchemaProps,
  origins: Origins,
  merge: (to: JSONSchemaProps, other: JSONSchemaProps) => void,
): JSONSchemaProps {
  const copy = { ...into };
  origins.copy(into, copy);
  merge(copy, from);
  return copy;
}

function hoist(
  into: JSONSchemaProps,
  from: JSONSchemaProps,
  keywords: ReadonlySet<Keyword>,
  origins: Origins,
): void {
  const branchOf = (schema: JSONSchemaProps): JSONSchemaProps => {
    const branch: JSONSchemaProps = {};
    origins.place(branch, origins.of(schema));
    for (const keyword of keywords) {
      if (schema[keyword] === undefined) continue;
      Object.assign(branch, { [keyword]: schema[keyword] });
      origins.copyKeyword(schema, branch, keyword);
    }
    return branch;
  };
  into.allOf = [...(into.allOf ?? []), branchOf(into), branchOf(from)];
  for (const keyword of keywords) delete into[keyword];
}
