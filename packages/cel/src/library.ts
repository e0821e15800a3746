import type { Expr } from './ast.js';
import type { AstValidator } from './environment-types.js';
import type { Type } from './types.js';
import type { CelError, Value } from './values.js';

/** An implementation. Gets values that are no errors (unless non-strict); returns a CelError instead of throwing. */
export type Implementation = (...args: Value[]) => Value;

/** One signature of a function. */
export interface Overload {
  /** cel-go's id where cel-go (or Kubernetes) has the overload: costs and references go by it. */
  readonly id: string;
  /** Called as `args[0].name(args[1], ...)`. Default: a global function. */
  readonly member?: boolean;
  /** Types of the arguments, the receiver first. Type parameters are `typeParam('A')`. */
  readonly args: readonly Type[];
  readonly result: Type;
  /** Absent where {@link FunctionDeclaration.implementation} serves all overloads. */
  readonly implementation?: Implementation;
  /**
   * Asked once when a program is made, with the arguments that are constants (cel-go: RegexOptimization, and the folding
   * of Optimize): an implementation prepared for them, an error that makes the program fail, or undefined.
   */
  readonly prepare?: (args: readonly (Value | undefined)[]) => Implementation | CelError | undefined;
}

/** A function by its qualified name. Declaring a name again, in another library, adds overloads. */
export interface FunctionDeclaration {
  readonly name: string;
  readonly overloads: readonly Overload[];
  /** For all overloads at once: it looks at its arguments itself. It answers `no such overload` where they do not fit. */
  readonly implementation?: Implementation;
}

/** Makes nodes with fresh ids at the place of the macro call. */
export interface MacroContext {
  literal(value: Value): Expr;
  ident(name: string): Expr;
  select(operand: Expr, field: string, testOnly?: boolean): Expr;
  call(name: string, ...args: Expr[]): Expr;
  memberCall(name: string, target: Expr, ...args: Expr[]): Expr;
  list(...elements: Expr[]): Expr;
  map(...entries: (readonly [Expr, Expr])[]): Expr;
  comprehension(parts: {
    readonly iterRange: Expr;
    readonly iterVar: string;
    readonly iterVar2?: string;
    readonly accuVar: string;
    readonly accuInit: Expr;
    readonly loopCondition: Expr;
    readonly loopStep: Expr;
    readonly result: Expr;
  }): Expr;
  /** A copy with ids of its own, for an argument that is used twice. */
  copy(expr: Expr): Expr;
  /** Reports a syntax error at a node; the macro then returns `undefined` or any node. */
  error(at: Expr, message: string): Expr;
}

export interface Macro {
  readonly name: string;
  /** Called on a target: `list.all(...)`. */
  readonly receiver: boolean;
  /** Number of arguments, the target not counted, or 'any'. */
  readonly arity: number | 'any';
  /** Undefined: not a call of this macro after all, keep the call as it is. */
  expand(context: MacroContext, target: Expr | undefined, args: readonly Expr[]): Expr | undefined;
}

export interface VariableDeclaration {
  /** Qualified: `request.auth.claims` is a name of its own. */
  readonly name: string;
  readonly type: Type;
}

export interface ConstantDeclaration extends VariableDeclaration {
  readonly value: Value;
}

/** A set of declarations that belong together: the standard library, Kubernetes' URLs. */
export interface Library {
  readonly name: string;
  readonly functions?: readonly FunctionDeclaration[];
  readonly macros?: readonly Macro[];
  readonly constants?: readonly ConstantDeclaration[];
  readonly variables?: readonly VariableDeclaration[];
  /** Types whose names are identifiers in expressions: `type(x) == net.IP`. */
  readonly types?: readonly Type[];
  /** Run over every expression that type-checks in an environment with the library. */
  readonly validators?: readonly AstValidator[];
}
