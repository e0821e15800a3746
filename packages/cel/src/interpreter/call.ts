import type { Implementation } from '../library.js';
import { isError } from '../values.js';
import type { Value } from '../values.js';
import type { Evaluate } from './frame.js';

export interface CallTarget {
  readonly name: string;
  /** Empty where only the values tell. */
  readonly overloadId: string;
  readonly implementation: Implementation;
}

/** A strict call: the first argument that fails is the result. */
export const compileCall = (target: CallTarget, args: readonly Evaluate[], tracked: boolean): Evaluate => {
  if (tracked) return trackedCall(target, args);
  const { implementation } = target;
  const [first, second] = args;
  switch (args.length) {
    case 0:
      return () => implementation();
    case 1:
      return (frame) => {
        const a = first!(frame);
        return isError(a) ? a : implementation(a);
      };
    case 2:
      return (frame) => {
        const a = first!(frame);
        if (isError(a)) return a;
        const b = second!(frame);
        return isError(b) ? b : implementation(a, b);
      };
    default:
      return (frame) => {
        const values: Value[] = [];
        for (const arg of args) {
          const value = arg(frame);
          if (isError(value)) return value;
          values.push(value);
        }
        return implementation(...values);
      };
  }
};

/**
 * cel-go evaluates both arguments of a binary call before it looks for errors, but stops at the first of a call of three;
 * a call whose arguments were not all evaluated is not counted.
 */
const trackedCall = (
  { name, overloadId, implementation }: CallTarget,
  args: readonly Evaluate[],
): Evaluate => {
  const [first, second] = args;
  switch (args.length) {
    case 1:
      return (frame) => {
        const a = first!(frame);
        const result = isError(a) ? a : implementation(a);
        frame.tracker!.call(name, overloadId, [a], result);
        return result;
      };
    case 2:
      return (frame) => {
        const a = first!(frame);
        const b = second!(frame);
        const result = isError(a) ? a : isError(b) ? b : implementation(a, b);
        frame.tracker!.call(name, overloadId, [a, b], result);
        return result;
      };
    default:
      return (frame) => {
        const values: Value[] = [];
        for (const arg of args) {
          const value = arg(frame);
          values.push(value);
          if (!isError(value)) continue;
          if (values.length === args.length) frame.tracker!.call(name, overloadId, values, value);
          return value;
        }
        const result = implementation(...values);
        frame.tracker!.call(name, overloadId, values, result);
        return result;
      };
  }
};
