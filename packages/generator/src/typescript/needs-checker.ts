import { ts } from './compiler.js';
import type { TypeScript } from './compiler.js';
import type { Scope } from './reading.js';
import type { Place } from './resolver.js';

/** Thrown for a type that only TypeScript's checker can compute, and only as a part of a larger one. */
export class NeedsChecker extends Error {
  override readonly name = 'NeedsChecker';
  readonly node: TypeScript.Node;
  readonly place: Place;

  constructor(node: TypeScript.Node, place: Place) {
    super('a type that only the checker computes');
    this.node = node;
    this.place = place;
  }
}

/** Whether a type means the same wherever it stands: it names no type parameter that stands for something here. */
export function isClosed(node: TypeScript.Node, { bindings }: Scope): boolean {
  if (bindings.size === 0) return true;
  if (ts.isIdentifier(node) && bindings.has(node.text)) return false;
  return !ts.forEachChild(node, (child) => !isClosed(child, { bindings } as Scope) || undefined);
}

/** Whether a type is looked into by the one around it, so that its own schema is of no interest. */
export function isLookedInto(node: TypeScript.Node): boolean {
  const { parent } = node;
  if (ts.isParenthesizedTypeNode(parent)) return isLookedInto(parent);
  return (
    ts.isTypeReferenceNode(parent) ||
    ts.isExpressionWithTypeArguments(parent) ||
    ts.isIndexedAccessTypeNode(parent) ||
    ts.isTypeOperatorNode(parent) ||
    ts.isConditionalTypeNode(parent)
  );
}
