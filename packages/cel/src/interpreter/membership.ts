import { Double, isError, isInt, Uint } from '../values.js';
import type { ListValue, Value } from '../values.js';
import { hashKey } from '../value-map.js';
import type { Evaluate } from './frame.js';
import type { Plan } from './plan.js';

const isPrimitive = (value: Value): boolean =>
  isInt(value) ||
  typeof value === 'string' ||
  typeof value === 'boolean' ||
  value instanceof Uint ||
  value instanceof Double;

/**
 * `x in [constants]` as a look-up in a set, which is no call and costs nothing (decorators.go: maybeOptimizeSetMembership);
 * undefined where the list has something that cannot be looked up.
 */
export const compileMembership = (list: ListValue, argument: () => Evaluate): Plan | undefined => {
  if (list.size === 0) return { kind: 'constant', value: false };
  const keys = new Set<unknown>();
  for (const value of list) {
    if (!isPrimitive(value)) return undefined;
    // NaN equals nothing, and has no key.
    const key = hashKey(value);
    if (key !== undefined) keys.add(key);
  }
  const evaluate = argument();
  return {
    kind: 'computed',
    evaluate: (frame) => {
      const value = evaluate(frame);
      if (isError(value)) return value;
      const key = isPrimitive(value) ? hashKey(value) : undefined;
      return key !== undefined && keys.has(key);
    },
  };
};
