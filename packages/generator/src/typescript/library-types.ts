import type { Field } from '../model/schema-type.js';
import { isAssignable } from './assignable.js';
import type { Atom, Atoms } from './atoms.js';
import { literalAtoms, literalKeys, typeAtom } from './atoms.js';
import { arrayOf } from './collections.js';
import type { TypeScript } from './compiler.js';
import { shortText } from './constant.js';
import { withOptional } from './fields.js';
import { lazy } from './lazy.js';
import { mapOf } from './members.js';
import type { Reading, Scope } from './reading.js';
import { unsupported } from './reading.js';

type Reference =
  TypeScript.TypeReferenceNode | TypeScript.ExpressionWithTypeArguments | TypeScript.ImportTypeNode;

interface Use {
  readonly reading: Reading;
  readonly node: Reference;
  readonly scope: Scope;
  /** A type argument; missing ones are `never`. */
  readonly argument: (index: number) => Atoms;
  readonly argumentNode: (index: number) => TypeScript.TypeNode;
}

/** Types of the language's library that data cannot have, and what to write instead. */
const NOT_DATA: Readonly<Record<string, readonly [why: string, hint: string]>> = {
  Date: [
    'JSON has no dates: what is read back is text',
    "write dateTime of '@kubewright/api' (RFC 3339 text), and make a Date of it in code",
  ],
  Map: ['JSON has no maps: a Map is written as {}', 'write Record<string, T>'],
  ReadonlyMap: ['JSON has no maps: a Map is written as {}', 'write Record<string, T>'],
  WeakMap: ['JSON has no maps: a WeakMap is written as {}', 'write Record<string, T>'],
  Set: ['JSON has no sets: a Set is written as {}', 'write T[] and mark it +listType=set'],
  ReadonlySet: ['JSON has no sets: a Set is written as {}', 'write T[] and mark it +listType=set'],
  WeakSet: ['JSON has no sets: a WeakSet is written as {}', 'write T[] and mark it +listType=set'],
  Uint8Array: ['JSON has no bytes', "write bytes of '@kubewright/api' (base64 text)"],
  ArrayBuffer: ['JSON has no bytes', "write bytes of '@kubewright/api' (base64 text)"],
  Buffer: ['JSON has no bytes', "write bytes of '@kubewright/api' (base64 text)"],
  URL: [
    'JSON has no URLs: what is read back is text',
    'write string and mark it +kubebuilder:validation:Format=uri',
  ],
  RegExp: ['JSON has no regular expressions', 'write string'],
  Error: ['JSON has no errors', 'write the fields that are of interest'],
  Function: ['JSON cannot carry a function', 'leave the field out'],
  Promise: ['JSON cannot carry a promise', 'write the type of its value'],
  Symbol: ['JSON cannot carry a symbol', 'write string'],
  String: ['String is the object around a text', 'write string'],
  Number: ['Number is the object around a number', 'write number, int32 or int64'],
  Boolean: ['Boolean is the object around a boolean', 'write boolean'],
  BigInt: ['JSON has no bigint', "write int64 of '@kubewright/api'"],
  Object: ['Object is anything but null', 'write object for any JSON object, or unknown for any value'],
};

const UTILITIES: Readonly<Record<string, (use: Use) => Atoms>> = {
  Array: (use) =>
    arrayOf(
      use.reading,
      lazy(() => use.argument(0)),
      use.argumentNode(0),
      use.scope,
    ),
  ReadonlyArray: (use) =>
    arrayOf(
      use.reading,
      lazy(() => use.argument(0)),
      use.argumentNode(0),
      use.scope,
    ),
  Record: recordAtoms,
  Partial: (use) => mapFields(use, (field) => withOptional(field, true)),
  Required: (use) => mapFields(use, (field) => withOptional(field, false)),
  Readonly: (use) => use.argument(0),
  Pick: (use) => selectFields(use, true),
  Omit: (use) => selectFields(use, false),
  NonNullable: (use) =>
    use.reading.expand(use.argument(0)).some(isNothing)
      ? use.reading.expand(use.argument(0)).filter((atom) => !isNothing(atom))
      : use.argument(0),
  Exclude: (use) => filterUnion(use, false),
  Extract: (use) => filterUnion(use, true),
  Awaited: (use) => use.argument(0),
  NoInfer: (use) => use.argument(0),
  Uppercase: (use) => mapTexts(use, (text) => text.toUpperCase()),
  Lowercase: (use) => mapTexts(use, (text) => text.toLowerCase()),
  Capitalize: (use) => mapTexts(use, (text) => text.slice(0, 1).toUpperCase() + text.slice(1)),
  Uncapitalize: (use) => mapTexts(use, (text) => text.slice(0, 1).toLowerCase() + text.slice(1)),
};

/** Types that only the checker computes, from the code that they look at. */
const COMPUTED = new Set(['ReturnType', 'Parameters', 'ConstructorParameters', 'InstanceType', 'ThisType']);

