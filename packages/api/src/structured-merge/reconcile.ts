import {
  canonicalSet,
  insertPath,
  isEmptySet,
  isMember,
  recursiveDifference,
  SELF,
  union,
} from './field-set.js';
import type { FieldSet, FieldSetBuilder } from './field-set.js';
import type { PathElement } from './path-element.js';
import { fieldTypeOf, firstForm, isDeduced } from './schema-type.js';
import type { MapType, SchemaType } from './schema-type.js';

/**
 * Brings a set that was made when a schema was another one in line with what the schema is now: what has become atomic
 * since is owned as a whole. Returns the same set when nothing is to do (structured-merge-diff `typed/reconcile_schema.go`).
 */
export function reconcileWithSchema(type: SchemaType, set: FieldSet): FieldSet {
  const atomic: FieldSetBuilder = {};
  findAtomic(type, set, [], false, atomic);
  if (isEmptySet(atomic)) return set;
  return canonicalSet(union(recursiveDifference(set, atomic), atomic));
}

/** Collects the paths of what is atomic, and owned in parts. `owned` says whether the node is owned as a whole. */
function findAtomic(
  type: SchemaType,
  node: FieldSet | undefined,
  path: PathElement[],
  owned: boolean,
  atomic: FieldSetBuilder,
): void {
  switch (firstForm(type)) {
    case 'map':
      findInMap(type.map as MapType, node, path, owned, atomic);
      return;
    case 'list': {
      const list = type.list;
      if (list === undefined) return;
      if (!owned && list.atomic) insertPath(atomic, path);
      else if (node !== undefined) descend(node, path, () => list.item, atomic);
      return;
    }
    default:
  }
}

function findInMap(
  map: MapType,
  node: FieldSet | undefined,
  path: PathElement[],
  owned: boolean,
  atomic: FieldSetBuilder,
): void {
  if (map.fields.size === 0 && map.element !== undefined && isUntyped(map.element)) return;
  if (!owned && map.atomic) {
    if (node !== undefined && !isEmptySet(node)) insertPath(atomic, path);
    return;
  }
  if (node === undefined) return;
  const typeOf = (element: PathElement): SchemaType | undefined =>
    element.startsWith('f:') ? fieldTypeOf(map, element.slice(2)) : map.element;
  descend(node, path, typeOf, atomic);
}

const isUntyped = (type: SchemaType): boolean =>
  isDeduced(type) || (type.name === undefined && type.scalar === 'untyped');

function descend(
  node: FieldSet,
  path: PathElement[],
  typeOf: (element: PathElement) => SchemaType | undefined,
  atomic: FieldSetBuilder,
): void {
  for (const element in node) {
    if (element === SELF) continue;
    const type = typeOf(element);
    if (type === undefined) continue;
    const child = node[element] as FieldSet;
    const hasChildren = !isEmptySet(child);
    // Leaves of scalars are by far the most, and never to be changed.
    if (!hasChildren && type.map === undefined && type.list === undefined) continue;
    path.push(element);
    findAtomic(type, hasChildren ? child : undefined, path, isMember(child) && !hasChildren, atomic);
    path.pop();
  }
}
