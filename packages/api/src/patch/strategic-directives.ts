import { getKey, isJsonObject, setKey } from '../json.js';
import type { JsonObject } from '../json.js';
import { goTypeText, goValue } from './go-text.js';
import { PatchError } from './patch-error.js';

// The keys by which a strategic merge patch says more than "set this":
// https://github.com/kubernetes/community/blob/master/contributors/devel/sig-api-machinery/strategic-merge-patch.md

/** In an object of the patch: `replace`, `delete` or `merge`. */
export const PATCH = '$patch';
/** In an object of the patch: the keys that stay. */
export const RETAIN_KEYS = '$retainKeys';
/** `$setElementOrder/<list>`: the order of the items. */
export const SET_ELEMENT_ORDER = '$setElementOrder';
/** `$deleteFromPrimitiveList/<list>`: scalars to remove. */
export const DELETE_FROM_PRIMITIVE_LIST = '$deleteFromPrimitiveList';

export const listError = (): PatchError =>
  new PatchError('MalformedPatch', 'invalid patch format of setElementOrder list');
export const retainKeysError = (): PatchError =>
  new PatchError('MalformedPatch', 'invalid patch format of retainKeys');
export const wrongType = (expected: unknown, actual: unknown): PatchError =>
  new PatchError('CannotMerge', `expected a ${goTypeText(expected)}, but received a ${goTypeText(actual)}`);
export const noMergeKey = (item: JsonObject, mergeKey: string): PatchError =>
  new PatchError('CannotMerge', `map: ${goValue(item)} does not contain declared merge key: ${mergeKey}`);
export const badDirective = (directive: unknown, patch: JsonObject): PatchError =>
  new PatchError('CannotMerge', `unknown patch type: ${goValue(directive)} in map: ${goValue(patch)}`);

/** The list that `$setElementOrder/containers` and its like speak of. */
export function listOf(key: string, prefix: string): string {
  const slash = key.indexOf('/');
  if (slash === prefix.length && key.startsWith(prefix)) return key.slice(slash + 1);
  throw prefix === SET_ELEMENT_ORDER
    ? listError()
    : new PatchError('MalformedPatch', 'invalid patch format of primitive list');
}

/** A value of the patch that meets nothing to merge with: objects with `$patch` in them vanish; undefined for itself. */
export function withoutDirectives(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutDirectives).filter((item) => item !== undefined);
  if (!isJsonObject(value)) return value;
  if (Object.hasOwn(value, PATCH)) return undefined;
  const result: JsonObject = {};
  for (const key of Object.keys(value)) {
    const child = withoutDirectives(value[key]);
    if (child !== undefined) setKey(result, key, child);
  }
  return result;
}

/** Drops null keys at any depth, in place: they ask to remove what is not there. */
export function dropNulls(value: unknown): void {
  if (Array.isArray(value)) {
    value.forEach(dropNulls);
  } else if (isJsonObject(value)) {
    for (const key of Object.keys(value)) {
      if (value[key] === null) delete value[key];
      else dropNulls(value[key]);
    }
  }
}

/** The merge key's value of an item, undefined when the item is none or lacks it. */
export function keyOf(item: unknown, mergeKey: string): unknown {
  return isJsonObject(item) ? getKey(item, mergeKey) : undefined;
}

/** The items as objects, each with the merge key. */
export function keyedItems(items: readonly unknown[], mergeKey: string): JsonObject[] {
  return items.map((item) => {
    if (!isJsonObject(item)) throw wrongType({}, item);
    if (!Object.hasOwn(item, mergeKey)) throw noMergeKey(item, mergeKey);
    return item;
  });
}

/** Whether the items of the lists are objects or scalars. Throws when they are mixed, or lists themselves. */
export function elementType(...lists: ReadonlyArray<readonly unknown[]>): 'object' | 'scalar' {
  const items = lists.flat();
  const first = items[0];
  if (items.length === 0) throw new PatchError('CannotMerge', 'no elements in any of the given slices');
  if (Array.isArray(first)) throw new PatchError('ListOfLists', 'lists of lists are not supported');
  if (items.some((item) => jsonType(item) !== jsonType(first))) {
    throw new PatchError('CannotMerge', `list element types are not identical: ${goValue(lists)}`);
  }
  return isJsonObject(first) ? 'object' : 'scalar';
}

/** The type of a value as far as JSON tells it. */
export function jsonType(value: unknown): 'null' | 'list' | 'object' | 'string' | 'number' | 'boolean' {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'list';
  return typeof value as 'object' | 'string' | 'number' | 'boolean';
}
