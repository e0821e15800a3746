import { isJsonObject } from '@kubewright/api';

/** A JSON value whose objects have their keys sorted, as Go writes maps. */
export function goMap(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(goMap);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, inner]) => [name, goMap(inner)]),
  );
}
