import { isJsonObject } from '../json.js';
import type { JsonObject } from '../json.js';
import { canonicalSet, EMPTY_SET, isEmptySet, LEAF, SELF } from './field-set.js';
import type { FieldSet, FieldSetBuilder } from './field-set.js';
import { elementOfItem } from './list-items.js';
import { compareElements } from './path-element.js';
import type { PathElement } from './path-element.js';
import { elementOfField, fieldTypeOf, firstForm, formOf, untypedAtomic } from './schema-type.js';
import type { ListType, MapType, SchemaType } from './schema-type.js';

/** A map as it counts: undefined for null, and for what is none. */
export const asMap = (value: unknown): JsonObject | undefined => (isJsonObject(value) ? value : undefined);

/** A list as it counts: undefined for null, and for what is none. */
export const asList = (value: unknown): readonly unknown[] | undefined =>
  Array.isArray(value) ? value : undefined;

export function isEmptyMap(map: JsonObject): boolean {
  for (const _ in map) return false;
  return true;
}

/**
 * All of a value that appears or disappears as a whole: each of its fields and items is a member. In order already.
 * Throws ListItemError.
 */
export function everyField(type: SchemaType, value: unknown): FieldSet {
  switch (formOf(type, value) ?? firstForm(type)) {
    case 'map':
      return everyFieldOfMap(type.map as MapType, value);
    case 'list':
      return everyItem(type.list as ListType, value);
    default:
      return LEAF;
  }
}

function everyFieldOfMap(type: MapType, value: unknown): FieldSet {
  const map = asMap(value);
  if (type.atomic || map === undefined) return LEAF;
  const names = Object.keys(map);
  if (names.length === 0) return LEAF;
  const out: FieldSetBuilder = { [SELF]: LEAF as FieldSetBuilder };
  if (names.length > 1) names.sort();
  for (const name of names) {
    const fieldType = fieldTypeOf(type, name) ?? untypedAtomic;
    out[elementOfField(type, name)] = everyField(fieldType, map[name]) as FieldSetBuilder;
  }
  return out;
}

function everyItem(type: ListType, value: unknown): FieldSet {
  const list = asList(value);
  if (type.atomic || list === undefined || list.length === 0) return LEAF;
  const out: FieldSetBuilder = { [SELF]: LEAF as FieldSetBuilder };
  for (const item of list) {
    const element = elementOfItem(type, item);
    // What is there twice is owned without what is in it.
    out[element] = (out[element] === undefined ? everyField(type.item, item) : LEAF) as FieldSetBuilder;
  }
  return list.length === 1 ? out : sortedNode(out);
}

function sortedNode(node: FieldSetBuilder): FieldSet {
  let previous = SELF;
  let isSorted = true;
  for (const element in node) {
    if (element === SELF) continue;
    if (previous !== SELF && compareElements(previous, element) > 0) isSorted = false;
    previous = element;
  }
  if (isSorted) return node;
  const out: FieldSetBuilder = {};
  for (const element of Object.keys(node).sort(compareElements)) {
    out[element] = node[element] as FieldSetBuilder;
  }
  return out;
}

/**
 * What one who applies this value owns: its leaves, the items of lists, and the keys of maps, but no declared fields that
 * merely hold others (structured-merge-diff `typed/tofieldset.go`).
 */
export function fieldSetOf(type: SchemaType, value: unknown): FieldSet {
  const node = fieldsOf(type, value, false);
  return node === undefined || isEmptySet(node) ? EMPTY_SET : canonicalSet(node);
}

function fieldsOf(type: SchemaType, value: unknown, member: boolean): FieldSet | undefined {
  switch (formOf(type, value) ?? firstForm(type)) {
    case 'map':
      return fieldsOfMap(type.map as MapType, value, member);
    case 'list':
      return fieldsOfList(type.list as ListType, value, member);
    default:
      return LEAF;
  }
}

function fieldsOfMap(type: MapType, value: unknown, member: boolean): FieldSet | undefined {
  if (type.atomic) return LEAF;
  const out: FieldSetBuilder = member ? { [SELF]: LEAF as FieldSetBuilder } : {};
  const map = asMap(value);
  for (const name in map) {
    const item = map[name];
    const isMember = item === null || (isJsonObject(item) && isEmptyMap(item)) || !type.fields.has(name);
    const node = fieldsOf(fieldTypeOf(type, name) ?? untypedAtomic, item, isMember);
    if (node !== undefined) out[elementOfField(type, name)] = node as FieldSetBuilder;
  }
  return finished(out, member);
}

function fieldsOfList(type: ListType, value: unknown, member: boolean): FieldSet | undefined {
  if (type.atomic) return LEAF;
  const out: FieldSetBuilder = member ? { [SELF]: LEAF as FieldSetBuilder } : {};
  const seen = new Set<PathElement>();
  for (const item of asList(value) ?? []) {
    const element = elementOfItem(type, item);
    out[element] = (seen.has(element) ? LEAF : (fieldsOf(type.item, item, true) ?? LEAF)) as FieldSetBuilder;
    seen.add(element);
  }
  return finished(out, member);
}

function finished(out: FieldSetBuilder, member: boolean): FieldSet | undefined {
  if (!isEmptySet(out)) return out;
  return member ? LEAF : undefined;
}
