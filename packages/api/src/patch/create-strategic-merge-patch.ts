import { deepClone, getKey, isJsonObject, jsonEquals, setKey } from '../json.js';
import type { JsonObject } from '../json.js';
import { PatchError } from './patch-error.js';
import type { FieldPatchRule, SchemaLookup } from './schema-lookup.js';
import {
  DELETE_FROM_PRIMITIVE_LIST,
  elementType,
  jsonType,
  keyedItems,
  PATCH,
  RETAIN_KEYS,
  SET_ELEMENT_ORDER,
} from './strategic-directives.js';

/**
 * The strategic merge patch that turns `original` into `modified`; `{}` when nothing differs. Merged lists come with
 * `$setElementOrder`, deletions with `$patch: delete` or `$deleteFromPrimitiveList`, objects of one choice with
 * `$retainKeys`. Behaves as `CreateTwoWayMergePatch` of apimachinery `pkg/util/strategicpatch/patch.go`. Shares nothing
 * with its arguments. Throws `PatchError`.
 */
export function createStrategicMergePatch(
  original: unknown,
  modified: unknown,
  lookup: SchemaLookup,
): JsonObject {
  if (!isJsonObject(original) || !isJsonObject(modified)) {
    throw new PatchError('MalformedPatch', 'a strategic merge patch is made between two objects');
  }
  return deepClone(diffObjects(original, modified, lookup, false));
}

function diffObjects(
  original: JsonObject,
  modified: JsonObject,
  lookup: SchemaLookup,
  retainKeys: boolean,
): JsonObject {
  const patch: JsonObject = {};
  for (const key of Object.keys(modified)) {
    if (modified[key] !== undefined) diffField(patch, key, getKey(original, key), modified[key], lookup);
  }
  const removed = Object.keys(original).filter((key) => getKey(modified, key) === undefined);
  for (const key of removed) setKey(patch, key, null);
  if (retainKeys) {
    const kept = Object.keys(modified).filter((key) => modified[key] !== null && modified[key] !== undefined);
    if (kept.length > 0 && Object.keys(patch).length > 0) patch[RETAIN_KEYS] = kept.sort();
  }
  return patch;
}

function diffField(
  patch: JsonObject,
  key: string,
  before: unknown,
  after: unknown,
  lookup: SchemaLookup,
): void {
  if (jsonEquals(before, after)) return;
  if (key === PATCH) {
    if (typeof before !== 'string' && before !== undefined) {
      throw new PatchError('MalformedPatch', `invalid value for special key: ${PATCH}`);
    }
    patch[PATCH] = after;
  } else if (before === undefined || jsonType(before) !== jsonType(after)) {
    setKey(patch, key, after);
  } else if (isJsonObject(before) && isJsonObject(after)) {
    const rule = lookup.field(key);
    if (rule.strategy === 'replace') {
      setKey(patch, key, after);
      return;
    }
    const difference = diffObjects(before, after, rule.lookup, rule.retainKeys);
    if (Object.keys(difference).length > 0) setKey(patch, key, difference);
  } else if (Array.isArray(before) && Array.isArray(after)) {
    diffLists(patch, key, before, after, lookup.field(key));
  } else {
    setKey(patch, key, after);
  }
}

function diffLists(
  patch: JsonObject,
  key: string,
  before: readonly unknown[],
  after: readonly unknown[],
  rule: FieldPatchRule,
): void {
  if (rule.strategy !== 'merge' || before.length === 0) {
    setKey(patch, key, after);
  } else if (elementType(before, after) === 'scalar') {
    diffScalars(patch, key, before, after);
  } else {
    diffItems(patch, key, before, after, rule);
  }
}

function diffScalars(
  patch: JsonObject,
  key: string,
  before: readonly unknown[],
  after: readonly unknown[],
): void {
  const added = withoutOnce(after, before);
  const removed = [...new Set(withoutOnce(before, after))].sort((a, b) => (String(a) < String(b) ? -1 : 1));
  if (added.length > 0) setKey(patch, key, added);
  if (removed.length > 0) patch[`${DELETE_FROM_PRIMITIVE_LIST}/${key}`] = removed;
  if (after.length > 0) patch[`${SET_ELEMENT_ORDER}/${key}`] = after;
}

/** The items of `list` that `other` has not, or has fewer times. */
function withoutOnce(list: readonly unknown[], other: readonly unknown[]): unknown[] {
  const left = [...other];
  return list.filter((item) => {
    const at = left.indexOf(item);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

function diffItems(
  patch: JsonObject,
  key: string,
  before: readonly unknown[],
  after: readonly unknown[],
  rule: FieldPatchRule,
): void {
  const mergeKey = rule.mergeKey ?? '';
  const originals = new Map(keyedItems(before, mergeKey).map((item) => [item[mergeKey], item]));
  const modified = keyedItems(after, mergeKey);
  const items: JsonObject[] = [];
  for (const item of modified) {
    const original = originals.get(item[mergeKey]);
    const difference =
      original === undefined ? item : diffObjects(original, item, rule.lookup, rule.retainKeys);
    if (Object.keys(difference).length > 0) items.push({ ...difference, [mergeKey]: item[mergeKey] });
  }
  const names = new Set(modified.map((item) => item[mergeKey]));
  const gone = [...originals.keys()].filter((name) => !names.has(name));
  gone.sort((a, b) => (String(a) < String(b) ? -1 : 1));
  items.push(...gone.map((name) => ({ [PATCH]: 'delete', [mergeKey]: name })));

  const sameOrder = jsonEquals([...originals.keys()], [...names]);
  if (items.length > 0) setKey(patch, key, items);
  if ((items.length > 0 || !sameOrder) && after.length > 0) {
    patch[`${SET_ELEMENT_ORDER}/${key}`] = [...names].map((name) => ({ [mergeKey]: name }));
  }
}
