import type { Json, JsonObject } from './resource.js';

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Calls `set` for each value at a path such as `spec/containers/image`: lists on the way are walked through, item by item,
 * and the value is replaced by what it returns. A `/` of a key is written `\/`. With `create` objects that are absent are
 * made, and `set` gets undefined.
 */
export function atPath(
  root: Json,
  path: string,
  set: (value: Json | undefined) => Json | undefined,
  options: { create?: boolean } = {},
): void {
  const segments = path
    .split(/(?<!\\)\//)
    .map((segment) => segment.replaceAll('\\/', '/').replace(/\[\]$/, ''));
  walk(root, segments, set, options.create === true);
}

function walk(
  node: Json,
  segments: readonly string[],
  set: (value: Json | undefined) => Json | undefined,
  create: boolean,
): void {
  if (Array.isArray(node)) {
    for (const item of node) walk(item, segments, set, create);
    return;
  }
  const [key, ...rest] = segments;
  if (!isObject(node) || key === undefined) return;
  const value = node[key];
  if (rest.length > 0) {
    if (value === undefined && create) walk((node[key] = {}), rest, set, create);
    else if (value !== undefined) walk(value, rest, set, create);
    return;
  }
  if (value === undefined && !create) return;
  if (Array.isArray(value)) {
    node[key] = value.map((item) => set(item) ?? item);
    return;
  }
  const replaced = set(value);
  if (replaced !== undefined) node[key] = replaced;
}
