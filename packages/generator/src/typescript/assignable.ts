import type { Field, SchemaType } from '../model/schema-type.js';
import type { Atom, Atoms } from './atoms.js';
import { typeKey } from './atoms.js';
import type { Reading } from './reading.js';

/**
 * Whether a value of one type may stand for the other, by the rules of TypeScript as far as JSON goes: for `extends` in
 * conditional types, `Exclude` and `Extract`.
 */
export function isAssignable(reading: Reading, from: Atoms, to: Atoms): boolean {
  return new Comparison(reading).atoms(from, to);
}

class Comparison {
  readonly #reading: Reading;
  /** Pairs that are being compared: types that contain themselves are taken for assignable until it shows that not. */
  readonly #assumed = new Set<string>();

  constructor(reading: Reading) {
    this.#reading = reading;
  }

  atoms(from: Atoms, to: Atoms): boolean {
    const targets = this.#reading.expand(to);
    return this.#reading.expand(from).every((atom) => targets.some((target) => this.#atom(atom, target)));
  }

  #atom(from: Atom, to: Atom): boolean {
    if (to.atom === 'type' && to.type.type === 'any')
      return to.type.isObject !== true || (from.atom === 'type' && !isScalar(from.type));
    if (from.atom === 'literal') {
      if (to.atom === 'literal') return from.value === to.value;
      return to.atom === 'type' && isLiteralOf(from.value, to.type);
    }
    if (from.atom !== 'type' || to.atom !== 'type') return from.atom === to.atom;
    return this.#type(from.type, to.type);
  }

  #type(from: SchemaType, to: SchemaType): boolean {
    const keys = [typeKey(from), typeKey(to)] as const;
    const pair = keys.join(' ');
    if (keys[0] === keys[1] || this.#assumed.has(pair)) return true;
    this.#assumed.add(pair);
    if (from.type === 'scalar' && to.type === 'scalar')
      return jsType(from.scalar) === jsType(to.scalar) && to.pattern === undefined;
    if (from.type === 'enum') return from.values.every((value) => isLiteralOf(value, to));
    if (from.type === 'array' && to.type === 'array') return this.#type(from.items, to.items);
    if (from.type === 'tuple' && to.type === 'array')
      return from.items.every((item) => this.#type(item, to.items));
    if (from.type === 'map' && to.type === 'map') return this.#type(from.values, to.values);
    if (to.type === 'any') return true;
    const have = this.#reading.fieldsOf(from);
    const need = this.#reading.fieldsOf(to);
    if (have === undefined || need === undefined) return false;
    return need.every((field) => this.#field(have, field));
  }

  #field(have: readonly Field[], need: Field): boolean {
    const found = have.find(({ name }) => name === need.name);
    if (found === undefined) return need.optional;
    if (found.optional && !need.optional) return false;
    return this.atoms(this.#reading.atomsOf(found), this.#reading.atomsOf(need));
  }
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

/** Formats are of no matter to TypeScript: an int32 is a number. */
function jsType(scalar: string): string {
  return scalar === 'integer' ? 'number' : scalar;
}
