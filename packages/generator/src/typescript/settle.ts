import type { EnumType, Field, SchemaType } from '../model/schema-type.js';
import type { Atom, Atoms } from './atoms.js';
import { atomKey } from './atoms.js';
import type { TypeScript } from './compiler.js';
import { shortText } from './constant.js';
import type { Reading } from './reading.js';
import { unsupported } from './reading.js';
import type { Place } from './resolver.js';
import { positionOf } from './source-module.js';

/** The one type that alternatives make: an enumeration, a union, or the only one there is, with null or without. */
export function settle(reading: Reading, atoms: Atoms, node: TypeScript.Node, place: Place): SchemaType {
  const values = atoms.filter(({ atom }) => atom !== 'undefined' && atom !== 'null');
  const isNullable = atoms.some(({ atom }) => atom === 'null');
  if (values.length === 0) return settleNothing(reading, isNullable, node, place);
  const of = settleValues(reading, values, node, place);
  return isNullable && of.type !== 'nullable' && of.type !== 'any' ? { type: 'nullable', of } : of;
}

function settleNothing(
  reading: Reading,
  isNullable: boolean,
  node: TypeScript.Node,
  place: Place,
): SchemaType {
  const text = shortText(node, place);
  unsupported(
    reading,
    node,
    place,
    isNullable ? `'${text}' allows nothing but null` : `no JSON value is of type '${text}'`,
    'leave the field out, or write the type of its values',
  );
  return { type: 'any' };
}

function settleValues(reading: Reading, values: Atoms, node: TypeScript.Node, place: Place): SchemaType {
  const [only, second] = values;
  if (only?.atom === 'type' && second === undefined) return only.type;
  const merged = mergeAlternatives(flatten(reading, values));
  const literals = merged.flatMap((atom) => (atom.atom === 'literal' ? [atom.value] : []));
  const types = merged.flatMap((atom) => (atom.atom === 'type' ? [atom.type] : []));
  const members = [...enumerations(literals), ...types];
  const [member, another] = members;
  if (member !== undefined && another === undefined) return member;
  const nullable = members.some(({ type }) => type === 'nullable');
  const plain = members.map((one) => (one.type === 'nullable' ? one.of : one));
  const discriminator = findDiscriminator(reading, plain);
  const union: SchemaType = {
    type: 'union',
    members: plain,
    ...(discriminator === undefined ? {} : { discriminator }),
    position: positionOf(place.module, node),
  };
  return nullable ? { type: 'nullable', of: union } : union;
}

/** Names of unions and enumerations give way to what they stand for, unless markers stand on them. */
function flatten(reading: Reading, atoms: Atoms): Atoms {
  return atoms.flatMap((atom) => {
    if (atom.atom !== 'type' || atom.type.type !== 'reference') return [atom];
    const expanded = reading.expand([atom]);
    const isEnumeration = expanded.every((one) => one.atom !== 'type');
    const isUnion = expanded.length > 1 && atom.type.declaration.markers.length === 0;
    return isEnumeration || isUnion ? expanded : [atom];
  });
}

/** Takes out what is told twice: the same type, and literals of a scalar that is allowed as a whole. */
function mergeAlternatives(atoms: Atoms): Atoms {
  const unique = [...new Map(atoms.map((atom) => [atomKey(atom), atom])).values()];
  const any = unique.find((atom) => atom.atom === 'type' && atom.type.type === 'any');
  if (any !== undefined) return [any];
  const scalars = new Set(unique.flatMap((atom) => plainScalar(atom) ?? []));
  const rest = unique.filter((atom) => atom.atom !== 'literal' || !scalars.has(typeof atom.value));
  const booleans = rest.filter((atom) => atom.atom === 'literal' && typeof atom.value === 'boolean');
  if (booleans.length < 2) return rest;
  const others = rest.filter((atom) => !booleans.includes(atom));
  return [...others, { atom: 'type', type: { type: 'scalar', scalar: 'boolean' } }];
}

/** The name that `typeof` gives to the values of a scalar that allows all of them. */
function plainScalar(atom: Atom): string | undefined {
  if (atom.atom !== 'type' || atom.type.type !== 'scalar' || atom.type.pattern !== undefined)
    return undefined;
  const { scalar, format } = atom.type;
  return scalar === 'integer' ? (format === undefined ? 'number' : undefined) : scalar;
}

function enumerations(literals: readonly (string | number | boolean)[]): EnumType[] {
  const texts = literals.filter((value) => typeof value === 'string');
  const numbers = literals.filter((value) => typeof value === 'number');
  const booleans = literals.filter((value) => typeof value === 'boolean');
  const result: EnumType[] = [];
  if (texts.length > 0) result.push({ type: 'enum', scalar: 'string', values: texts });
  if (numbers.length > 0)
    result.push({
      type: 'enum',
      scalar: numbers.every((value) => Number.isInteger(value)) ? 'integer' : 'number',
      values: numbers,
    });
  if (booleans.length > 0) result.push({ type: 'enum', scalar: 'boolean', values: booleans });
  return result;
}

/** A field that every member has with a literal of its own. */
function findDiscriminator(reading: Reading, members: readonly SchemaType[]): string | undefined {
  const objects = members.map((member) => reading.fieldsOf(member));
  const [first, ...others] = objects;
  if (first === undefined || others.length === 0) return undefined;
  return first
    .map(({ name }) => name)
    .find((name) => {
      const seen = new Set<string>();
      return objects.every((fields) => {
        const literals = literalsOf(
          reading,
          fields?.find((field) => field.name === name),
        );
        const isNew = literals.every((literal) => !seen.has(literal));
        for (const literal of literals) seen.add(literal);
        return literals.length > 0 && isNew;
      });
    });
}

/** The literals that a required field allows; empty when it allows anything else. */
function literalsOf(reading: Reading, field: Field | undefined): string[] {
  if (field === undefined) return [];
  const atoms = reading.expand(reading.atomsOf(field));
  return atoms.every(({ atom }) => atom === 'literal') ? atoms.map(atomKey) : [];
}
