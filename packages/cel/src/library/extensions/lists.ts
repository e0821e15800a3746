import { ACCUMULATOR } from '../../ast.js';
import { compare, isComparable } from '../../compare.js';
import type { FunctionDeclaration, Implementation, Library, Macro, Overload } from '../../library.js';
import { typeOf } from '../../runtime-type.js';
import { ADD } from '../../syntax/operators.js';
import {
  BOOL,
  BYTES,
  DOUBLE,
  DURATION,
  DYN,
  INT,
  listType,
  STRING,
  TIMESTAMP,
  typeParam,
  UINT,
} from '../../types.js';
import type { Type } from '../../types.js';
import { ArrayList, CelError, equal, ListValue } from '../../values.js';
import type { Value } from '../../values.js';
import { hashKey } from '../../value-map.js';
import { bind } from './bindings.js';
import { iterationVariable } from '../standard/macros.js';

const LIST = listType(typeParam('T'));

/** In the order of cel-go (ext/lists.go: comparableTypes). */
const COMPARABLE: readonly Type[] = [INT, UINT, DOUBLE, BOOL, DURATION, TIMESTAMP, STRING, BYTES];

/** 0, 1, 2 and so on, not stored. */
class RangeList extends ListValue {
  readonly size: number;

  constructor(size: number) {
    super();
    this.size = size;
  }

  get(index: number): Value {
    return index;
  }
}

const slice = (list: ListValue, start: number | bigint, end: number | bigint): Value => {
  const failed = (reason: string): CelError => new CelError(`cannot slice(${start}, ${end}), ${reason}`);
  if (start < 0 || end < 0) return failed('negative indexes not supported');
  if (start > end) return failed('start index must be less than or equal to end index');
  if (list.size < end) return failed(`list is length ${list.size}`);
  const items: Value[] = [];
  for (let index = Number(start); index < Number(end); index++) items.push(list.get(index));
  return new ArrayList(items);
};

const flatten = (list: ListValue, depth: number | bigint): Value => {
  if (depth < 0) return new CelError('level must be non-negative');
  const items: Value[] = [];
  const collect = (from: ListValue, levels: number): void => {
    for (const value of from) {
      if (value instanceof ListValue && levels > 0) collect(value, levels - 1);
      else items.push(value);
    }
  };
  collect(list, Number(depth));
  return new ArrayList(items);
};

const distinct = (list: ListValue): Value => {
  const keys = new Set<unknown>();
  const items: Value[] = [];
  const others: Value[] = [];
  for (const value of list) {
    const key = hashKey(value);
    if (key === undefined) {
      if (others.some((other) => equal(value, other))) continue;
      others.push(value);
    } else {
      if (keys.has(key)) continue;
      keys.add(key);
    }
    items.push(value);
  }
  return new ArrayList(items);
};

/** By the keys, which are the list itself for `sort`. */
const sortBy = (list: ListValue, keys: ListValue): Value => {
  if (list.size !== keys.size) {
    return new CelError(
      `@sortByAssociatedKeys() expected a list of the same size as the associated keys list, but got ${list.size} and ${keys.size} elements respectively`,
    );
  }
  if (list.size === 0) return list;
  if (!isComparable(keys.get(0))) return new CelError('list elements must be comparable');
  const type = typeOf(keys.get(0));
  let failed: CelError | undefined;
  const pairs = Array.from({ length: list.size }, (_, index) => ({
    key: keys.get(index),
    item: list.get(index),
  }));
  if (pairs.some(({ key }) => typeOf(key) !== type))
    return new CelError('list elements must have the same type');
  pairs.sort((a, b) => {
    const order = compare(a.key, b.key);
    if (typeof order === 'number') return order;
    failed ??= order;
    return 0;
  });
  return failed !== undefined && !isNaNOrder(failed) ? failed : new ArrayList(pairs.map(({ item }) => item));
};

