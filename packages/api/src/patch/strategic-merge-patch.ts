import { deepClone, getKey, isJsonObject, setKey } from '../json.js';
import type { JsonObject } from '../json.js';
import { PatchError } from './patch-error.js';
import type { FieldPatchRule, SchemaLookup } from './schema-lookup.js';
import {
  badDirective,
  DELETE_FROM_PRIMITIVE_LIST,
  dropNulls,
  elementType,
  jsonType,
  keyedItems,
  listOf,
  noMergeKey,
  PATCH,
  RETAIN_KEYS,
  retainKeysError,
  SET_ELEMENT_ORDER,
  withoutDirectives,
  wrongType,
} from './strategic-directives.js';
import { checkOrder, orderItems } from './strategic-order.js';

/**
 * What a strategic merge patch makes of the target. Objects are merged; lists are merged where the schema says so, by
 * their merge key, and replaced elsewhere; null removes a key. The directives `$patch: replace | delete | merge`,
 * `$retainKeys`, `$setElementOrder/<list>` and `$deleteFromPrimitiveList/<list>` are obeyed. Behaves as
 * `StrategicMergeMapPatch` of apimachinery `pkg/util/strategicpatch/patch.go`, messages included.
 *
 * Neither argument is changed; the result shares nothing with them. Throws `PatchError`.
 */
export function applyStrategicMergePatch(target: unknown, patch: unknown, lookup: SchemaLookup): JsonObject {
  if (!isJsonObject(target) || !isJsonObject(patch)) {
    throw new PatchError(
      'MalformedPatch',
      'a strategic merge patch and what it is applied to must be objects',
    );
  }
  return mergeObject(deepClone(target), deepClone(patch), lookup);
}

/** Merges into `live`, which it changes and returns; the patch is used up. */
function mergeObject(live: JsonObject, patch: JsonObject, lookup: SchemaLookup): JsonObject {
  if (Object.hasOwn(patch, PATCH)) return wholeObject(patch);
  retainKeys(live, patch);
  mergeOrderedLists(live, patch, lookup);
  for (const patchKey of Object.keys(patch)) {
    if (patchKey.startsWith(DELETE_FROM_PRIMITIVE_LIST)) {
      deleteScalars(live, listOf(patchKey, DELETE_FROM_PRIMITIVE_LIST), patch[patchKey], lookup);
    } else {
      mergeField(live, patchKey, patch[patchKey], lookup);
    }
  }
  return live;
}

function wholeObject(patch: JsonObject): JsonObject {
  const directive = patch[PATCH];
  if (directive === 'delete') return {};
  if (directive !== 'replace') throw badDirective(directive, patch);
  delete patch[PATCH];
  return patch;
}

/** `$retainKeys: [a, b]` removes every other key; what the patch sets must be among them. */
function retainKeys(live: JsonObject, patch: JsonObject): void {
  if (!Object.hasOwn(patch, RETAIN_KEYS)) return;
  const retained = patch[RETAIN_KEYS];
  delete patch[RETAIN_KEYS];
  if (!Array.isArray(retained)) throw retainKeysError();
  const names = new Set<unknown>(retained);
  for (const key of Object.keys(patch)) {
    const directive = key.startsWith(DELETE_FROM_PRIMITIVE_LIST) || key.startsWith(SET_ELEMENT_ORDER);
    if (patch[key] !== null && !directive && !names.has(key)) throw retainKeysError();
  }
  for (const key of Object.keys(live)) if (!names.has(key)) delete live[key];
}

/** Merges the lists that `$setElementOrder` speaks of, and takes them out of the patch. */
function mergeOrderedLists(live: JsonObject, patch: JsonObject, lookup: SchemaLookup): void {
  for (const key of Object.keys(patch).filter((name) => name.startsWith(SET_ELEMENT_ORDER))) {
    const order = patch[key];
    delete patch[key];
    if (!Array.isArray(order)) throw wrongType([], order);
    const field = listOf(key, SET_ELEMENT_ORDER);
    const liveList = listAt(live, field);
    const patchList = listAt(patch, field);
    const rule = lookup.field(field);
    checkOrder(patchList ?? [], order, rule.mergeKey);
    if (liveList === undefined && patchList === undefined) continue;
    let merged: MergedList;
    if (patchList === undefined) merged = { items: liveList ?? [], live: liveList ?? [] };
    else if (liveList === undefined) merged = { items: withoutDirectives(patchList) as unknown[], live: [] };
    else merged = mergeList(liveList, patchList, rule);
    elementType(liveList ?? [], patchList ?? []);
    setKey(live, field, orderItems(merged.items, order, merged.live, rule.mergeKey));
    delete patch[field];
  }
}

