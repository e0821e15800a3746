import type { Field, SchemaType } from '../model/schema-type.js';
import type { Atom, Atoms } from './atoms.js';
import { typeKey } from './atoms.js';
import type { Reading } from './reading.js';

/**
 * Whether a value of one type may stand for the other, by the rules of TypeScript as far as JSON goes: for `extends` in
 * conditional types, `Exclude` and `Extract`.
 */
export function isAssignable(reading: Reading, from: Atoms, to: Atoms): boolean {
  const targets = reading.expand(to);
  return reading
    .expand(from)
    .every((atom) => targets.some((target) => isAtomAssignable(reading, atom, target)));
}

function isAtomAssignable(reading: Reading, from: Atom, to: Atom): boolean {
  if (to.atom === 'type' && to.type.type === 'any')
    return to.type.isObject !== true || (from.atom === 'type' && !isScalar(from.type));
  if (from.atom === 'literal') {
    if (to.atom === 'literal') return from.value === to.value;
    return to.atom === 'type' && isLiteralOf(from.value, to.type);
  }
  if (from.atom !== 'type' || to.atom !== 'type') return from.atom === to.atom;
  return isTypeAssignable(reading, from.type, to.type);
}

function isScalar(type: SchemaType): boolean {
  return type.type === 'scalar' || type.type === 'enum';
}

function isLiteralOf(value: string | number | boolean, type: SchemaType): boolean {
  if (type.type === 'enum') return type.values.includes(value);
  if (type.type !== 'scalar') return false;
  if (type.pattern !== undefined) return typeof value === 'string' && new RegExp(type.pattern).test(value);
  return typeof value === (type.scalar === 'integer' ? 'number' : type.scalar);
}

function isTypeAssignable(reading: Reading, from: SchemaType, to: SchemaType): boolean {
  if (typeKey(from) === typeKey(to)) return true;
  if (from.type === 'scalar' && to.type === 'scalar')
    return jsType(from.scalar) === jsType(to.scalar) && to.pattern === undefined;
  if (from.type === 'enum') return from.values.every((value) => isLiteralOf(value, to));
  if (from.type === 'array' && to.type === 'array') return isTypeAssignable(reading, from.items, to.items);
  if (from.type === 'tuple' && to.type === 'array')
    return from.items.every((item) => isTypeAssignable(reading, item, to.items));
  if (from.type === 'map' && to.type === 'map') return isTypeAssignable(reading, from.values, to.values);
  if (to.type === 'any') return true;
  const have = reading.fieldsOf(from);
  const need = reading.fieldsOf(to);
  if (have === undefined || need === undefined) return false;
  return need.every((field) => isFieldAssignable(reading, have, field));
}

function isFieldAssignable(reading: Reading, have: readonly Field[], need: Field): boolean {
  const found = have.find(({ name }) => name === need.name);
  if (found === undefined) return need.optional;
  if (found.optional && !need.optional) return false;
  return isAssignable(reading, reading.atomsOf(found), reading.atomsOf(need));
}

/** Formats are of no matter to TypeScript: an int32 is a number. */
function jsType(scalar: string): string {
  return scalar === 'integer' ? 'number' : scalar;
}
