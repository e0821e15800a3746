import { isJsonObject } from '@kubewright/api';
import type { JSONSchemaProps } from '@kubewright/api/apiextensions/v1';

/**
 * Finds the old item of a list of type map that has the keys of a new one; in other lists there is none. After
 * apiserver's `pkg/cel/common/maplist.go`.
 */
export function oldItemFinder(schema: JSONSchemaProps, old: unknown): (item: unknown) => unknown {
  const keys = schema['x-kubernetes-list-map-keys'] ?? [];
  if (schema['x-kubernetes-list-type'] !== 'map' || keys.length === 0 || !Array.isArray(old))
    return () => undefined;
  let byKey: Map<string, unknown> | undefined;
  return (item) => {
    if (byKey === undefined) {
      byKey = new Map();
      for (const one of old) {
        const key = compositeKey(one, keys);
        if (key !== undefined && !byKey.has(key)) byKey.set(key, one);
      }
    }
    const key = compositeKey(item, keys);
    return key === undefined ? undefined : byKey.get(key);
  };
}

function compositeKey(item: unknown, keys: readonly string[]): string | undefined {
  if (!isJsonObject(item)) return undefined;
  const parts: unknown[] = [];
  for (const key of keys) {
    const value = item[key];
    if (value === undefined || value === null || typeof value === 'object') return undefined;
    parts.push(value);
  }
  return JSON.stringify(parts);
}
