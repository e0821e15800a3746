import { ACCUMULATOR } from '../../ast.js';
import type { ComprehensionExpr, Expr } from '../../ast.js';
import type { Macro, MacroContext } from '../../library.js';
import {
  ADD,
  CONDITIONAL,
  EQUALS,
  LOGICAL_AND,
  LOGICAL_NOT,
  LOGICAL_OR,
  NOT_STRICTLY_FALSE,
} from '../../syntax/operators.js';

/** cel-go refuses this name of the accumulator of old, too (parser/macro.go: AccumulatorName). */
const OLD_ACCUMULATOR = '__result__';

/** The name of an iteration variable, or the error that stands for the macro. */
export const iterationVariable = (
  context: MacroContext,
  arg: Expr,
  message: string,
): { readonly name: string } | { readonly error: Expr } => {
  if (arg.kind !== 'ident') return { error: context.error(arg, message) };
  if (arg.name !== ACCUMULATOR && arg.name !== OLD_ACCUMULATOR) return { name: arg.name };
  return { error: context.error(arg, 'iteration variable overwrites accumulator variable') };
};

/** The parts of a comprehension that say what it accumulates. */
export const accumulation = (
  context: MacroContext,
  kind: 'all' | 'exists' | 'existsOne',
  predicate: Expr,
): Pick<ComprehensionExpr, 'accuInit' | 'loopCondition' | 'loopStep' | 'result'> => {
  const accu = (): Expr => context.ident(ACCUMULATOR);
  switch (kind) {
    case 'all':
      return {
        accuInit: context.literal(true),
        loopCondition: context.call(NOT_STRICTLY_FALSE, accu()),
        loopStep: context.call(LOGICAL_AND, accu(), predicate),
        result: accu(),
      };
    case 'exists':
      return {
        accuInit: context.literal(false),
        loopCondition: context.call(NOT_STRICTLY_FALSE, context.call(LOGICAL_NOT, accu())),
        loopStep: context.call(LOGICAL_OR, accu(), predicate),
        result: accu(),
      };
    case 'existsOne':
      return {
        accuInit: context.literal(0),
        loopCondition: context.literal(true),
        loopStep: context.call(CONDITIONAL, predicate, context.call(ADD, accu(), context.literal(1)), accu()),
        result: context.call(EQUALS, accu(), context.literal(1)),
      };
  }
};

const quantifier = (name: string, kind: 'all' | 'exists' | 'existsOne'): Macro => ({
  name,
  receiver: true,
  arity: 2,
  expand: (context, target, args) => {
    const variable = iterationVariable(context, args[0]!, 'argument must be a simple name');
    if ('error' in variable) return variable.error;
    return context.comprehension({
      iterRange: target!,
      iterVar: variable.name,
      accuVar: ACCUMULATOR,
      ...accumulation(context, kind, args[1]!),
    });
  },
});

/** Collects what `item` is where `filter` holds. */
const collecting = (
  name: string,
  arity: number,
  parts: (args: readonly Expr[]) => { item: Expr; filter?: Expr },
): Macro => ({
  name,
  receiver: true,
  arity,
  expand: (context, target, args) => {
    const variable = iterationVariable(context, args[0]!, 'argument is not an identifier');
    if ('error' in variable) return variable.error;
    const { item, filter } = parts(args);
    const accu = (): Expr => context.ident(ACCUMULATOR);
    const added = context.call(ADD, accu(), context.list(item));
    return context.comprehension({
      iterRange: target!,
      iterVar: variable.name,
      accuVar: ACCUMULATOR,
      accuInit: context.list(),
      loopCondition: context.literal(true),
      loopStep: filter === undefined ? added : context.call(CONDITIONAL, filter, added, accu()),
      result: accu(),
    });
  },
});

const has: Macro = {
  name: 'has',
  receiver: false,
  arity: 1,
  expand: (context, _target, [arg]) =>
    arg!.kind === 'select'
      ? context.select(arg!.operand, arg!.field, true)
      : context.error(arg!, 'invalid argument to has() macro'),
};

/** The macros of the standard library (cel-go: parser/macro.go). */
export const STANDARD_MACROS: readonly Macro[] = [
  has,
  quantifier('all', 'all'),
  quantifier('exists', 'exists'),
  quantifier('exists_one', 'existsOne'),
  quantifier('existsOne', 'existsOne'),
  collecting('map', 2, (args) => ({ item: args[1]! })),
  collecting('map', 3, (args) => ({ item: args[2]!, filter: args[1]! })),
  collecting('filter', 2, (args) => ({ item: args[0]!, filter: args[1]! })),
];
