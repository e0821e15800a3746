import type { Expr, Location, ParsedAst, Reference } from './ast.js';
import type { Library, VariableDeclaration } from './library.js';
import type { EvaluationTracker } from './tracker.js';
import type { Type, TypeProvider } from './types.js';
import type { CelError, Value } from './values.js';

export interface EnvironmentOptions {
  /** The standard library is not implied: name it first. */
  readonly libraries?: readonly Library[];
  readonly variables?: readonly VariableDeclaration[];
  readonly typeProvider?: TypeProvider;
  /** The namespace that names are resolved in, as `a.b`. Default: the root. */
  readonly container?: string;
  /** `[1, 'a']` does not type-check, but in calls of `format` (cel.HomogeneousAggregateLiterals). Default false. */
  readonly homogeneousAggregateLiterals?: boolean;
  /** `1 < 2.0` type-checks. Default false. */
  readonly crossTypeNumericComparisons?: boolean;
  /** Parse `a.?b`, `a[?b]`, `[?a]` and `{?k: v}`. Default false. */
  readonly optionalSyntax?: boolean;
  /** Parse names in backquotes: a.`b-c`. Default false, as in Kubernetes 1.36. */
  readonly escapedIdentifiers?: boolean;
  /** How deep expressions may nest. Default 250, as in cel-go. */
  readonly recursionLimit?: number;
  /** Default 100,000, as in cel-go. */
  readonly codePointLimit?: number;
  /** Run over every expression that type-checks (cel.ASTValidators). */
  readonly validators?: readonly AstValidator[];
}

/** A further check of an expression whose types agree. */
export type AstValidator = (ast: CheckedAst, report: (at: Expr, message: string) => void) => void;

/** An expression whose types agree. */
export interface CheckedAst extends ParsedAst {
  /** The type of every node. */
  readonly types: ReadonlyMap<number, Type>;
  readonly references: ReadonlyMap<number, Reference>;
  readonly resultType: Type;
}

/** What is wrong with an expression, and where. */
export interface Issue {
  readonly location: Location;
  readonly message: string;
}

export interface Issues {
  readonly list: readonly Issue[];
  /** All of them as cel-go prints: `ERROR: <input>:1:5: undeclared reference to 'x' (in container '')`, the line, and a mark. */
  toString(): string;
}

export type Compilation =
  | { readonly ast: CheckedAst; readonly issues?: undefined }
  | { readonly ast?: undefined; readonly issues: Issues };

export type ParseResult =
  | { readonly ast: ParsedAst; readonly issues?: undefined }
  | { readonly ast?: undefined; readonly issues: Issues };

/** Values of variables by qualified name; a `Map` is one. */
export interface Activation {
  get(name: string): Value | undefined;
}

export interface ProgramOptions {
  /** Makes the tracker of one evaluation. */
  readonly tracker?: () => EvaluationTracker;
  /**
   * Evaluate constant lists, maps and type conversions when the program is made, as Kubernetes has cel-go do
   * (cel.OptOptimize): they cost nothing at run time, `x in [constants]` costs no call, and a conversion that fails makes
   * the program fail. Default true.
   */
  readonly optimize?: boolean;
}

export interface EvaluateOptions {
  /** Asked every 100 iterations of comprehensions; true stops the evaluation (`operation interrupted`). */
  readonly interrupt?: () => boolean;
  /** Instead of one made by {@link ProgramOptions.tracker}, which must be given too. */
  readonly tracker?: EvaluationTracker;
}

export interface Program {
  /** Why the program cannot be evaluated: a constant conversion or pattern that fails. */
  readonly planError: CelError | undefined;
  /** The value, or a CelError. Never throws. */
  evaluate(activation: Activation, options?: EvaluateOptions): Value;
}

/** Immutable; made once and shared by any number of expressions. */
export interface Environment {
  readonly options: EnvironmentOptions;
  /** The environment with more libraries and variables; the other options given replace those of this one. */
  extend(options: EnvironmentOptions): Environment;
  parse(text: string): ParseResult;
  check(parsed: ParsedAst): Compilation;
  /** Parses and checks. */
  compile(text: string): Compilation;
  /** Prepares an expression of this environment for evaluation; an unchecked one dispatches by values. */
  program(ast: CheckedAst | ParsedAst, options?: ProgramOptions): Program;
}
