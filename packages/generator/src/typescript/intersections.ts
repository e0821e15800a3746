import type { Field, SchemaType } from '../model/schema-type.js';
import { isAssignable } from './assignable.js';
import type { Atom, Atoms } from './atoms.js';
import { atomKey, typeAtom } from './atoms.js';
import type { TypeScript } from './compiler.js';
import { shortText } from './constant.js';
import { inheritedFields, mergeFields, pruneInlined } from './heritage.js';
import type { Reading, Scope } from './reading.js';
import { unsupported } from './reading.js';

/** `A & B`: the fields of both, or a scalar with a brand. Alternatives are combined one with another. */
export function intersectionAtoms(
  reading: Reading,
  node: TypeScript.IntersectionTypeNode,
  scope: Scope,
): Atoms {
  const operands = node.types.map((type) => reading.evaluate(type, scope));
  return operands.reduce((left, right) => intersect(reading, left, right, node, scope));
}

function intersect(reading: Reading, left: Atoms, right: Atoms, node: TypeScript.Node, scope: Scope): Atoms {
  const [a, moreA] = left;
  const [b, moreB] = right;
  if (a === undefined || b === undefined) return [];
  if (moreA === undefined && moreB === undefined) return intersectAtoms(reading, a, b, node, scope);
  return left.flatMap((one) => right.flatMap((other) => intersectAtoms(reading, one, other, node, scope)));
}

function intersectAtoms(reading: Reading, a: Atom, b: Atom, node: TypeScript.Node, scope: Scope): Atoms {
  if (atomKey(a) === atomKey(b)) return [a];
  if (isUnknown(a)) return [b];
  if (isUnknown(b)) return [a];
  const expanded = [reading.expand([a]), reading.expand([b])] as const;
  const isUnion = expanded.some((atoms) => atoms.length !== 1);
  if (isUnion)
    return expanded[0].flatMap((one) =>
      expanded[1].flatMap((other) => intersect(reading, [one], [other], node, scope)),
    );
  const [[one], [other]] = expanded as [[Atom], [Atom]];
  const objects = [fieldsOfAtom(reading, one), fieldsOfAtom(reading, other)];
  if (objects[0] !== undefined && objects[1] !== undefined) return mergeObjects(reading, a, b, node, scope);
  // A brand is an object that no value has: the scalar beside it is what is stored.
  if (objects[0] !== undefined && isPrimitive(other)) return [b];
  if (objects[1] !== undefined && isPrimitive(one)) return [a];
  if (isAssignable(reading, [one], [other])) return [a];
  if (isAssignable(reading, [other], [one])) return [b];
  if (isPrimitive(one) && isPrimitive(other)) return [];
  return unsupported(
    reading,
    node,
    scope,
    `'${shortText(node, scope)}' combines types that have no common schema`,
    'intersect object types with fields; keep a map in a field of its own',
  );
}

function mergeObjects(reading: Reading, a: Atom, b: Atom, node: TypeScript.Node, scope: Scope): Atoms {
  const left = inheritedFields(reading, [a], node, scope);
  const right = inheritedFields(reading, [b], node, scope);
  const shared = overlapping(reading, left, right);
  if (shared.size === 0) return typeAtom({ type: 'object', fields: mergeFields(left, right) });
  const both = [...shared.values()].map(([one, other]) => bothFields(reading, one, other, node, scope));
  return typeAtom({
    type: 'object',
    fields: pruneInlined(reading, mergeFields(mergeFields(left, right), both)),
  });
}

/** Fields that both sides have. */
function overlapping(
  reading: Reading,
  left: readonly Field[],
  right: readonly Field[],
): Map<string, readonly [Field, Field]> {
  const byName = new Map(flat(reading, left).map((field) => [field.name, field]));
  return new Map(
    flat(reading, right).flatMap((field) => {
      const other = byName.get(field.name);
      return other === undefined ? [] : [[field.name, [other, field] as const]];
    }),
  );
}

function flat(reading: Reading, fields: readonly Field[]): readonly Field[] {
  return reading.fieldsOf({ type: 'object', fields }) ?? [];
}

/** A field that both sides declare: a value must be of both types. */
function bothFields(reading: Reading, a: Field, b: Field, node: TypeScript.Node, scope: Scope): Field {
  return reading.field({
    name: a.name,
    node,
    place: scope,
    optional: () => a.optional && b.optional,
    atoms: () => intersect(reading, reading.atomsOf(a), reading.atomsOf(b), node, scope),
    comments: () => ({
      documentation: b.documentation === '' ? a.documentation : b.documentation,
      markers: a === b ? a.markers : [...a.markers, ...b.markers],
    }),
  });
}

function fieldsOfAtom(reading: Reading, atom: Atom): readonly Field[] | undefined {
  return atom.atom === 'type' ? reading.fieldsOf(atom.type) : undefined;
}

function isUnknown(atom: Atom): boolean {
  return atom.atom === 'type' && atom.type.type === 'any' && atom.type.isObject !== true;
}

function isPrimitive(atom: Atom): boolean {
  return atom.atom !== 'type' || isPrimitiveType(atom.type);
}

function isPrimitiveType(type: SchemaType): boolean {
  return type.type === 'scalar' || type.type === 'enum' || type.type === 'known';
}
