import { isJsonObject } from '@kubewright/api';
import { goJson } from '../errors/go-text.js';

// What github.com/evanphx/json-patch leaves of a text: what it looked into has its keys sorted, all else is untouched.

/** A patched object as text; `visited` are the objects and lists that the patch looked into. */
export function patchedText(value: unknown, visited: ReadonlySet<object>): string {
  return goJson(sortedWhere(value, (part) => visited.has(part)));
}

/** What a merge patch makes of an object, as text. */
export function mergedText(object: unknown, patch: unknown): string {
  return goJson(merged(object, patch));
}

function sortedWhere(value: unknown, isVisited: (part: object) => boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => sortedWhere(item, isVisited));
  if (!isJsonObject(value)) return value;
  const keys = Object.keys(value);
  if (isVisited(value)) keys.sort();
  return Object.fromEntries(keys.map((key) => [key, sortedWhere(value[key], isVisited)]));
}

function merged(current: unknown, patch: unknown): unknown {
  if (!isJsonObject(current)) return withoutNulls(patch);
  if (!isJsonObject(patch)) return patch;
  const keys = [...new Set([...Object.keys(current), ...Object.keys(patch)])].sort();
  const entries = keys
    .filter((key) => patch[key] !== null)
    .map((key) => [key, Object.hasOwn(patch, key) ? merged(current[key], patch[key]) : current[key]]);
  return Object.fromEntries(entries);
}

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isJsonObject(value)) return value;
  const keys = Object.keys(value).filter((key) => value[key] !== null);
  return Object.fromEntries(keys.sort().map((key) => [key, withoutNulls(value[key])]));
}
