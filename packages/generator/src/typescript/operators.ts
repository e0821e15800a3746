import type { SchemaType } from '../model/schema-type.js';
import type { Atom, Atoms } from './atoms.js';
import { literalAtoms, literalKeys, typeAtom } from './atoms.js';
import { ts } from './compiler.js';
import type { TypeScript } from './compiler.js';
import { shortText } from './constant.js';
import { commonFields, isTextKey } from './library-types.js';
import type { Reading, Scope } from './reading.js';
import { unsupported } from './reading.js';

/** `keyof T`, `readonly T[]`, `unique symbol`. */
export function operatorAtoms(reading: Reading, node: TypeScript.TypeOperatorNode, scope: Scope): Atoms {
  if (node.operator === ts.SyntaxKind.ReadonlyKeyword) return reading.evaluate(node.type, scope);
  if (node.operator === ts.SyntaxKind.UniqueKeyword)
    return unsupported(reading, node, scope, 'JSON cannot carry a symbol', 'write string');
  return keysOf(reading, reading.evaluate(node.type, scope), node, scope);
}

/** The names of the fields that all alternatives have; any text for a map. */
function keysOf(reading: Reading, atoms: Atoms, node: TypeScript.Node, scope: Scope): Atoms {
  const expanded = reading.expand(atoms);
  if (expanded.length > 0 && expanded.every((atom) => atom.atom === 'type' && atom.type.type === 'map'))
    return typeAtom({ type: 'scalar', scalar: 'string' });
  const fields = commonFields(reading, expanded);
  if (fields !== undefined) return literalAtoms(fields.map(({ name }) => name));
  return unsupported(
    reading,
    node,
    scope,
    `'${shortText(node, scope)}' has no keys that can be told from the source`,
  );
}

/** `T['name']`, `T[number]`, `T[keyof T]`. */
export function indexedAccessAtoms(
  reading: Reading,
  node: TypeScript.IndexedAccessTypeNode,
  scope: Scope,
): Atoms {
  const keys = reading.expand(reading.evaluate(node.indexType, scope));
  return reading
    .expand(reading.evaluate(node.objectType, scope))
    .flatMap((atom) =>
      atom.atom === 'type'
        ? memberAtoms(reading, atom.type, keys, node, scope)
        : noMember(reading, node, scope),
    );
}

function memberAtoms(
  reading: Reading,
  type: SchemaType,
  keys: Atoms,
  node: TypeScript.IndexedAccessTypeNode,
  scope: Scope,
): Atoms {
  if (type.type === 'array') return [{ atom: 'type', type: type.items }];
  if (type.type === 'tuple') {
    const indexes = literalKeys(keys).map(Number);
    const items = keys.some((key) => !isLiteralKey(key))
      ? type.items
      : indexes.flatMap((index) => type.items[index] ?? []);
    return items.flatMap(itemAtoms);
  }
  if (type.type === 'map' && keys.every(isTextKey)) return typeAtom(type.values);
  const fields = reading.fieldsOf(type);
  if (fields === undefined) return noMember(reading, node, scope);
  return literalKeys(keys).flatMap((key) => {
    const field = fields.find(({ name }) => name === key);
    if (field === undefined) return noMember(reading, node, scope);
    const atoms = reading.atomsOf(field);
    const isMissing = field.optional && !atoms.some(({ atom }) => atom === 'undefined');
    return isMissing ? [...atoms, { atom: 'undefined' } as const] : atoms;
  });
}

/** An item of a tuple of literals is those literals again, so that `typeof X[number]` is a union. */
function itemAtoms(type: SchemaType): Atoms {
  return type.type === 'enum' ? literalAtoms(type.values) : typeAtom(type);
}

function isLiteralKey({ atom }: Atom): boolean {
  return atom === 'literal';
}

function noMember(reading: Reading, node: TypeScript.IndexedAccessTypeNode, scope: Scope): Atoms {
  reading.report(
    'UnresolvedType',
    node,
    scope,
    `'${shortText(node.objectType, scope)}' has no '${shortText(node.indexType, scope).replace(/^'(.*)'$/, '$1')}'`,
    'check the name of the field',
  );
  return typeAtom({ type: 'any' });
}
