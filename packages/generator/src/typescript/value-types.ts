import type { Field } from '../model/schema-type.js';
import type { Atoms } from './atoms.js';
import { literalAtoms, typeAtom } from './atoms.js';
import { arrayOf, tupleOf } from './collections.js';
import { ts } from './compiler.js';
import type { TypeScript } from './compiler.js';
import { isConst, NotConstant, withoutWrapper } from './constant.js';
import { isLookedInto, NeedsChecker } from './needs-checker.js';
import type { Reading, Scope } from './reading.js';
import type { Entity } from './resolver.js';

/** `typeof X`: the type of a constant, or an enum as the object that it is. */
export function typeQueryAtoms(reading: Reading, node: TypeScript.TypeQueryNode, scope: Scope): Atoms {
  try {
    const resolved = reading.resolver.resolve(node.exprName, scope);
    const atoms = resolved.found === 'entity' ? entityAtoms(reading, resolved, scope) : undefined;
    if (atoms !== undefined) return atoms;
    const member = ts.isQualifiedName(node.exprName)
      ? typeQueryMember(reading, node.exprName, scope)
      : undefined;
    if (member !== undefined) return member;
  } catch (error) {
    if (!(error instanceof NeedsChecker)) throw error;
  }
  if (isLookedInto(node)) throw new NeedsChecker(node, scope);
  return reading.fallback(node, scope);
}

/** `typeof settings.size`: a field of a constant. */
function typeQueryMember(reading: Reading, name: TypeScript.QualifiedName, scope: Scope): Atoms | undefined {
  const owner = reading.resolver.resolve(name.left, scope);
  const atoms = owner.found === 'entity' ? entityAtoms(reading, owner, scope) : undefined;
  const [atom] = atoms === undefined ? [] : reading.expand(atoms);
  const fields = atom?.atom === 'type' ? reading.fieldsOf(atom.type) : undefined;
  const field = fields?.find((one) => one.name === name.right.text);
  return field && reading.atomsOf(field);
}

function entityAtoms(reading: Reading, entity: Entity, scope: Scope): Atoms | undefined {
  const inner: Scope = { module: entity.module, namespaces: entity.namespaces, bindings: new Map() };
  const variable = entity.declarations.find((one) => ts.isVariableDeclaration(one));
  if (variable?.type !== undefined) return reading.evaluate(variable.type, inner);
  if (variable?.initializer !== undefined)
    return expressionAtoms(reading, variable.initializer, inner, isConst(variable));
  if (entity.declarations.some((one) => ts.isEnumDeclaration(one))) return enumObject(reading, entity, scope);
  return undefined;
}

function enumObject(reading: Reading, entity: Entity, scope: Scope): Atoms | undefined {
  try {
    const fields = [...reading.constants.enumMembers(entity)].map(([name, value]) =>
      valueField(reading, name, entity.declarations[0] as TypeScript.Node, scope, literalAtoms([value])),
    );
    return typeAtom({ type: 'object', fields });
  } catch (error) {
    if (error instanceof NotConstant) return undefined;
    throw error;
  }
}

/** The type of an expression. `isFixed`: it keeps its literals, as a `const` does, and with `as const` all the way down. */
export function expressionAtoms(
  reading: Reading,
  node: TypeScript.Expression,
  scope: Scope,
  isFixed: boolean,
  isDeep = false,
): Atoms {
  if (ts.isAsExpression(node) || ts.isTypeAssertionExpression(node)) {
    if (ts.isConstTypeReference(node.type))
      return expressionAtoms(reading, node.expression, scope, true, true);
    return reading.evaluate(node.type, scope);
  }
  const inner = withoutWrapper(node);
  if (inner !== undefined)
    return expressionAtoms(reading, inner, scope, isFixed, isDeep || ts.isCallExpression(node));
  if (ts.isArrayLiteralExpression(node)) return arrayAtoms(reading, node, scope, isDeep);
  if (ts.isObjectLiteralExpression(node)) return objectAtoms(reading, node, scope, isDeep);
  if (ts.isIdentifier(node) && node.text !== 'undefined') {
    const resolved = reading.resolver.resolve(node, scope);
    const atoms = resolved.found === 'entity' ? entityAtoms(reading, resolved, scope) : undefined;
    if (atoms !== undefined) return isFixed ? atoms : widen(atoms);
  }
  try {
    const value = reading.constants.read(node, scope);
    if (value === undefined) return [{ atom: 'undefined' }];
    if (value === null) return [{ atom: 'null' }];
    if (typeof value !== 'object') return isFixed ? literalAtoms([value]) : widen(literalAtoms([value]));
  } catch (error) {
    if (!(error instanceof NotConstant)) throw error;
  }
  throw new NeedsChecker(node, scope);
}

function arrayAtoms(
  reading: Reading,
  node: TypeScript.ArrayLiteralExpression,
  scope: Scope,
  isDeep: boolean,
): Atoms {
  // At once and not when it is looked at: what cannot be computed here must be found before anything is built on it.
  const elements = node.elements.flatMap((element): Atoms[] => {
    if (!ts.isSpreadElement(element)) return [expressionAtoms(reading, element, scope, isDeep, isDeep)];
    return expressionAtoms(reading, element.expression, scope, isDeep, isDeep).flatMap((atom): Atoms[] => {
      if (atom.atom !== 'type') return [];
      const { type } = atom;
      if (type.type === 'tuple') return type.items.map(typeAtom);
      return type.type === 'array' ? [typeAtom(type.items)] : [];
    });
  });
  if (!isDeep) return arrayOf(reading, () => elements.flat(), node, scope);
  const items = elements.map((element) => () => reading.settle(element, node, scope));
  return tupleOf(items, items.length, items.length);
}

function objectAtoms(
  reading: Reading,
  node: TypeScript.ObjectLiteralExpression,
  scope: Scope,
  isDeep: boolean,
): Atoms {
  const fields = new Map<string, Field>();
  for (const property of node.properties) {
    if (ts.isSpreadAssignment(property)) {
      for (const atom of expressionAtoms(reading, property.expression, scope, isDeep, isDeep))
        for (const field of (atom.atom === 'type' ? reading.fieldsOf(atom.type) : undefined) ?? [])
          fields.set(field.name, field);
    } else if (ts.isShorthandPropertyAssignment(property)) {
      const { name } = property;
      const atoms = expressionAtoms(reading, name, scope, isDeep, isDeep);
      fields.set(name.text, valueField(reading, name.text, property, scope, atoms));
    } else if (ts.isPropertyAssignment(property) && !ts.isComputedPropertyName(property.name)) {
      const { name, initializer } = property;
      const atoms = expressionAtoms(reading, initializer, scope, isDeep, isDeep);
      fields.set(name.text, valueField(reading, name.text, property, scope, atoms));
    } else {
      throw new NeedsChecker(property, scope);
    }
  }
  return typeAtom({ type: 'object', fields: [...fields.values()] });
}

function valueField(
  reading: Reading,
  name: string,
  node: TypeScript.Node,
  scope: Scope,
  atoms: Atoms,
): Field {
  return reading.field({
    name,
    node,
    place: scope,
    optional: () => false,
    atoms: () => atoms,
    comments: () => reading.comments(node, scope, 'field'),
  });
}

/** The type of a variable that may change: `string` for `'a'`. */
function widen(atoms: Atoms): Atoms {
  return atoms.flatMap((atom): Atoms => {
    if (atom.atom !== 'literal') return [atom];
    const scalar = typeof atom.value as 'string' | 'number' | 'boolean';
    return typeAtom({ type: 'scalar', scalar });
  });
}
