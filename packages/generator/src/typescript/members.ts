import type { Field, SchemaType } from '../model/schema-type.js';
import type { Atoms } from './atoms.js';
import { typeAtom } from './atoms.js';
import { ts } from './compiler.js';
import type { TypeScript } from './compiler.js';
import { NotConstant, shortText } from './constant.js';
import { lazy } from './lazy.js';
import type { Reading, Scope } from './reading.js';
import { circular, guarded, unsupported } from './reading.js';

type Member = TypeScript.TypeElement | TypeScript.ClassElement | TypeScript.ParameterDeclaration;

/** What the members of an interface, class or type literal make: an object, or a map if there is an index signature. */
export function membersType(
  reading: Reading,
  members: readonly Member[],
  inherited: readonly Field[],
  scope: Scope,
): SchemaType {
  const own = members.flatMap((member) => memberField(reading, member, scope) ?? []);
  const overridden = new Set(own.map(({ name }) => name));
  const fields = [
    ...inherited.filter((field) => field.inline === true || !overridden.has(field.name)),
    ...own,
  ];
  const index = members.find((member) => ts.isIndexSignatureDeclaration(member));
  if (index === undefined) return { type: 'object', fields };
  const map = indexSignatureType(reading, index, scope);
  if (map.type === 'map' && fields.length > 0) {
    unsupported(
      reading,
      index,
      scope,
      'a type has either fields or an index signature, not both',
      'remove the index signature and mark the type +kubebuilder:pruning:PreserveUnknownFields, or put the map in a field of its own',
    );
    return { type: 'object', fields };
  }
  return map.type === 'map' ? map : { type: 'object', fields };
}

function memberField(reading: Reading, member: Member, scope: Scope): Field | undefined {
  if (ts.isIndexSignatureDeclaration(member) || isLeftOut(member)) return undefined;
  if (
    ts.isMethodSignature(member) ||
    ts.isCallSignatureDeclaration(member) ||
    ts.isConstructSignatureDeclaration(member)
  ) {
    unsupported(
      reading,
      member,
      scope,
      `'${shortText(member, scope)}' is a function, which JSON cannot carry`,
      'leave it out, or write a class, whose methods are not part of the schema',
    );
    return undefined;
  }
  if (!ts.isPropertySignature(member) && !ts.isPropertyDeclaration(member) && !ts.isParameter(member)) {
    // Getters of an interface are fields as any other; those of a class are computed and not stored.
    if (!ts.isGetAccessorDeclaration(member) || !ts.isInterfaceDeclaration(member.parent)) return undefined;
  }
  const name = memberName(reading, member, scope);
  if (name === undefined) return undefined;
  const { type } = member;
  const initializer = 'initializer' in member ? member.initializer : undefined;
  const atoms = lazy((): Atoms => {
    if (type !== undefined) return reading.evaluate(type, scope);
    if (initializer !== undefined) return reading.evaluateExpression(initializer, scope, false);
    return unsupported(
      reading,
      member,
      scope,
      `the field '${name}' has no type`,
      `write '${name}: string', for example`,
    );
  });
  const hasQuestionMark = 'questionToken' in member && member.questionToken !== undefined;
  return reading.field({
    name,
    node: member,
    typeNode: type,
    place: scope,
    hasQuestionMark: () => hasQuestionMark,
    atoms,
    optional: (alternatives) =>
      hasQuestionMark || reading.expand(alternatives()).some(({ atom }) => atom === 'undefined'),
    comments: () => reading.comments(member, scope, 'field'),
  });
}

/** What a class has beside its data. */
function isLeftOut(member: Member): boolean {
  if (
    ts.isMethodDeclaration(member) ||
    ts.isConstructorDeclaration(member) ||
    ts.isClassStaticBlockDeclaration(member) ||
    ts.isSetAccessorDeclaration(member) ||
    ts.isSemicolonClassElement(member)
  )
    return true;
  if (member.name !== undefined && ts.isPrivateIdentifier(member.name)) return true;
  const modifiers = ts.canHaveModifiers(member) ? ts.getModifiers(member) : undefined;
  return (
    modifiers?.some(
      ({ kind }) =>
        kind === ts.SyntaxKind.StaticKeyword ||
        kind === ts.SyntaxKind.PrivateKeyword ||
        kind === ts.SyntaxKind.ProtectedKeyword,
    ) ?? false
  );
}

function memberName(reading: Reading, member: Member, scope: Scope): string | undefined {
  const { name } = member;
  if (name === undefined) return undefined;
  if (ts.isIdentifier(name) || ts.isStringLiteralLike(name) || ts.isNumericLiteral(name)) return name.text;
  if (ts.isComputedPropertyName(name)) {
    try {
      const value = reading.constants.read(name.expression, scope);
      if (typeof value === 'string' || typeof value === 'number') return String(value);
    } catch (error) {
      if (!(error instanceof NotConstant)) throw error;
    }
  }
  unsupported(
    reading,
    name,
    scope,
    `'${shortText(name, scope)}' is not a name that can be read from the source`,
    'write the name of the field as text',
  );
  return undefined;
}

/** `{ [key: string]: T }`: a map, or an object without fields where T is `never`. */
function indexSignatureType(
  reading: Reading,
  index: TypeScript.IndexSignatureDeclaration,
  scope: Scope,
): SchemaType {
  const key = index.parameters[0]?.type;
  const keys = key === undefined ? [] : reading.expand(reading.evaluate(key, scope));
  if (
    !keys.some((atom) => atom.atom === 'type' && atom.type.type === 'scalar' && atom.type.scalar === 'string')
  )
    unsupported(
      reading,
      index,
      scope,
      'the keys of JSON objects are text',
      'write { [key: string]: T } or Record<string, T>',
    );
  // The parser lets the type be missing, whatever its declaration says.
  const type = index.type as TypeScript.TypeNode | undefined;
  if (type === undefined) return { type: 'map', values: { type: 'any' } };
  return mapOf(reading, () => reading.evaluate(type, scope), type, scope);
}

/** A map of values that may be `undefined` in TypeScript, where reading a key may find nothing. */
export function mapOf(reading: Reading, atoms: () => Atoms, node: TypeScript.Node, scope: Scope): SchemaType {
  if (isNever(node)) return { type: 'object', fields: [] };
  const values = lazy(
    () => reading.settle(guarded(reading, atoms), node, scope),
    () => circular(reading, node, scope),
  );
  return {
    type: 'map',
    get values() {
      return values();
    },
  };
}

function isNever(node: TypeScript.Node): boolean {
  return node.kind === ts.SyntaxKind.NeverKeyword;
}

export function typeLiteralAtoms(reading: Reading, node: TypeScript.TypeLiteralNode, scope: Scope): Atoms {
  return typeAtom(membersType(reading, node.members, [], scope));
}
