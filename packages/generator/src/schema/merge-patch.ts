import { isJsonObject } from '@kubewright/api';
import type { JsonObject } from '@kubewright/api';
import type { Diagnostics } from '../diagnostics/diagnostics.js';
import { markersNamed } from '../model/marker.js';
import type { Marker } from '../model/marker.js';
import type { Origins } from './origins.js';

export interface MergePatchContext {
  readonly origins: Origins;
  readonly diagnostics: Diagnostics;
}

/**
 * Applies the markers of one name, each a JSON merge patch (RFC 7386). Nothing of the target is changed: what is patched
 * is copied, with its places, and the rest shared.
 */
export function applyPatchMarkers<T extends object>(
  target: T,
  name: 'kubewright:schema:patch' | 'kubewright:crd:patch',
  markers: readonly Marker[],
  { origins, diagnostics }: MergePatchContext,
): T {
  let result: unknown = target;
  for (const { value, position } of markersNamed(markers, name)) {
    if (isJsonObject(value)) result = patched(result, value, { origins, position });
    else
      diagnostics.error(
        'InvalidMarker',
        position,
        `+${name}: a patch is a JSON object, but this is ${JSON.stringify(value)}`,
      );
  }
  return result as T;
}

function patched(
  target: unknown,
  patch: JsonObject,
  at: { origins: Origins; position: Marker['position'] },
): JsonObject {
  const { origins, position } = at;
  const copy: JsonObject = isJsonObject(target) ? { ...target } : {};
  if (isJsonObject(target)) origins.copy(target, copy);
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete copy[key];
    else {
      copy[key] = isJsonObject(value) ? patched(copy[key], value, at) : value;
      origins.placeKeyword(copy, key, position);
    }
  }
  return copy;
}