interface MergedList {
  readonly items: unknown[];
  /** The live list as far as it tells the order: without what was deleted, with what came into its place. */
  readonly live: readonly unknown[];
}

function listAt(object: JsonObject, field: string): unknown[] | undefined {
  const value = getKey(object, field);
  if (value === undefined) return undefined;
  if (!Array.isArray(value)) throw wrongType([], value);
  return value as unknown[];
}

function mergeField(live: JsonObject, key: string, value: unknown, lookup: SchemaLookup): void {
  if (value === null) {
    delete live[key];
    return;
  }
  const current = getKey(live, key);
  if (isJsonObject(current) && isJsonObject(value)) {
    const rule = lookup.field(key);
    setKey(live, key, rule.strategy === 'replace' ? value : mergeObject(current, value, rule.lookup));
  } else if (Array.isArray(current) && Array.isArray(value)) {
    setKey(live, key, mergeList(current, value, lookup.field(key)).items);
  } else {
    if (current === undefined || jsonType(current) !== jsonType(value)) dropNulls(value);
    const kept = withoutDirectives(value);
    if (kept === undefined) delete live[key];
    else setKey(live, key, kept);
  }
}

function deleteScalars(live: JsonObject, field: string, scalars: unknown, lookup: SchemaLookup): void {
  if (scalars === null) {
    delete live[field];
    return;
  }
  const current = getKey(live, field);
  if (!Array.isArray(current) || !Array.isArray(scalars)) return;
  if (current.length === 0 && scalars.length === 0) return;
  const rule = lookup.field(field);
  if (elementType(current, scalars) === 'object') {
    setKey(live, field, mergeObjects(current, scalars, rule).items);
    return;
  }
  const removed = new Set<unknown>(scalars);
  setKey(
    live,
    field,
    current.filter((item) => !removed.has(item)),
  );
}

function mergeList(live: unknown[], patch: unknown[], rule: FieldPatchRule): MergedList {
  if (rule.strategy !== 'merge') return { items: patch, live };
  if (live.length === 0 && patch.length === 0) return { items: live, live };
  if (elementType(live, patch) === 'object') return mergeObjects(live, patch, rule);
  return { items: orderItems([...new Set([...live, ...patch])], patch, live, rule.mergeKey), live };
}

function mergeObjects(live: readonly unknown[], patch: readonly unknown[], rule: FieldPatchRule): MergedList {
  const { mergeKey } = rule;
  if (mergeKey === undefined) {
    throw new PatchError('CannotMerge', `cannot merge lists without merge key for ${rule.lookup.name}`);
  }
  const { kept, changes, replace } = obeyItemDirectives(
    live as JsonObject[],
    patch as JsonObject[],
    mergeKey,
  );
  if (replace) return { items: orderItems(keyedItems(changes, mergeKey), [], changes, mergeKey), live: kept };
  const merged = [...kept];
  for (const change of changes) {
    if (!Object.hasOwn(change, mergeKey)) throw noMergeKey(change, mergeKey);
    const at = merged.findIndex(
      (item) => Object.hasOwn(item, mergeKey) && item[mergeKey] === change[mergeKey],
    );
    const item = merged[at];
    if (item === undefined) merged.push(change);
    else merged[at] = mergeObject(item, change, rule.lookup);
  }
  return {
    items: orderItems(keyedItems(merged, mergeKey), changes, kept, mergeKey),
    live: merged.slice(0, live.length),
  };
}

/** Items of the patch with `$patch`: `delete` removes the live items of that key, `replace` all of them. */
function obeyItemDirectives(
  live: readonly JsonObject[],
  patch: readonly JsonObject[],
  mergeKey: string,
): { kept: JsonObject[]; changes: JsonObject[]; replace: boolean } {
  let kept = [...live];
  let replace = false;
  const changes: JsonObject[] = [];
  for (const item of patch) {
    const directive = Object.hasOwn(item, PATCH) ? item[PATCH] : undefined;
    if (directive === undefined) {
      changes.push(item);
    } else if (directive === 'delete') {
      if (!Object.hasOwn(item, mergeKey)) throw noMergeKey(item, mergeKey);
      kept = kept.filter((other) => getKey(other, mergeKey) !== item[mergeKey]);
    } else if (directive === 'replace') {
      replace = true;
    } else if (directive === 'merge') {
      throw new PatchError('CannotMerge', 'merging lists cannot yet be specified in the patch');
    } else {
      throw badDirective(directive, item);
    }
  }
  return { kept, changes, replace };
}
