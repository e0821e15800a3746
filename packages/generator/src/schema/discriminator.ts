import { escapeProperty } from '@kubewright/cel/kubernetes';
import type { UnionMember } from './object-union.js';
import { hasField } from './one-of.js';

/** The field by whose value the members of a union are told apart. */
export class Discriminator {
  readonly name: string;
  readonly #isAlwaysThere: boolean;

  private constructor(name: string, members: readonly UnionMember[]) {
    this.name = name;
    this.#isAlwaysThere = members.every(({ required }) => required.has(name));
  }

  /** Undefined when the field does not tell all members apart. */
  static of(members: readonly UnionMember[], name: string | undefined): Discriminator | undefined {
    if (name === undefined) return undefined;
    const values = members.map((member) => valuesOf(member, name));
    const isUnique = new Set(values.flat()).size === values.flat().length;
    const absent = members.filter(({ required }) => !required.has(name));
    return isUnique && absent.length <= 1 && values.every((some) => some.length > 0)
      ? new Discriminator(name, members)
      : undefined;
  }

  /** An expression that says whether an object is one of these members. */
  condition(members: readonly UnionMember[]): string {
    const field = `self.${escapeProperty(this.name) ?? this.name}`;
    const values = members.flatMap((member) => valuesOf(member, this.name)).map(literal);
    const equals = values.length === 1 ? `${field} == ${values[0]}` : `${field} in [${values.join(', ')}]`;
    if (this.#isAlwaysThere) return equals;
    const has = hasField(this.name);
    const mayLack = members.some(({ required }) => !required.has(this.name));
    return mayLack ? `!${has} || ${equals}` : `${has} && ${equals}`;
  }

  /** `type is A or B`. */
  text(members: readonly UnionMember[]): string {
    const values = members.flatMap((member) => valuesOf(member, this.name)).map(String);
    return `${this.name} is ${values.join(' or ')}`;
  }
}

function valuesOf({ properties }: UnionMember, name: string): unknown[] {
  return (Object.hasOwn(properties, name) ? properties[name]?.enum : undefined) ?? [];
}

/** As CEL writes it: texts in single quotes are easier to read in YAML. */
function literal(value: unknown): string {
  return typeof value === 'string' && !/['\\\p{C}]/u.test(value) ? `'${value}'` : JSON.stringify(value);
}
