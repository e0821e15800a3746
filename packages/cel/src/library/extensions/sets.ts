import type { FunctionDeclaration, Library } from '../../library.js';
import { BOOL, listType, typeParam } from '../../types.js';
import type { ListValue, Value } from '../../values.js';
import { hashKey } from '../../value-map.js';

const LIST = listType(typeParam('T'));

/** Whether the list has a value, by look-up where the value can be a key. */
const membership = (list: ListValue): ((value: Value) => boolean) => {
  const keys = new Set<unknown>();
  const others: Value[] = [];
  for (const value of list) {
    const key = hashKey(value);
    if (key === undefined) others.push(value);
    else keys.add(key);
  }
  return (value) => {
    const key = hashKey(value);
    return key === undefined ? others.length > 0 && list.contains(value) : keys.has(key);
  };
};

const contains = (list: ListValue, part: ListValue): boolean => [...part].every(membership(list));

const fn = (name: string, holds: (a: ListValue, b: ListValue) => boolean): FunctionDeclaration => ({
  name: `sets.${name}`,
  overloads: [
    {
      id: `list_sets_${name}_list`,
      args: [LIST, LIST],
      result: BOOL,
      implementation: (a, b) => holds(a as ListValue, b as ListValue),
    },
  ],
});

/** Lists as sets (cel-go: ext.Sets). */
export const SETS_LIBRARY: Library = {
  name: 'cel.lib.ext.sets',
  functions: [
    fn('contains', contains),
    fn('equivalent', (a, b) => contains(a, b) && contains(b, a)),
    fn('intersects', (a, b) => [...a].some(membership(b))),
  ],
};
