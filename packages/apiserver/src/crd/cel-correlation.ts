import type { Correlation } from './correlation.js';

/**
 * Where a value stands in the comparison with the old object, so that rules which an unchanged value breaks only warn.
 * After apiextensions-apiserver's `pkg/apiserver/schema/cel/validation.go`, ratchetingOptions.
 */
export class RuleCorrelation {
  /** Undefined in a part of the object that cannot be compared. */
  readonly #current: Correlation | undefined;
  /** The nearest part around it that can. */
  readonly #parent: Correlation | undefined;

  constructor(current: Correlation | undefined, parent?: Correlation) {
    this.#current = current;
    this.#parent = parent;
  }

  isUnchanged(): boolean {
    return (this.#current ?? this.#parent)?.isUnchanged() === true;
  }

  key(field: string): RuleCorrelation {
    if (this.#current === undefined) return this;
    // Both sides were converted to one version: that these are equal says nothing.
    if (this.#parent === undefined && (field === 'apiVersion' || field === 'kind'))
      return new RuleCorrelation(undefined);
    return new RuleCorrelation(this.#current.key(field), this.#current);
  }

  index(i: number): RuleCorrelation {
    return this.#current === undefined ? this : new RuleCorrelation(this.#current.index(i), this.#current);
  }
}
