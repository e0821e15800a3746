import type { Condition } from './groups/meta/v1.js';
import { isoTime } from './time.js';

/** A condition to set: the time of its transition is filled in. */
export type ConditionInit = Omit<Condition, 'lastTransitionTime'> &
  Partial<Pick<Condition, 'lastTransitionTime'>>;

/** Why a condition would be refused by the server. A retry does not help. */
export class ConditionError extends Error {
  override readonly name = 'ConditionError';
  readonly code = 'InvalidCondition';
}

/** What conditions of every kind have, built-in or custom. */
export interface ConditionLike {
  type: string;
  status: string;
}

/**
 * Sets the condition of that type in the list, in place, and returns whether the list changed. `lastTransitionTime`
 * moves only when `status` does: to the one given, else to `now` (milliseconds of a clock). Behaves as
 * `SetStatusCondition` of apimachinery `pkg/api/meta/conditions.go`, and throws a ConditionError, before it changes
 * anything, for what the schema of metav1.Condition refuses: there the mistake is named, and not the whole status lost.
 */
export function setStatusCondition(
  conditions: Condition[],
  condition: ConditionInit,
  options: { now: number },
): boolean {
  checkCondition(condition);
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

/** The conditions of an object, none when it has no status yet. The list is the object's own. */
export function conditionsOf<T extends ConditionLike>(object: {
  status?: { conditions?: T[] | undefined } | undefined;
}): T[] {
  return object.status?.conditions ?? [];
}

/** The first condition of that type; an absent list has none. */
export function findStatusCondition<T extends ConditionLike>(
  conditions: readonly T[] | undefined,
  type: string,
): T | undefined {
  return conditions?.find((condition) => condition.type === type);
}

/** Whether the condition is there and has this status. */
export function isStatusConditionPresentAndEqual(
  conditions: readonly ConditionLike[] | undefined,
  type: string,
  status: string,
): boolean {
  return findStatusCondition(conditions, type)?.status === status;
}

/** Whether the condition is there and `True`. */
export function isStatusConditionTrue(
  conditions: readonly ConditionLike[] | undefined,
  type: string,
): boolean {
  return isStatusConditionPresentAndEqual(conditions, type, 'True');
}

/** Whether the condition is there and `False`. */
export function isStatusConditionFalse(
  conditions: readonly ConditionLike[] | undefined,
  type: string,
): boolean {
  return isStatusConditionPresentAndEqual(conditions, type, 'False');
}

/** Removes every condition of that type from the list, in place; returns whether there was one. */
export function removeStatusCondition(conditions: ConditionLike[] | undefined, type: string): boolean {
  if (conditions === undefined) return false;
  const kept = conditions.filter((condition) => condition.type !== type);
  if (kept.length === conditions.length) return false;
  conditions.splice(0, conditions.length, ...kept);
  return true;
}

// The markers of metav1.Condition (apimachinery pkg/apis/meta/v1/types.go).
const TYPE =
  /^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*\/)?(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$/;
const REASON = /^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$/;
const STATUSES = new Set(['True', 'False', 'Unknown']);
const MAX_TYPE_LENGTH = 316;
const MAX_REASON_LENGTH = 1024;
const MAX_MESSAGE_LENGTH = 32_768;

function checkCondition({ type, status, reason, message }: ConditionInit): void {
  const refuse = (field: string, value: string, rule: string): never => {
    throw new ConditionError(`condition ${type}: ${field} ${JSON.stringify(value.slice(0, 100))} ${rule}`);
  };
  if (type.length > MAX_TYPE_LENGTH || !TYPE.test(type))
    refuse(
      'type',
      type,
      `must be a word such as Ready or example.com/Ready, of at most ${MAX_TYPE_LENGTH} characters`,
    );
  if (!STATUSES.has(status)) refuse('status', status, 'must be True, False or Unknown');
  if (reason.length > MAX_REASON_LENGTH || !REASON.test(reason))
    refuse(
      'reason',
      reason,
      `must be one word in CamelCase, of letters, digits and _,: and at most ${MAX_REASON_LENGTH} characters`,
    );
  if (message.length > MAX_MESSAGE_LENGTH)
    refuse('message', message, `has ${message.length} characters, and may have ${MAX_MESSAGE_LENGTH}`);
}
