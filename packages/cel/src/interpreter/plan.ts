import type { Value } from '../values.js';
import type { Evaluate } from './frame.js';

/** What a node compiles to, as long as the node around it may still take it up. */
export type Plan =
  | { readonly kind: 'constant'; readonly value: Value }
  | { readonly kind: 'attribute'; readonly attribute: Attribute; presenceTest: boolean }
  | { readonly kind: 'computed'; readonly evaluate: Evaluate };

/**
 * A root with the fields and indices that follow it (cel-go: interpreter/attributes.go). The chain is one step, so that
 * `a.?b.c` can end early, and so that costs are counted per chain as cel-go counts them.
 */
export type Attribute =
  | { readonly kind: 'variable'; readonly name: string; readonly qualifiers: Qualifier[] }
  | { readonly kind: 'local'; readonly slot: Local; readonly qualifiers: Qualifier[] }
  | { readonly kind: 'relative'; readonly operand: Evaluate; readonly qualifiers: Qualifier[] }
  | {
      readonly kind: 'conditional';
      readonly condition: Evaluate;
      readonly whenTrue: Attribute;
      readonly whenFalse: Attribute;
    }
  /** Of an expression that was not checked: what a dotted name means is known only when variables are. Longest first. */
  | { readonly kind: 'maybe'; readonly candidates: Candidate[] };

export interface Candidate {
  readonly names: readonly string[];
  readonly qualifiers: Qualifier[];
}

/** A variable of a comprehension. */
export interface Local {
  readonly index: number;
  /** Evaluated when an accumulator is read before it was set. */
  initial: Evaluate | undefined;
}

export type Qualifier = { readonly optional: boolean; readonly presenceTest: boolean } & (
  { readonly kind: 'constant'; readonly value: Value } | { readonly kind: 'dynamic'; readonly key: Attribute }
);

/** Appends to the chain; a chain on `c ? a : b` goes on at both branches. */
export const addQualifier = (attribute: Attribute, qualifier: Qualifier): void => {
  switch (attribute.kind) {
    case 'conditional':
      addQualifier(attribute.whenTrue, qualifier);
      addQualifier(attribute.whenFalse, qualifier);
      return;
    case 'maybe': {
      const [longest] = attribute.candidates;
      const extended =
        longest?.qualifiers.length === 0 &&
        qualifier.kind === 'constant' &&
        typeof qualifier.value === 'string'
          ? longest.names.map((name) => `${name}.${qualifier.value as string}`)
          : undefined;
      for (const candidate of attribute.candidates) candidate.qualifiers.push(qualifier);
      if (extended !== undefined) attribute.candidates.unshift({ names: extended, qualifiers: [] });
      return;
    }
    default:
      attribute.qualifiers.push(qualifier);
  }
};
