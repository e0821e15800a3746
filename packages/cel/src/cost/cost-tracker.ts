import { EvaluationCancelled } from '../tracker.js';
import type { EvaluationTracker } from '../tracker.js';
import type { Value } from '../values.js';
import { callCost } from './call-cost.js';
import { LIST_CREATE_COST, MAP_CREATE_COST, SELECT_AND_IDENT_COST, STRUCT_CREATE_COST } from './estimates.js';

const CONSTRUCTION = { list: LIST_CREATE_COST, map: MAP_CREATE_COST, struct: STRUCT_CREATE_COST };

/**
 * Counts what an evaluation costs, and stops it when that exceeds the limit. A test of presence costs no more than the
 * value that is tested. After cel-go's interpreter/runtimecost.go, with the options that Kubernetes sets.
 */
export class CostTracker implements EvaluationTracker {
  readonly #limit: number;
  #cost = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** The cost so far. */
  get cost(): number {
    return this.#cost;
  }

  attribute(presenceTest: boolean, conditional: boolean): void {
    if (conditional) this.#add(-SELECT_AND_IDENT_COST);
    else if (!presenceTest) this.#add(SELECT_AND_IDENT_COST);
  }

  qualifier(): void {
    this.#add(1);
  }

  call(functionName: string, overloadId: string, args: readonly Value[], result: Value): void {
    this.#add(callCost(functionName, overloadId, args, result));
  }

  construct(kind: 'list' | 'map' | 'struct'): void {
    this.#add(CONSTRUCTION[kind]);
  }

  #add(cost: number): void {
    this.#cost += cost;
    if (this.#cost > this.#limit)
      throw new EvaluationCancelled('costLimitExceeded', 'operation cancelled: actual cost limit exceeded');
  }
}
