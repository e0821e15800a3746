import { getKey, isJsonObject, jsonEquals } from '../json.js';
import type { JsonObject } from '../json.js';
import type { JsonPatchOperation } from './json-patch.js';

/**
 * The JSON patch (RFC 6902) that turns `from` into `to`; empty when they are the same. A key whose value is undefined
 * counts as absent. Lists are compared by position after what they begin and end with in common, so that an item that
 * comes or goes is one operation. The values of operations are those of `to`, not copies.
 */
export function createJsonPatch(from: unknown, to: unknown): JsonPatchOperation[] {
  const operations: JsonPatchOperation[] = [];
  compare(from, to, '', operations);
  return operations;
}

function compare(from: unknown, to: unknown, path: string, operations: JsonPatchOperation[]): void {
  if (from === to) return;
  if (isJsonObject(from) && isPlain(to)) compareObjects(from, to, path, operations);
  else if (Array.isArray(from) && Array.isArray(to)) compareLists(from, to, path, operations);
  else operations.push({ op: 'replace', path, value: to ?? null });
}

/** What says itself how it is written as JSON, such as a Date, is a value. */
const isPlain = (value: unknown): value is JsonObject =>
  isJsonObject(value) && typeof value['toJSON'] !== 'function';

function compareObjects(
  from: JsonObject,
  to: JsonObject,
  path: string,
  operations: JsonPatchOperation[],
): void {
  for (const key of Object.keys(from)) {
    if (from[key] === undefined || getKey(to, key) !== undefined) continue;
    operations.push({ op: 'remove', path: `${path}/${escaped(key)}` });
  }
  for (const key of Object.keys(to)) {
    const value = to[key];
    if (value === undefined) continue;
    const before = getKey(from, key);
    const at = `${path}/${escaped(key)}`;
    if (before === undefined) operations.push({ op: 'add', path: at, value });
    else compare(before, value, at, operations);
  }
}

function compareLists(
  from: readonly unknown[],
  to: readonly unknown[],
  path: string,
  operations: JsonPatchOperation[],
): void {
  const shorter = Math.min(from.length, to.length);
  let start = 0;
  while (start < shorter && jsonEquals(from[start], to[start])) start++;
  let same = 0;
  if (from.length !== to.length)
    while (same < shorter - start && jsonEquals(from.at(-1 - same), to.at(-1 - same))) same++;
  const fromEnd = from.length - same;
  const toEnd = to.length - same;
  const both = Math.min(fromEnd, toEnd);
  for (let i = start; i < both; i++) compare(from[i], to[i], `${path}/${i}`, operations);
  for (let i = fromEnd - 1; i >= both; i--) operations.push({ op: 'remove', path: `${path}/${i}` });
  for (let i = both; i < toEnd; i++)
    operations.push({ op: 'add', path: `${path}/${i}`, value: to[i] ?? null });
}

const escaped = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1');