/** A name that no file in sight declares: a type of the language's library, or a mistake. */
export function globalType(reading: Reading, name: string, node: Reference, scope: Scope): Atoms {
  const nodes = node.typeArguments ?? [];
  // What is missing is a syntax error, and told as that.
  if (name === '') return typeAtom({ type: 'any' });
  const utility = Object.hasOwn(UTILITIES, name) ? UTILITIES[name] : undefined;
  const args = nodes.map((argument) => lazy(() => reading.evaluate(argument, scope)));
  if (utility !== undefined)
    return utility({
      reading,
      node,
      scope,
      argument: (index) => args[index]?.() ?? [],
      argumentNode: (index) => nodes[index] ?? (node as TypeScript.TypeNode),
    });
  const refusal = Object.hasOwn(NOT_DATA, name) ? NOT_DATA[name] : undefined;
  if (refusal !== undefined) return unsupported(reading, node, scope, `'${name}': ${refusal[0]}`, refusal[1]);
  if (COMPUTED.has(name)) return reading.fallback(node, scope);
  reading.report(
    'UnresolvedType',
    node,
    scope,
    `'${shortText(node, scope)}' is declared nowhere`,
    'import it, or check its spelling',
  );
  return typeAtom({ type: 'any' });
}

function recordAtoms(use: Use): Atoms {
  const { reading, scope, node } = use;
  const keys = reading.expand(use.argument(0));
  const valueNode = use.argumentNode(1);
  const value = lazy(() => use.argument(1));
  const names = literalKeys(keys);
  if (names.length > 0 && names.length === keys.length)
    return typeAtom({
      type: 'object',
      fields: names.map((name) =>
        reading.field({
          name,
          node: valueNode,
          place: scope,
          hasQuestionMark: () => false,
          optional: (alternatives) => reading.expand(alternatives()).some(({ atom }) => atom === 'undefined'),
          atoms: value,
          comments: () => ({ documentation: '', markers: [] }),
        }),
      ),
    });
  if (!keys.every(isTextKey))
    return unsupported(
      reading,
      node,
      scope,
      `the keys of '${shortText(node, scope)}' are not text`,
      'write Record<string, T>, or Record of the names that are allowed',
    );
  return typeAtom(mapOf(reading, value, valueNode, scope));
}

/** `string`, or text of some pattern. */
export function isTextKey(atom: Atom): boolean {
  if (atom.atom === 'literal') return typeof atom.value === 'string';
  return atom.atom === 'type' && atom.type.type === 'scalar' && atom.type.scalar === 'string';
}

/** `Partial` and the like: of each alternative its fields; arrays, scalars and maps stay as they are. */
function mapFields(use: Use, change: (field: Field) => Field): Atoms {
  return use.reading.expand(use.argument(0)).flatMap((atom): Atoms => {
    const fields = atom.atom === 'type' ? use.reading.fieldsOf(atom.type) : undefined;
    return fields === undefined ? [atom] : typeAtom({ type: 'object', fields: fields.map(change) });
  });
}

function selectFields(use: Use, keep: boolean): Atoms {
  const { reading, node, scope } = use;
  const fields = commonFields(reading, use.argument(0));
  if (fields === undefined)
    return unsupported(
      reading,
      node,
      scope,
      `'${shortText(use.argumentNode(0), scope)}' has no fields to choose from`,
      'choose from an interface, a class or an object type',
    );
  const names = new Set(literalKeys(reading.expand(use.argument(1))));
  const known = new Set(fields.map(({ name }) => name));
  const unknown = [...names].find((name) => !known.has(name));
  if (keep && unknown !== undefined)
    reading.report(
      'UnresolvedType',
      use.argumentNode(1),
      scope,
      `'${shortText(use.argumentNode(0), scope)}' has no field '${unknown}'`,
      `its fields are ${[...known].join(', ')}`,
    );
  return typeAtom({ type: 'object', fields: fields.filter(({ name }) => names.has(name) === keep) });
}

/** The fields that all alternatives have. */
export function commonFields(reading: Reading, atoms: Atoms): readonly Field[] | undefined {
  const alternatives = reading
    .expand(atoms)
    .map((atom) => (atom.atom === 'type' ? reading.fieldsOf(atom.type) : undefined));
  const [first, ...others] = alternatives;
  if (first === undefined || others.some((fields) => fields === undefined)) return undefined;
  return first.filter(({ name }) => others.every((fields) => fields?.some((field) => field.name === name)));
}

function filterUnion(use: Use, keep: boolean): Atoms {
  const { reading } = use;
  const target = reading.expand(use.argument(1));
  return splitBooleans(reading.expand(use.argument(0))).filter(
    (atom) => isAssignable(reading, [atom], target) === keep,
  );
}

/** `boolean` as `true | false`, so that one of them can be taken out. */
export function splitBooleans(atoms: Atoms): Atoms {
  return atoms.flatMap((atom) =>
    atom.atom === 'type' && atom.type.type === 'scalar' && atom.type.scalar === 'boolean'
      ? literalAtoms([false, true])
      : [atom],
  );
}

function isNothing({ atom }: Atom): boolean {
  return atom === 'undefined' || atom === 'null';
}

function mapTexts(use: Use, change: (text: string) => string): Atoms {
  return use.reading
    .expand(use.argument(0))
    .map((atom) =>
      atom.atom === 'literal' && typeof atom.value === 'string'
        ? { atom: 'literal', value: change(atom.value) }
        : atom,
    );
}
