import type { Expr } from '../../ast.js';
import type { Library, Macro, MacroContext } from '../../library.js';

/** No expression can name it: a comprehension that does not iterate still has to have a variable. */
const UNUSED = '#unused';

/** `result` with a variable that is `value`: a comprehension over nothing. */
export const bind = (context: MacroContext, name: string, value: Expr, result: Expr): Expr =>
  context.comprehension({
    iterRange: context.list(),
    iterVar: UNUSED,
    accuVar: name,
    accuInit: value,
    loopCondition: context.literal(false),
    loopStep: context.ident(name),
    result,
  });

const celBind: Macro = {
  name: 'bind',
  receiver: true,
  arity: 3,
  expand: (context, target, [name, value, result]) => {
    if (target?.kind !== 'ident' || target.name !== 'cel') return undefined;
    if (name!.kind === 'ident') return bind(context, name!.name, value!, result!);
    return context.error(name!, 'cel.bind() variable names must be simple identifiers');
  },
};

/** `cel.bind(name, value, expression)` (cel-go: ext.Bindings). */
export const BINDINGS_LIBRARY: Library = { name: 'cel.lib.ext.cel.bindings', macros: [celBind] };