/** cel-go leaves what does not compare where it is. */
const isNaNOrder = (error: CelError): boolean => error.message.startsWith('NaN');

const member = (
  id: string,
  args: readonly Type[],
  result: Type,
  implementation: Implementation,
): Overload => ({
  id,
  member: true,
  args,
  result,
  implementation,
});

const SLICE: FunctionDeclaration = {
  name: 'slice',
  overloads: [
    member('list_slice', [LIST, INT, INT], LIST, (list, start, end) =>
      slice(list as ListValue, start as number, end as number),
    ),
  ],
};

const FLATTEN: FunctionDeclaration = {
  name: 'flatten',
  overloads: [
    member('list_flatten', [listType(LIST)], LIST, (list) => flatten(list as ListValue, 1)),
    member('list_flatten_int', [listType(DYN), INT], listType(DYN), (list, depth) =>
      flatten(list as ListValue, depth as number),
    ),
  ],
};

const SORTING: readonly FunctionDeclaration[] = [
  {
    name: 'sort',
    overloads: COMPARABLE.map((type): Overload => ({
      id: `list_${type.name}_sort`,
      member: true,
      args: [listType(type)],
      result: listType(type),
    })),
    implementation: (list) =>
      list instanceof ListValue
        ? sortBy(list, list)
        : new CelError(typeof list === 'string' ? 'no such overload' : 'no such overload: sort'),
  },
  {
    name: '@sortByAssociatedKeys',
    overloads: COMPARABLE.map((type): Overload => ({
      id: `list_${type.name}_sortByAssociatedKeys`,
      member: true,
      args: [LIST, listType(type)],
      result: LIST,
    })),
    implementation: (list, keys) =>
      list instanceof ListValue && keys instanceof ListValue
        ? sortBy(list, keys)
        : new CelError('no such overload: @sortByAssociatedKeys'),
  },
  {
    name: 'lists.range',
    overloads: [
      {
        id: 'lists_range',
        args: [INT],
        result: listType(INT),
        implementation: (size) => new RangeList(Math.max(Number(size), 0)),
      },
    ],
  },
  {
    name: 'reverse',
    overloads: [
      member('list_reverse', [LIST], LIST, (list) => new ArrayList([...(list as ListValue)].reverse())),
    ],
  },
  {
    name: 'distinct',
    overloads: [member('list_distinct', [LIST], LIST, (list) => distinct(list as ListValue))],
  },
];

const SORT_INPUT = '@__sortBy_input__';

const sortByMacro: Macro = {
  name: 'sortBy',
  receiver: true,
  arity: 2,
  expand: (context, target, args) => {
    if (target!.kind === 'literal' || target!.kind === 'map' || target!.kind === 'struct') {
      return context.error(
        target!,
        'sortBy can only be applied to a list, identifier, comprehension, call or select expression',
      );
    }
    const variable = iterationVariable(context, args[0]!, 'argument is not an identifier');
    if ('error' in variable) return variable.error;
    const keys = context.comprehension({
      iterRange: context.ident(SORT_INPUT),
      iterVar: variable.name,
      accuVar: ACCUMULATOR,
      accuInit: context.list(),
      loopCondition: context.literal(true),
      loopStep: context.call(ADD, context.ident(ACCUMULATOR), context.list(args[1]!)),
      result: context.ident(ACCUMULATOR),
    });
    const sorted = context.memberCall('@sortByAssociatedKeys', context.ident(SORT_INPUT), keys);
    return bind(context, SORT_INPUT, target!, sorted);
  },
};

/** Functions on lists (cel-go: ext.Lists). Version 0: slice; 1: flatten; 2: sort, sortBy, range, reverse, distinct. */
export const listsLibrary = (version = 3): Library => ({
  name: 'cel.lib.ext.lists',
  functions: [SLICE, ...(version >= 1 ? [FLATTEN] : []), ...(version >= 2 ? SORTING : [])],
  macros: version >= 2 ? [sortByMacro] : [],
});
