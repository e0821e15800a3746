import type { Value } from './values.js';

/**
 * Told of every step that evaluation takes, to count its cost (cel-go: interpreter.CostTracker and its Observe).
 * Programs without a tracker are compiled without these calls. A tracker stops the evaluation by throwing
 * {@link EvaluationCancelled}.
 *
 * The steps are cel-go's attributes and qualifiers: `a.b[c].d` is one attribute with three qualifiers, the whole chain.
 * Constants, `&&`, `||`, `?:` and comprehensions are no steps of their own.
 */
export interface EvaluationTracker {
  /**
   * An identifier, with all its qualifiers, or the chain on top of another expression was resolved. A chain on a `?:` is
   * reported only where it is a presence test, and then takes back a unit that was never counted, as in cel-go.
   */
  attribute(presenceTest: boolean, conditional: boolean): void;
  /** A field, key or index of a chain was followed. */
  qualifier(): void;
  /** A function or operator returned. The overload id is empty where it was found only by the values. */
  call(functionName: string, overloadId: string, args: readonly Value[], result: Value): void;
  construct(kind: 'list' | 'map' | 'struct'): void;
}

/** Thrown by a tracker or an interrupt, and turned into an error of the evaluation. */
export class EvaluationCancelled extends Error {
  override readonly name = 'EvaluationCancelled';
  readonly reason: 'costLimitExceeded' | 'interrupted';

  constructor(reason: EvaluationCancelled['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}
