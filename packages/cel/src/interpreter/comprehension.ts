import { ACCUMULATOR } from '../ast.js';
import { CelError, isError, ListValue, MapValue } from '../values.js';
import type { Value } from '../values.js';
import { goTypeOf } from './go-type.js';
import { GrowingList, GrowingMap } from './growing.js';
import type { Evaluate, Frame } from './frame.js';

export interface Fold {
  readonly range: Evaluate;
  readonly condition: Evaluate;
  readonly step: Evaluate;
  readonly result: Evaluate;
  readonly accuSlot: number;
  readonly slot: number;
  /** Of the second variable, where there is one. */
  readonly slot2: number | undefined;
}

/** Whether an accumulator that begins as the value may grow in place: only macros can name it, so nobody else sees it. */
export const growing = (accuVar: string, initial: Value): Value => {
  if (accuVar !== ACCUMULATOR) return initial;
  if (initial instanceof ListValue && initial.size === 0) return new GrowingList();
  return initial instanceof MapValue && initial.size === 0 ? new GrowingMap() : initial;
};

export const compileFold = (fold: Fold): Evaluate => {
  const { range, condition, step, result, accuSlot, slot, slot2 } = fold;

  /** One iteration; false: the condition ends the loop. */
  const iterate = (frame: Frame): boolean => {
    if (condition(frame) === false) return false;
    frame.locals[accuSlot] = step(frame);
    frame.countIteration();
    return true;
  };

  const overList = (frame: Frame, list: ListValue): void => {
    const { locals } = frame;
    for (let index = 0; index < list.size; index++) {
      if (slot2 === undefined) {
        locals[slot] = list.get(index);
      } else {
        locals[slot] = index;
        locals[slot2] = list.get(index);
      }
      if (!iterate(frame)) return;
    }
  };

  const overMap = (frame: Frame, map: MapValue): void => {
    const { locals } = frame;
    for (const key of map.keys()) {
      locals[slot] = key;
      if (slot2 !== undefined) locals[slot2] = map.find(key)!;
      if (!iterate(frame)) return;
    }
  };

  return (frame) => {
    const over = range(frame);
    if (isError(over)) return over;
    frame.locals[accuSlot] = undefined;
    if (over instanceof ListValue) overList(frame, over);
    else if (over instanceof MapValue) overMap(frame, over);
    else return notIterable(over, slot2 !== undefined);
    const value = result(frame);
    return value instanceof GrowingList || value instanceof GrowingMap ? value.finished() : value;
  };
};

/** cel-go prints the Go type here. */
const notIterable = (value: Value, twoVariables: boolean): CelError => {
  const type = goTypeOf(value);
  return new CelError(
    twoVariables ? `unsupported comprehension range type: ${type}` : `got '${type}', expected iterable type`,
  );
};
