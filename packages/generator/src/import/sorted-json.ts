import { isJsonObject } from '@kubewright/api';

/** The same value with the keys of its objects sorted, as API servers write them: equal values give equal texts. */
export function sortedJson(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortedJson);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, item]) => [key, sortedJson(item)]),
  );
}
