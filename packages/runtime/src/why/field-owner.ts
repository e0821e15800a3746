import { isJsonObject } from '@kubewright/api';
import type { KubernetesObject } from '@kubewright/api';

import type { PathStep } from './changes.js';

/**
 * Who wrote a field, by the managed fields of the object: the manager that owns it, or what it lies in; of several the
 * one that wrote last. Undefined when the object does not say.
 */
export function fieldOwner(object: KubernetesObject, path: readonly PathStep[]): string | undefined {
  let best: { manager: string; depth: number; time: string } | undefined;
  for (const { manager, time = '', fieldsV1 } of object.metadata?.managedFields ?? []) {
    if (manager === undefined) continue;
    const depth = ownedDepth(fieldsV1, path);
    if (depth === 0) continue;
    if (best === undefined || depth > best.depth || (depth === best.depth && time >= best.time))
      best = { manager, depth, time };
  }
  return best?.manager;
}

/** How many steps of the path the set of fields goes along with. */
function ownedDepth(fields: unknown, path: readonly PathStep[]): number {
  let at = fields;
  let depth = 0;
  for (const step of path) {
    if (!isJsonObject(at)) break;
    const next: unknown = isPlain(step) ? at[`f:${step}`] : itemOf(at, step);
    if (next === undefined) break;
    at = next;
    depth += 1;
  }
  return depth;
}

function isPlain(step: PathStep): step is string {
  return typeof step === 'string';
}

/** The fields of the item of a list: `k:{"name":"web"}`. */
function itemOf(fields: Record<string, unknown>, step: Exclude<PathStep, string>): unknown {
  if (typeof step === 'number') return fields[`i:${step}`];
  for (const name in fields) {
    if (!name.startsWith('k:')) continue;
    const key = JSON.parse(name.slice(2)) as Record<string, unknown>;
    if (String(key[step.key]) === step.value) return fields[name];
  }
  return undefined;
}
