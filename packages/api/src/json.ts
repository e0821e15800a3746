import { setUnreadFields, unreadFields } from './unread-fields.js';

/** A JSON object whose values are not looked into. */
export type JsonObject = Record<string, unknown>;

/** Whether the value is an object of JSON: neither null nor a list. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Whether two JSON values are the same: lists by position, objects whatever the order of their keys. A key whose value
 * is undefined counts as absent, as in `JSON.stringify`.
 */
export function jsonEquals(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a)) return Array.isArray(b) && sameItems(a, b);
  return !Array.isArray(b) && sameKeys(a as JsonObject, b as JsonObject);
}

function sameItems(a: readonly unknown[], b: readonly unknown[]): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (!jsonEquals(a[i], b[i])) return false;
  return true;
}

function sameKeys(a: JsonObject, b: JsonObject): boolean {
  let missing = 0;
  for (const key of Object.keys(a)) {
    if (key !== 'fieldsV1' || !sameUnread(a, b)) {
      const value = a[key];
      if (value === undefined) continue;
      if (!Object.hasOwn(b, key) || !jsonEquals(value, b[key])) return false;
    }
    missing++;
  }
  for (const key of Object.keys(b)) {
    if ((key === 'fieldsV1' && unreadFields(b) !== undefined) || b[key] !== undefined) missing--;
  }
  return missing === 0;
}

function sameUnread(a: JsonObject, b: JsonObject): boolean {
  const fields = unreadFields(a);
  return fields !== undefined && fields === unreadFields(b);
}

/** A copy of a JSON value that shares nothing with it. Faster than `structuredClone`; keys with undefined are left out. */
export function deepClone<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items: unknown[] = [];
    for (const item of value) items.push(deepClone(item as unknown));
    return items as T;
  }
  const copy: JsonObject = {};
  for (const key of Object.keys(value)) {
    const fields = key === 'fieldsV1' ? unreadFields(value as JsonObject) : undefined;
    if (fields !== undefined) {
      setUnreadFields(copy, fields);
      continue;
    }
    const item = (value as JsonObject)[key];
    if (item !== undefined) setKey(copy, key, deepClone(item));
  }
  return copy as T;
}

/** Sets an own key, also `__proto__`, which plain assignment takes for the prototype. */
export function setKey(object: JsonObject, key: string, value: unknown): void {
  if (key === '__proto__') {
    Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
  } else {
    object[key] = value;
  }
}

/** The own value of a key: undefined for what an object merely inherits, such as `constructor`. */
export function getKey(object: JsonObject, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}
