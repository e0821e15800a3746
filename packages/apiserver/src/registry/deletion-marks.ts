import { isoTime } from '@kubewright/api';
import type { ApiObject, KindBehaviour } from '../kinds/behaviour.js';
import type { DeleteOptions } from './delete-options.js';

const ORPHAN = 'orphan';
const FOREGROUND = 'foregroundDeletion';

/**
 * The finalizers an object gets when it is deleted: those it has, and the garbage collector's, by the options, then by
 * what it already has, then by the default of its kind (apiserver `registry/generic/registry/store.go`).
 */
export function deletionFinalizers(
  object: ApiObject,
  options: DeleteOptions,
  rules: KindBehaviour,
): string[] {
  const existing = object.metadata.finalizers ?? [];
  const others = existing.filter((finalizer) => finalizer !== ORPHAN && finalizer !== FOREGROUND);
  const policy = propagation(existing, options, rules);
  if (policy === 'Orphan') others.push(ORPHAN);
  if (policy === 'Foreground') others.push(FOREGROUND);
  return others;
}

function propagation(existing: readonly string[], options: DeleteOptions, rules: KindBehaviour): string {
  if (options.orphanDependents !== undefined) return options.orphanDependents ? 'Orphan' : 'Background';
  if (options.propagationPolicy !== undefined) return options.propagationPolicy;
  if (existing.includes(ORPHAN)) return 'Orphan';
  if (existing.includes(FOREGROUND)) return 'Foreground';
  return rules.defaultPropagation ?? 'Background';
}

/** Marks an object as being deleted, now and without grace. In place. */
export function markAsDeleting(object: ApiObject, nowMs: number): void {
  const { metadata } = object;
  if (metadata.deletionTimestamp === undefined) bumpGeneration(object);
  if (metadata.deletionTimestamp === undefined || Date.parse(metadata.deletionTimestamp) > nowMs) {
    metadata.deletionTimestamp = isoTime(nowMs);
  }
  metadata.deletionGracePeriodSeconds = 0;
}

/** What a request to delete means for an object of a kind with a grace period. */
export type Grace = 'none' | 'pending' | 'marked';

/**
 * Marks an object of a kind with a grace period (apiserver `registry/rest/delete.go`, BeforeDelete). 'none': the kind
 * has none, or it is over; 'pending': an earlier request waits longer or as long already; 'marked': `object` now says
 * until when. In place.
 */
export function markGracefully(
  object: ApiObject,
  options: DeleteOptions,
  rules: KindBehaviour,
  nowMs: number,
): Grace {
  if (rules.gracePeriodSeconds === undefined) return 'none';
  const { metadata } = object;
  const { gracePeriodSeconds } = options;
  const requested = gracePeriodSeconds !== undefined && gracePeriodSeconds < 0 ? 1 : gracePeriodSeconds;
  if (metadata.deletionTimestamp === undefined) {
    const period = rules.gracePeriodSeconds(object, requested);
    metadata.deletionTimestamp = isoTime(nowMs + period * 1000);
    metadata.deletionGracePeriodSeconds = period;
    bumpGeneration(object);
    return 'marked';
  }
  const current = metadata.deletionGracePeriodSeconds ?? 0;
  if (current === 0) return 'none';
  if (requested === undefined || requested >= current) return 'pending';
  const earlier = Date.parse(metadata.deletionTimestamp) + (requested - current) * 1000;
  metadata.deletionTimestamp = isoTime(Math.max(earlier, nowMs));
  metadata.deletionGracePeriodSeconds = earlier < nowMs && requested !== 0 ? 1 : requested;
  return 'marked';
}

function bumpGeneration({ metadata }: ApiObject): void {
  if ((metadata.generation ?? 0) > 0) metadata.generation = (metadata.generation as number) + 1;
}
