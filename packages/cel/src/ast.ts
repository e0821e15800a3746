import type { Value } from './values.js';

/**
 * Expression nodes. The shapes are cel-go's (common/ast/expr.go): operators are calls with names such as `_+_`, macros
 * are expanded, and every node has an id that the maps of {@link Ast} are keyed by. The checker rewrites nodes in place:
 * a select that names a variable becomes an ident, a namespaced function loses its target.
 */
export type Expr =
  LiteralExpr | IdentExpr | SelectExpr | CallExpr | ListExpr | MapExpr | StructExpr | ComprehensionExpr;

export interface LiteralExpr {
  kind: 'literal';
  id: number;
  value: Value;
}

export interface IdentExpr {
  kind: 'ident';
  id: number;
  name: string;
}

export interface SelectExpr {
  kind: 'select';
  id: number;
  operand: Expr;
  field: string;
  /** What `has(a.b)` expands to: asks whether the field is present. */
  testOnly: boolean;
}

export interface CallExpr {
  kind: 'call';
  id: number;
  function: string;
  /** The receiver of a member call: `target.function(args)`. */
  target: Expr | undefined;
  args: Expr[];
}

export interface ListExpr {
  kind: 'list';
  id: number;
  elements: Expr[];
  /** Indices of the elements written `?element`. */
  optionalIndices: number[];
}

export interface MapEntry {
  id: number;
  key: Expr;
  value: Expr;
  /** Written `?key: value`. */
  optional: boolean;
}

export interface MapExpr {
  kind: 'map';
  id: number;
  entries: MapEntry[];
}

export interface StructField {
  id: number;
  name: string;
  value: Expr;
  /** Written `?name: value`. */
  optional: boolean;
}

export interface StructExpr {
  kind: 'struct';
  id: number;
  typeName: string;
  fields: StructField[];
}

/** A fold over a list or map; macros such as `all` and `map` expand to it. */
export interface ComprehensionExpr {
  kind: 'comprehension';
  id: number;
  iterRange: Expr;
  iterVar: string;
  /** The second variable of `all(i, v, ...)`; empty in one-variable comprehensions. */
  iterVar2: string;
  accuVar: string;
  accuInit: Expr;
  loopCondition: Expr;
  loopStep: Expr;
  result: Expr;
}

/** The accumulator of macros; not a name that can be written in source (cel-go: parser.AccumulatorName). */
export const ACCUMULATOR = '@result';

/** The expression text, and where its lines begin. */
export interface Source {
  /** Named in messages; cel-go's default is `<input>`. */
  readonly description: string;
  readonly text: string;
}

/** A line from 1 and a column from 0, counted in code points, as in cel-go (common/location.go). */
export interface Location {
  readonly line: number;
  readonly column: number;
}

/** A parsed expression. */
export interface ParsedAst {
  readonly source: Source;
  readonly expr: Expr;
  /** Where in the text the token of each node begins: of a call its `(` or operator, of a select its dot. */
  readonly positions: ReadonlyMap<number, number>;
}

/** What the checker resolved a node to. */
export interface Reference {
  /** The qualified name of a variable, constant or type; absent for functions. */
  readonly name?: string;
  /** The value of a constant. */
  readonly value?: Value;
  /** Candidate overloads of a call; more than one where argument types are only known when evaluated. */
  readonly overloadIds?: readonly string[];
}
