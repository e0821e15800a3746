import { ACCUMULATOR } from '../../ast.js';
import type { Expr } from '../../ast.js';
import { GrowingMap, insertFailed } from '../../interpreter/growing.js';
import type { Library, Macro, MacroContext } from '../../library.js';
import { ADD, CONDITIONAL } from '../../syntax/operators.js';
import { mapType, typeParam } from '../../types.js';
import { isError } from '../../values.js';
import type { MapValue, Value } from '../../values.js';
import { ValueMap } from '../../value-map.js';
import { accumulation, iterationVariable } from '../standard/macros.js';

const MAP_INSERT = 'cel.@mapInsert';

/** Both names, or the error that stands for the macro. */
const variables = (
  context: MacroContext,
  args: readonly Expr[],
): { readonly first: string; readonly second: string } | { readonly error: Expr } => {
  const first = iterationVariable(context, args[0]!, 'argument must be a simple name');
  if ('error' in first) return first;
  const second = iterationVariable(context, args[1]!, 'argument must be a simple name');
  if ('error' in second) return second;
  if (first.name !== second.name) return { first: first.name, second: second.name };
  return { error: context.error(args[1]!, `duplicate variable name: ${first.name}`) };
};

const quantifier = (name: string, kind: 'all' | 'exists' | 'existsOne'): Macro => ({
  name,
  receiver: true,
  arity: 3,
  expand: (context, target, args) => {
    const names = variables(context, args);
    if ('error' in names) return names.error;
    return context.comprehension({
      iterRange: target!,
      iterVar: names.first,
      iterVar2: names.second,
      accuVar: ACCUMULATOR,
      ...accumulation(context, kind, args[2]!),
    });
  },
});

/** With a filter before the transformation where there are four arguments. */
const transformation = (
  name: string,
  initial: (context: MacroContext) => Expr,
  step: (context: MacroContext, accu: Expr, first: string, transform: Expr) => Expr,
): readonly Macro[] =>
  [3, 4].map((arity): Macro => ({
    name,
    receiver: true,
    arity,
    expand: (context, target, args) => {
      const names = variables(context, args);
      if ('error' in names) return names.error;
      const accu = (): Expr => context.ident(ACCUMULATOR);
      const added = step(context, accu(), names.first, args.at(-1)!);
      return context.comprehension({
        iterRange: target!,
        iterVar: names.first,
        iterVar2: names.second,
        accuVar: ACCUMULATOR,
        accuInit: initial(context),
        loopCondition: context.literal(true),
        loopStep: arity === 4 ? context.call(CONDITIONAL, args[2]!, added, accu()) : added,
        result: accu(),
      });
    },
  }));

const insert = (map: MapValue, key: Value, value: Value): Value => {
  if (map instanceof GrowingMap) return map.insert(key, value);
  if (map.find(key) !== undefined) return insertFailed(key);
  const copy = new ValueMap();
  for (const known of map.keys()) copy.set(known, map.find(known)!);
  copy.set(key, value);
  return copy;
};

const insertAll = (map: MapValue, entries: MapValue): Value => {
  let result: Value = map;
  for (const key of entries.keys()) {
    result = insert(result as MapValue, key, entries.find(key)!);
    if (isError(result)) return result;
  }
  return result;
};

const K = typeParam('K');
const V = typeParam('V');
const MAP = mapType(K, V);

/** Macros with a variable for the index or key and one for the value (cel-go: ext.TwoVarComprehensions). */
export const TWO_VARIABLE_LIBRARY: Library = {
  name: 'cel.lib.ext.comprev2',
  macros: [
    quantifier('all', 'all'),
    quantifier('exists', 'exists'),
    quantifier('existsOne', 'existsOne'),
    quantifier('exists_one', 'existsOne'),
    ...transformation(
      'transformList',
      (context) => context.list(),
      (context, accu, _first, transform) => context.call(ADD, accu, context.list(transform)),
    ),
    ...transformation(
      'transformMap',
      (context) => context.map(),
      (context, accu, first, transform) => context.call(MAP_INSERT, accu, context.ident(first), transform),
    ),
    ...transformation(
      'transformMapEntry',
      (context) => context.map(),
      (context, accu, _first, transform) => context.call(MAP_INSERT, accu, transform),
    ),
  ],
  functions: [
    {
      name: MAP_INSERT,
      overloads: [
        {
          id: '@mapInsert_map_key_value',
          args: [MAP, K, V],
          result: MAP,
          implementation: (map, key, value) => insert(map as MapValue, key!, value!),
        },
        {
          id: '@mapInsert_map_map',
          args: [MAP, MAP],
          result: MAP,
          implementation: (map, entries) => insertAll(map as MapValue, entries as MapValue),
        },
      ],
    },
  ],
};
