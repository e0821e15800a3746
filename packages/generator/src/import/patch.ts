import { isJsonObject } from '@kubewright/api';
import type { JsonObject } from '@kubewright/api';

/** Joins merge patches; undefined when none says anything. */
export function joinPatches(...patches: readonly (JsonObject | undefined)[]): JsonObject | undefined {
  let joined: JsonObject | undefined;
  for (const patch of patches)
    if (patch !== undefined && Object.keys(patch).length > 0)
      joined = joined === undefined ? patch : merge(joined, patch);
  return joined;
}

/** The same patch one level up: of the schema that has this one as its `items`, for example. */
export function patchWithin(keyword: string, patch: JsonObject | undefined): JsonObject | undefined {
  return patch === undefined ? undefined : { [keyword]: patch };
}

function merge(a: JsonObject, b: JsonObject): JsonObject {
  const result = { ...a };
  for (const [key, value] of Object.entries(b)) {
    const before = result[key];
    result[key] = isJsonObject(before) && isJsonObject(value) ? merge(before, value) : value;
  }
  return result;
}
