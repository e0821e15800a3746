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
  if (Array.isArray(a)) {
    if (!Array.isArray(b) || a.length !== b.length) return false;
    return a.every((item, i) => jsonEquals(item, b[i]));
  }
  if (Array.isArray(b)) return false;
  return sameKeys(a as JsonObject, b as JsonObject);
}

function sameKeys(a: JsonObject, b: JsonObject): boolean {
  let missing = 0;
  for (const key of Object.keys(a)) {
    const value = a[key];
    if (value === undefined) continue;
    if (!Object.hasOwn(b, key) || !jsonEquals(value, b[key])) return false;
    missing++;
  }
  for (const key of Object.keys(b)) if (b[key] !== undefined) missing--;
  return missing === 0;
}

/** A copy of a JSON value that shares nothing with it. Faster than `structuredClone`; keys with undefined are left out. */
export function deepClone<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item: unknown) => deepClone(item)) as T;
  const copy: JsonObject = {};
  for (const key of Object.keys(value)) {
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
