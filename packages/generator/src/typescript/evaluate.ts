import type { SchemaType } from '../model/schema-type.js';
import type { Atoms } from './atoms.js';
import { literalAtoms, typeAtom } from './atoms.js';
import { arrayOf, tupleAtoms } from './collections.js';
import { ts } from './compiler.js';
import type { TypeScript } from './compiler.js';
import { conditionalAtoms } from './conditional-types.js';
import { literalOf, shortText } from './constant.js';
import { intersectionAtoms } from './intersections.js';
import { lazy } from './lazy.js';
import { mappedTypeAtoms } from './mapped-types.js';
import { typeLiteralAtoms } from './members.js';
import { indexedAccessAtoms, operatorAtoms } from './operators.js';
import { isClosed, NeedsChecker } from './needs-checker.js';
import type { Reading, Scope } from './reading.js';
import { unsupported } from './reading.js';
import { positionOf } from './source-module.js';
import { templateLiteralAtoms } from './template-literals.js';
import { referenceAtoms } from './type-references.js';
import { typeQueryAtoms } from './value-types.js';

/**
 * The alternatives of a type as it is written. Reports what no schema can say. Throws `NeedsChecker` for what only the
 * checker could compute, and cannot because it depends on type parameters.
 */
export function evaluate(reading: Reading, node: TypeScript.TypeNode, scope: Scope): Atoms {
  try {
    return evaluateNode(reading, node, scope);
  } catch (error) {
    // What stands around a type that is computed from code is computed with it.
    if (error instanceof NeedsChecker && !ts.isTypeQueryNode(node) && isClosed(node, scope))
      return reading.fallback(node, scope);
    throw error;
  }
}

function evaluateNode(reading: Reading, node: TypeScript.TypeNode, scope: Scope): Atoms {
  const keyword = keywordAtoms(reading, node, scope);
  if (keyword !== undefined) return keyword;
  if (ts.isTypeReferenceNode(node) || ts.isExpressionWithTypeArguments(node) || isImportOfType(node))
    return referenceAtoms(reading, node, scope);
  if (ts.isArrayTypeNode(node))
    return arrayOf(
      reading,
      lazy(() => reading.evaluate(node.elementType, scope)),
      node.elementType,
      scope,
    );
  if (ts.isUnionTypeNode(node)) return node.types.flatMap((type) => reading.evaluate(type, scope));
  if (ts.isTypeLiteralNode(node)) return typeLiteralAtoms(reading, node, scope);
  if (ts.isLiteralTypeNode(node)) return literalTypeAtoms(reading, node, scope);
  if (ts.isParenthesizedTypeNode(node)) return reading.evaluate(node.type, scope);
  if (ts.isIntersectionTypeNode(node)) return intersectionAtoms(reading, node, scope);
  if (ts.isTupleTypeNode(node)) return tupleAtoms(reading, node, scope);
  if (ts.isTypeOperatorNode(node)) return operatorAtoms(reading, node, scope);
  if (ts.isIndexedAccessTypeNode(node)) return indexedAccessAtoms(reading, node, scope);
  if (ts.isMappedTypeNode(node)) return mappedTypeAtoms(reading, node, scope);
  if (ts.isConditionalTypeNode(node)) return conditionalAtoms(reading, node, scope);
  if (ts.isTemplateLiteralTypeNode(node)) return templateLiteralAtoms(reading, node, scope);
  if (ts.isTypeQueryNode(node)) return typeQueryAtoms(reading, node, scope);
  if (ts.isThisTypeNode(node) && scope.self !== undefined) return scope.self;
  if (ts.isFunctionTypeNode(node) || ts.isConstructorTypeNode(node))
    return unsupported(
      reading,
      node,
      scope,
      'JSON cannot carry a function',
      'leave the field out, or move it to a type that is not stored',
    );
  return unsupported(reading, node, scope, `'${shortText(node, scope)}' has no schema`);
}

function keywordAtoms(reading: Reading, node: TypeScript.TypeNode, scope: Scope): Atoms | undefined {
  switch (node.kind) {
    case ts.SyntaxKind.StringKeyword:
      return scalar('string');
    case ts.SyntaxKind.NumberKeyword:
      return scalar('number');
    case ts.SyntaxKind.BooleanKeyword:
      return scalar('boolean');
    case ts.SyntaxKind.UnknownKeyword:
      return typeAtom({ type: 'any', position: positionOf(scope.module, node) });
    case ts.SyntaxKind.ObjectKeyword:
      return typeAtom({ type: 'any', isObject: true, position: positionOf(scope.module, node) });
    case ts.SyntaxKind.UndefinedKeyword:
    case ts.SyntaxKind.VoidKeyword:
      return [{ atom: 'undefined' }];
    case ts.SyntaxKind.NeverKeyword:
      return [];
    case ts.SyntaxKind.AnyKeyword:
      return unsupported(
        reading,
        node,
        scope,
        "'any' says nothing of the data",
        'write the type of the data, or unknown to keep whatever is there',
      );
    case ts.SyntaxKind.BigIntKeyword:
      return unsupported(reading, node, scope, 'JSON has no bigint', "write int64 of '@kubewright/api'");
    case ts.SyntaxKind.SymbolKeyword:
      return unsupported(reading, node, scope, 'JSON cannot carry a symbol', 'write string');
    default:
      return undefined;
  }
}

function literalTypeAtoms(reading: Reading, node: TypeScript.LiteralTypeNode, scope: Scope): Atoms {
  const literal = literalOf(node);
  if (literal === undefined)
    return unsupported(
      reading,
      node,
      scope,
      `'${shortText(node, scope)}' is no JSON value`,
      'write text, a number or a boolean',
    );
  return literal.value === null ? [{ atom: 'null' }] : literalAtoms([literal.value]);
}

function isImportOfType(node: TypeScript.TypeNode): node is TypeScript.ImportTypeNode {
  return ts.isImportTypeNode(node) && !node.isTypeOf;
}

function scalar(name: Extract<SchemaType, { type: 'scalar' }>['scalar']): Atoms {
  return typeAtom({ type: 'scalar', scalar: name });
}
