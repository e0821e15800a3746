import type { SchemaType } from '../model/schema-type.js';

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

/** Types within each other, and all in all, that a key tells apart: types without an end have one too. */
const MAX_DEPTH = 50;
const MAX_PARTS = 5000;

export function typeKey(type: SchemaType): string {
  let parts = 0;
  const around: SchemaType[] = [];
  const key = (one: SchemaType): string => {
    const circle = around.indexOf(one);
    if (circle >= 0) return `^${around.length - circle}`;
    parts += 1;
    if (parts > MAX_PARTS || around.length > MAX_DEPTH) return '...';
    around.push(one);
    const result = keyOf(one, key);
    around.pop();
    return result;
  };
  return key(type);
}

function keyOf(type: SchemaType, key: (part: SchemaType) => string): string {
  switch (type.type) {
    case 'scalar':
      return [type.scalar, type.format, type.pattern].filter((part) => part !== undefined).join(':');
    case 'known':
      return type.known;
    case 'enum':
      return type.values.map((value) => JSON.stringify(value)).join('|');
    case 'array':
      return `${key(type.items)}[]`;
    case 'tuple':
      return `[${type.items.map(key).join(',')};${type.minItems};${type.maxItems ?? ''}]`;
    case 'map':
      return `{[]:${key(type.values)}}`;
    case 'object':
      return `{${type.fields
        .map(({ name, optional, fieldType }) => `${name}${optional ? '?' : ''}:${key(fieldType)}`)
        .sort()
        .join(';')}}`;
    case 'union':
      return type.members.map(key).sort().join('|');
    case 'nullable':
      return `${key(type.of)}|null`;
    case 'reference':
      return type.declaration.id;
    case 'any':
      return type.isObject === true ? 'object' : 'unknown';
  }
}
