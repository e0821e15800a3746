import { isJsonObject, setKey } from '../json.js';
import type { JsonObject } from '../json.js';
import { forEachPath, hasPath, insertPath, isEmptySet, isMember, LEAF, SELF, union } from './field-set.js';
import type { FieldSet, FieldSetBuilder } from './field-set.js';
import { asList, asMap, fieldSetOf, isEmptyMap } from './field-walk.js';
import { elementOfItem } from './list-items.js';
import { fieldElement } from './path-element.js';
import { elementOfField, fieldTypeOf, firstForm, formOf, untypedAtomic } from './schema-type.js';
import type { ListType, MapType, SchemaType } from './schema-type.js';

/**
 * A value without the fields and items of a set. What becomes empty by it stays, empty; atomic parts stay as they are.
 * The value is not changed, the result shares parts with it (structured-merge-diff `typed/remove.go`).
 */
export function removeItems(type: SchemaType, value: unknown, items: FieldSet): unknown {
  return reduce(type, value, items, false) ?? null;
}

export interface ExtractOptions {
  /** Also takes the keys of the items on the way to what is extracted. Defaults to false. */
  readonly withKeys?: boolean;
}

/** Only the fields and items of a set: what a manager owns of an object. */
export function extractItems(
  type: SchemaType,
  value: unknown,
  items: FieldSet,
  options: ExtractOptions = {},
): unknown {
  const wanted =
    options.withKeys === true ? union(items, keysOnTheWay(fieldSetOf(type, value), items)) : items;
  return reduce(type, value, wanted, true) ?? null;
}

function keysOnTheWay(present: FieldSet, items: FieldSet): FieldSet {
  const keys: FieldSetBuilder = {};
  forEachPath(items, (path) => {
    if (!hasPath(present, path)) return;
    for (const [i, element] of path.entries()) {
      if (!element.startsWith('k:')) continue;
      for (const name of Object.keys(JSON.parse(element.slice(2)) as object)) {
        insertPath(keys, [...path.slice(0, i + 1), fieldElement(name)]);
      }
    }
  });
  return keys;
}

/** Undefined where nothing remains. */
function reduce(type: SchemaType, value: unknown, set: FieldSet, extract: boolean): unknown {
  switch (formOf(type, value) ?? firstForm(type)) {
    case 'map':
      return isJsonObject(value) ? reduceMap(type.map as MapType, value, set, extract) : undefined;
    case 'list':
      return Array.isArray(value) ? reduceList(type.list as ListType, value, set, extract) : undefined;
    default:
      return value;
  }
}

function reduceList(type: ListType, list: readonly unknown[], set: FieldSet, extract: boolean): unknown {
  if (list.length === 0 || type.atomic) return extract ? list : undefined;
  const out: unknown[] = [];
  let descended = false;
  for (const item of list) {
    const node = set[elementOfItem(type, item)];
    if (node === undefined) {
      if (!extract) out.push(item);
    } else if (extract) {
      out.push(isEmptySet(node) ? item : (reduce(type.item, item, node, true) ?? null));
    } else if (!isMember(node)) {
      descended = true;
      out.push(reducedChild(type.item, item, node));
    }
  }
  return out.length > 0 || descended ? out : undefined;
}

function reduceMap(type: MapType, map: JsonObject, set: FieldSet, extract: boolean): unknown {
  if (isEmptyMap(map) || type.atomic) return extract ? map : undefined;
  const out: JsonObject = {};
  let descended = false;
  let isEmpty = true;
  for (const name of Object.keys(map)) {
    const value = map[name];
    const node = set[elementOfField(type, name)];
    const fieldType = fieldTypeOf(type, name) ?? untypedAtomic;
    let kept: unknown;
    if (node === undefined) {
      if (extract) continue;
      kept = value;
    } else if (isMember(node)) {
      if (!extract) continue;
      // The real server looks for what is below in the set of the map itself.
      kept = reduce(fieldType, value, set, true) ?? null;
    } else {
      descended = true;
      kept = extract ? (reduce(fieldType, value, node, true) ?? null) : reducedChild(fieldType, value, node);
    }
    setKey(out, name, kept);
    isEmpty = false;
  }
  return isEmpty && (extract || !descended) ? undefined : out;
}

/** What is taken from a map or list leaves it there, even when it is empty then. */
function reducedChild(type: SchemaType, value: unknown, node: FieldSet): unknown {
  const rest = reduce(type, value, node, false);
  if (rest !== undefined && rest !== null) return rest;
  if (asMap(value) !== undefined) return {};
  return asList(value) === undefined ? null : [];
}

/**
 * The set with all declared fields on the way to its members, which sets usually leave out: with `spec.replicas` also
 * `spec`, but of a map with free keys not the map's own parents (structured-merge-diff `fieldpath/set.go`).
 */
export function withNamedFields(type: SchemaType | undefined, set: FieldSet): FieldSet {
  const out: FieldSetBuilder = {};
  for (const element in set) {
    if (element === SELF) continue;
    out[element] = namedNode(type, element, set[element] as FieldSet) as FieldSetBuilder;
  }
  return out;
}

function namedNode(type: SchemaType | undefined, element: string, node: FieldSet): FieldSet {
  if (isEmptySet(node)) return node;
  const map = type?.map;
  const isField = element.startsWith('f:');
  const name = isField ? element.slice(2) : '';
  const isNamed = isField && map?.fields.has(name) === true;
  let child: SchemaType | undefined;
  if (isField && map !== undefined) child = fieldTypeOf(map, name);
  else if (element.startsWith('k:')) child = type?.list?.item;
  const named = withNamedFields(child, node);
  return isMember(node) || isNamed ? { [SELF]: LEAF, ...named } : named;
}
