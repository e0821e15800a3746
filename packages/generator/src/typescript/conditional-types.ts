import { isAssignable } from './assignable.js';
import type { Atom, Atoms } from './atoms.js';
import { ts } from './compiler.js';
import type { TypeScript } from './compiler.js';
import { splitBooleans } from './library-types.js';
import type { Reading, Scope } from './reading.js';
import { bind } from './reading.js';

/** `T extends U ? X : Y`, of each alternative of T where T is a type parameter. */
export function conditionalAtoms(
  reading: Reading,
  node: TypeScript.ConditionalTypeNode,
  scope: Scope,
): Atoms {
  const { checkType, extendsType } = node;
  const parameter =
    ts.isTypeReferenceNode(checkType) && ts.isIdentifier(checkType.typeName)
      ? checkType.typeName.text
      : undefined;
  const bound = parameter === undefined ? undefined : scope.bindings.get(parameter);
  if (parameter === undefined || bound === undefined)
    return branch(reading, node, reading.evaluate(checkType, scope), scope);
  const expanded = reading.expand(bound);
  // As long as it is one alternative, its name stays.
  const alternatives =
    expanded.length === 1 ? bound.map((atom) => [atom]) : splitBooleans(expanded).map((atom) => [atom]);
  return alternatives.flatMap((atoms) =>
    branch(reading, node, atoms, bind(scope, [[parameter, atoms]]), extendsType),
  );
}

function branch(
  reading: Reading,
  node: TypeScript.ConditionalTypeNode,
  atoms: Atoms,
  scope: Scope,
  pattern: TypeScript.TypeNode = node.extendsType,
): Atoms {
  const inferred = new Map<string, Atoms>();
  const matches = matchPattern(reading, atoms, pattern, scope, inferred);
  if (matches === undefined) return reading.fallback(node, scope);
  return matches
    ? reading.evaluate(node.trueType, bind(scope, inferred))
    : reading.evaluate(node.falseType, scope);
}

/**
 * Whether a type matches what stands after `extends`, with what `infer` finds; `undefined` for patterns that only the
 * checker understands.
 */
function matchPattern(
  reading: Reading,
  atoms: Atoms,
  pattern: TypeScript.TypeNode,
  scope: Scope,
  inferred: Map<string, Atoms>,
): boolean | undefined {
  if (ts.isInferTypeNode(pattern)) {
    inferred.set(pattern.typeParameter.name.text, atoms);
    return true;
  }
  if (!containsInfer(pattern)) return isAssignable(reading, atoms, reading.evaluate(pattern, scope));
  const item = itemPattern(pattern);
  if (item === undefined) return undefined;
  const items: Atom[] = [];
  for (const atom of reading.expand(atoms)) {
    if (atom.atom !== 'type') return false;
    if (atom.type.type === 'array') items.push({ atom: 'type', type: atom.type.items });
    else if (atom.type.type === 'tuple')
      items.push(...atom.type.items.map((type) => ({ atom: 'type', type }) as const));
    else return false;
  }
  return matchPattern(reading, items, item, scope, inferred);
}

/** The `infer U` of `(infer U)[]`, `Array<infer U>` and `readonly (infer U)[]`. */
function itemPattern(pattern: TypeScript.TypeNode): TypeScript.TypeNode | undefined {
  if (ts.isParenthesizedTypeNode(pattern)) return itemPattern(pattern.type);
  if (ts.isTypeOperatorNode(pattern)) return itemPattern(pattern.type);
  if (ts.isArrayTypeNode(pattern))
    return ts.isParenthesizedTypeNode(pattern.elementType) ? pattern.elementType.type : pattern.elementType;
  if (ts.isTypeReferenceNode(pattern) && ts.isIdentifier(pattern.typeName))
    return pattern.typeName.text === 'Array' || pattern.typeName.text === 'ReadonlyArray'
      ? pattern.typeArguments?.[0]
      : undefined;
  return undefined;
}

/** Of the pattern itself, not of conditional types in it. */
function containsInfer(node: TypeScript.Node): boolean {
  if (ts.isConditionalTypeNode(node)) return false;
  return (
    ts.isInferTypeNode(node) || (ts.forEachChild(node, (child) => containsInfer(child) || undefined) ?? false)
  );
}
