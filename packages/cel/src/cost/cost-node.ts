import type { Expr } from '../ast.js';
import type { Type } from '../types.js';
import type { Estimate } from './estimates.js';

/** A part of an expression whose size is asked (cel-go: checker.AstNode). */
export interface CostNode {
  /**
   * The way from a variable: its name, then field names, `@items`, `@keys` or `@values`. Absent where the value does not
   * come straight out of a variable.
   */
  readonly path: readonly string[] | undefined;
  readonly type: Type;
  /** Absent for the items of a list. */
  readonly expr: Expr | undefined;
  /** What the expression itself tells of the size. */
  readonly size: Estimate | undefined;
}

/** Says what is known of the size of data: characters, bytes, items or entries. */
export type SizeEstimator = (node: CostNode) => Estimate | undefined;

/** The estimated cost of a call without its arguments, and the size of what it returns. */
export interface CallEstimate {
  readonly cost: Estimate;
  readonly resultSize?: Estimate;
}

/** What an estimate of one call knows. */
export interface CallContext {
  readonly functionName: string;
  readonly overloadId: string;
  readonly target: CostNode | undefined;
  readonly args: readonly CostNode[];
  /** The size of a node, unknown where nothing tells it. */
  readonly sizeOf: (node: CostNode) => Estimate;
}
