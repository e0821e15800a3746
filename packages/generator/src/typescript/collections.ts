import type { SchemaType } from '../model/schema-type.js';
import type { Atoms } from './atoms.js';
import { typeAtom } from './atoms.js';
import { ts } from './compiler.js';
import type { TypeScript } from './compiler.js';
import { lazy } from './lazy.js';
import type { Reading, Scope } from './reading.js';
import { circular, guarded, unsupported } from './reading.js';

/** An array whose items are computed when they are first read. */
export function arrayOf(reading: Reading, atoms: () => Atoms, node: TypeScript.Node, scope: Scope): Atoms {
  const items = lazy(
    () => itemType(reading, guarded(reading, atoms), node, scope),
    () => circular(reading, node, scope),
  );
  return typeAtom({
    type: 'array',
    get items() {
      return items();
    },
  });
}

/** `[A, B?, ...C[]]`. */
export function tupleAtoms(reading: Reading, node: TypeScript.TupleTypeNode, scope: Scope): Atoms {
  const items: (() => SchemaType)[] = [];
  let minItems = 0;
  let hasRest = false;
  for (const element of node.elements) {
    const { type, isOptional, isRest } = tupleElement(element);
    if (isRest) {
      const spread = restItems(reading, type, scope);
      items.push(...spread.items);
      minItems += spread.minItems;
      hasRest ||= spread.isOpen;
    } else {
      items.push(
        lazy(
          () => {
            const atoms = guarded(reading, () => reading.evaluate(type, scope));
            return itemType(reading, atoms, type, scope, isOptional);
          },
          () => circular(reading, type, scope),
        ),
      );
      if (!isOptional) minItems += 1;
    }
  }
  return tupleOf(items, minItems, hasRest ? undefined : items.length);
}

export function tupleOf(
  items: readonly (() => SchemaType)[],
  minItems: number,
  maxItems: number | undefined,
): Atoms {
  const compute = (): SchemaType[] => items.map((item) => item());
  // Where an item is the tuple itself, asking again lets the item find out.
  const types = lazy(compute, compute);
  return typeAtom({
    type: 'tuple',
    get items() {
      return types();
    },
    minItems,
    ...(maxItems === undefined ? {} : { maxItems }),
  });
}

function tupleElement(element: TypeScript.TypeNode): {
  type: TypeScript.TypeNode;
  isOptional: boolean;
  isRest: boolean;
} {
  if (ts.isNamedTupleMember(element))
    return {
      type: element.type,
      isOptional: element.questionToken !== undefined,
      isRest: element.dotDotDotToken !== undefined,
    };
  if (ts.isOptionalTypeNode(element)) return { type: element.type, isOptional: true, isRest: false };
  if (ts.isRestTypeNode(element)) return { type: element.type, isOptional: false, isRest: true };
  return { type: element, isOptional: false, isRest: false };
}

/** What `...T` adds: the items of an array without end, or those of another tuple. */
function restItems(
  reading: Reading,
  node: TypeScript.TypeNode,
  scope: Scope,
): { items: (() => SchemaType)[]; minItems: number; isOpen: boolean } {
  const [atom] = reading.expand(reading.evaluate(node, scope));
  if (atom?.atom === 'type' && atom.type.type === 'array') {
    const array = atom.type;
    return { items: [() => array.items], minItems: 0, isOpen: true };
  }
  if (atom?.atom === 'type' && atom.type.type === 'tuple') {
    const { items, minItems, maxItems } = atom.type;
    return { items: items.map((item) => () => item), minItems, isOpen: maxItems === undefined };
  }
  unsupported(reading, node, scope, 'only arrays and tuples can be spread in a tuple');
  return { items: [], minItems: 0, isOpen: false };
}

function itemType(
  reading: Reading,
  atoms: Atoms,
  node: TypeScript.Node,
  scope: Scope,
  mayBeMissing = false,
): SchemaType {
  const holds = (atom: Atoms): boolean => reading.expand(atom).some((one) => one.atom === 'undefined');
  if (!mayBeMissing && holds(atoms))
    unsupported(
      reading,
      node,
      scope,
      'an item of a JSON array cannot be undefined',
      'write null instead of undefined, or leave it out',
    );
  return reading.settle(atoms, node, scope);
}
