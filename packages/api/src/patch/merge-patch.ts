import { deepClone, getKey, isJsonObject, jsonEquals, setKey } from '../json.js';
import type { JsonObject } from '../json.js';

export interface MergePatchOptions {
  /**
   * `rfc7396`: lists are taken as they are. `kubernetes`: nulls in objects inside of a list are dropped too, as
   * evanphx/json-patch v4 does it in kube-apiserver. Defaults to `rfc7396`.
   */
  dialect?: 'rfc7396' | 'kubernetes';
}

/**
 * What a JSON merge patch (RFC 7396) makes of the target: its objects are merged, null removes a key, anything else
 * replaces. Neither argument is changed; the result shares nothing with them.
 */
export function applyMergePatch(target: unknown, patch: unknown, options: MergePatchOptions = {}): unknown {
  if (!isJsonObject(patch)) {
    return Array.isArray(patch) && options.dialect === 'kubernetes' && !isJsonObject(target)
      ? withoutNulls(patch)
      : deepClone(patch);
  }
  const result: JsonObject = isJsonObject(target) ? { ...target } : {};
  for (const key of Object.keys(patch)) {
    const value = patch[key];
    if (value === undefined) continue;
    if (value === null) delete result[key];
    else setKey(result, key, applyMergePatch(getKey(result, key), value, options));
  }
  for (const key of Object.keys(result)) {
    if (!Object.hasOwn(patch, key)) setKey(result, key, deepClone(result[key]));
  }
  return result;
}

/** The value without the keys of its objects that are null, at any depth; nulls that stand in a list stay. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isJsonObject(value)) return value;
  const result: JsonObject = {};
  for (const key of Object.keys(value)) {
    if (value[key] !== null && value[key] !== undefined) setKey(result, key, withoutNulls(value[key]));
  }
  return result;
}

/**
 * The merge patch that turns `original` into `modified`; `{}` when they are equal objects. A merge patch cannot set
 * null: keys of `modified` that are null come out removed. Shares nothing with the arguments.
 */
export function createMergePatch(original: unknown, modified: unknown): unknown {
  if (!isJsonObject(original) || !isJsonObject(modified)) return deepClone(modified);
  const patch: JsonObject = {};
  for (const key of Object.keys(original)) {
    if (getKey(original, key) !== undefined && getKey(modified, key) === undefined) setKey(patch, key, null);
  }
  for (const key of Object.keys(modified)) {
    const before = getKey(original, key);
    const after = modified[key];
    if (after === undefined || jsonEquals(before, after)) continue;
    setKey(patch, key, createMergePatch(before, after));
  }
  return patch;
}
