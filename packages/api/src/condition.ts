import type { Condition } from './groups/meta/v1.js';
import { isoTime } from './time.js';

/** A condition to set: the time of its transition is filled in. */
export type ConditionInit = Omit<Condition, 'lastTransitionTime'> &
  Partial<Pick<Condition, 'lastTransitionTime'>>;

/** What conditions of every kind have, built-in or custom. */
export interface ConditionLike {
  type: string;
  status: string;
}

/**
 * Sets the condition of that type in the list, in place, and returns whether the list changed. `lastTransitionTime`
 * moves only when `status` does: to the one given, else to `now` (milliseconds of a clock). Behaves as
 * `SetStatusCondition` of apimachinery `pkg/api/meta/conditions.go`.
 */
export function setStatusCondition(
  conditions: Condition[],
  condition: ConditionInit,
  options: { now: number },
): boolean {
  const lastTransitionTime = condition.lastTransitionTime ?? isoTime(options.now);
  const existing = findStatusCondition(conditions, condition.type);
  if (existing === undefined) {
    conditions.push({ ...condition, lastTransitionTime });
    return true;
  }
  let changed = false;
  if (existing.status !== condition.status) {
    existing.status = condition.status;
    existing.lastTransitionTime = lastTransitionTime;
    changed = true;
  }
  if (existing.reason !== condition.reason) {
    existing.reason = condition.reason;
    changed = true;
  }
  if (existing.message !== condition.message) {
    existing.message = condition.message;
    changed = true;
  }
  if ((existing.observedGeneration ?? 0) !== (condition.observedGeneration ?? 0)) {
    if (condition.observedGeneration === undefined) delete existing.observedGeneration;
    else existing.observedGeneration = condition.observedGeneration;
    changed = true;
  }
  return changed;
}

/** The first condition of that type; an absent list has none. */
export function findStatusCondition<T extends ConditionLike>(
  conditions: readonly T[] | undefined,
  type: string,
): T | undefined {
  return conditions?.find((condition) => condition.type === type);
}

/** Whether the condition is there and `True`. */
export function isStatusConditionTrue(
  conditions: readonly ConditionLike[] | undefined,
  type: string,
): boolean {
  return findStatusCondition(conditions, type)?.status === 'True';
}

/** Whether the condition is there and `False`. */
export function isStatusConditionFalse(
  conditions: readonly ConditionLike[] | undefined,
  type: string,
): boolean {
  return findStatusCondition(conditions, type)?.status === 'False';
}

/** Removes every condition of that type from the list, in place; returns whether there was one. */
export function removeStatusCondition(conditions: ConditionLike[] | undefined, type: string): boolean {
  if (conditions === undefined) return false;
  const kept = conditions.filter((condition) => condition.type !== type);
  if (kept.length === conditions.length) return false;
  conditions.splice(0, conditions.length, ...kept);
  return true;
}
