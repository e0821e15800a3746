import type { Field, SchemaType } from '../model/schema-type.js';

/**
 * A type while it is computed: the alternatives of a union, which operators such as `Exclude` and conditional types
 * look at one by one. None at all is `never`.
 */
export type Atoms = readonly Atom[];

export type Atom =
  | { readonly atom: 'undefined' }
  | { readonly atom: 'null' }
  | { readonly atom: 'literal'; readonly value: string | number | boolean }
  | { readonly atom: 'type'; readonly type: SchemaType };

export function typeAtom(type: SchemaType): Atoms {
  return [{ atom: 'type', type }];
}

export function literalAtoms(values: readonly (string | number | boolean)[]): Atoms {
  return values.map((value) => ({ atom: 'literal', value }));
}

/** The texts among some alternatives: keys of `Pick`, `Record` and the like. */
export function literalKeys(atoms: Atoms): string[] {
  return atoms.flatMap((atom) =>
    atom.atom === 'literal' && typeof atom.value !== 'boolean' ? [String(atom.value)] : [],
  );
}

/** Equal for types that are the same in structure; named types are the same when their declarations are. */
export function atomsKey(atoms: Atoms): string {
  return [...new Set(atoms.map(atomKey))].sort().join('|') || 'never';
}

export function atomKey(atom: Atom): string {
  if (atom.atom === 'literal') return JSON.stringify(atom.value);
  return atom.atom === 'type' ? typeKey(atom.type) : atom.atom;
}

export function typeKey(type: SchemaType): string {
  switch (type.type) {
    case 'scalar':
      return [type.scalar, type.format, type.pattern].filter((part) => part !== undefined).join(':');
    case 'known':
      return type.known;
    case 'enum':
      return type.values.map((value) => JSON.stringify(value)).join('|');
    case 'array':
      return `${typeKey(type.items)}[]`;
    case 'tuple':
      return `[${type.items.map(typeKey).join(',')};${type.minItems};${type.maxItems ?? ''}]`;
    case 'map':
      return `{[]:${typeKey(type.values)}}`;
    case 'object':
      return `{${type.fields.map(fieldKey).sort().join(';')}}`;
    case 'union':
      return type.members.map(typeKey).sort().join('|');
    case 'nullable':
      return `${typeKey(type.of)}|null`;
    case 'reference':
      return type.declaration.id;
    case 'any':
      return type.isObject === true ? 'object' : 'unknown';
  }
}

function fieldKey({ name, optional, fieldType }: Field): string {
  return `${name}${optional ? '?' : ''}:${typeKey(fieldType)}`;
}
