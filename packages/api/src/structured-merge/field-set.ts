import { isJsonObject } from '../json.js';
import { compareElements, FieldsFormatError, readElement } from './path-element.js';
import type { FieldPath, PathElement } from './path-element.js';

/**
 * A set of paths, in the form in which `fieldsV1` of managed fields has it: a tree of elements. Below the root, a node
 * without children is a member of the set; a node with children is one when it has the key `.`. The root itself is
 * never a member: `{}` is the empty set. So what is read from storage is a set already, and what is computed is stored
 * as it is. Sets are not changed once made; operations share subtrees.
 */
export interface FieldSet {
  readonly [element: PathElement]: FieldSet;
}

/** A set that is being built. */
export interface FieldSetBuilder {
  [element: PathElement]: FieldSetBuilder;
}

/** A member without children. */
export const LEAF: FieldSet = Object.freeze({});
/** The empty set. */
export const EMPTY_SET: FieldSet = Object.freeze({});
/** The key that makes a node with children a member. */
export const SELF = '.';

/** Whether a node below the root is itself in the set. */
export function isMember(node: FieldSet): boolean {
  return node[SELF] !== undefined || isEmptySet(node);
}

/** Whether nothing is in the set, or nothing is below a node. */
export function isEmptySet(set: FieldSet): boolean {
  for (const element in set) if (element !== SELF) return false;
  return true;
}

export function hasPath(set: FieldSet, path: FieldPath): boolean {
  let node: FieldSet | undefined = set;
  for (const element of path) {
    node = node[element];
    if (node === undefined) return false;
  }
  return path.length > 0 && isMember(node);
}

/** The set of these paths. */
export function fieldSet(...paths: FieldPath[]): FieldSet {
  const set: FieldSetBuilder = {};
  for (const path of paths) insertPath(set, path);
  return canonicalSet(set);
}

/** Adds a path; its parents do not become members. The empty path is nothing. */
export function insertPath(set: FieldSetBuilder, path: FieldPath): void {
  insertNode(set, path, LEAF);
}

/** Adds all that is in `node`, which stands at `path`. The builder may change what it has been given before. */
export function insertNode(set: FieldSetBuilder, path: FieldPath, node: FieldSet): void {
  let at = set;
  for (let i = 0; i < path.length; i++) {
    const element = path[i] as PathElement;
    const present = at[element];
    if (i === path.length - 1) {
      at[element] = (present === undefined ? node : unionNodes(present, node)) as FieldSetBuilder;
      return;
    }
    if (present === undefined) at = at[element] = {};
    // The leaf is shared by all sets.
    else at = isEmptySet(present) ? (at[element] = { [SELF]: LEAF as FieldSetBuilder }) : present;
  }
}

export function union(a: FieldSet, b: FieldSet): FieldSet {
  if (a === b || isEmptySet(b)) return a;
  if (isEmptySet(a)) return b;
  const out: FieldSetBuilder = {};
  joinChildren(out, a, b);
  return out;
}

function unionNodes(a: FieldSet, b: FieldSet): FieldSet {
  if (a === b) return a;
  const out: FieldSetBuilder = {};
  if (isMember(a) || isMember(b)) out[SELF] = LEAF as FieldSetBuilder;
  joinChildren(out, a, b);
  return isEmptySet(out) ? LEAF : out;
}

function joinChildren(out: FieldSetBuilder, a: FieldSet, b: FieldSet): void {
  for (const element in a) {
    if (element === SELF) continue;
    const node = a[element] as FieldSet;
    const other = b[element];
    out[element] = (other === undefined ? node : unionNodes(node, other)) as FieldSetBuilder;
  }
  for (const element in b) {
    if (element !== SELF && a[element] === undefined) out[element] = b[element] as FieldSetBuilder;
  }
}

/** What is in `a` and not in `b`; a member of `b` takes none of its children away. `a` itself when nothing goes. */
export function difference(a: FieldSet, b: FieldSet): FieldSet {
  return isEmptySet(b) ? a : (withoutChildren(a, b, false, differenceOfNodes) ?? EMPTY_SET);
}

function differenceOfNodes(a: FieldSet, b: FieldSet): FieldSet | undefined {
  const member = isMember(a);
  const keep = member && !isMember(b);
  if (isEmptySet(a)) return keep ? a : undefined;
  return withoutChildren(a, b, keep, differenceOfNodes);
}

/** The same, but a member of `b` takes all that is below it away too. */
export function recursiveDifference(a: FieldSet, b: FieldSet): FieldSet {
  return isEmptySet(b) ? a : (withoutChildren(a, b, false, recursiveDifferenceOfNodes) ?? EMPTY_SET);
}

function recursiveDifferenceOfNodes(a: FieldSet, b: FieldSet): FieldSet | undefined {
  if (isMember(b)) return undefined;
  return isEmptySet(a) ? a : withoutChildren(a, b, a[SELF] !== undefined, recursiveDifferenceOfNodes);
}

/** The node `a` without what `reduce` takes from its children; `member` says whether the node itself stays. */
function withoutChildren(
  a: FieldSet,
  b: FieldSet,
  member: boolean,
  reduce: (a: FieldSet, b: FieldSet) => FieldSet | undefined,
): FieldSet | undefined {
  let changed = (a[SELF] !== undefined) !== member;
  let isEmpty = true;
  const out: FieldSetBuilder = {};
  if (member) out[SELF] = LEAF as FieldSetBuilder;
  for (const element in a) {
    if (element === SELF) continue;
    const node = a[element] as FieldSet;
    const other = b[element];
    const rest = other === undefined ? node : reduce(node, other);
    if (rest !== node) changed = true;
    if (rest === undefined) continue;
    out[element] = rest as FieldSetBuilder;
    isEmpty = false;
  }
  if (!changed) return a;
  if (isEmpty) return member ? LEAF : undefined;
  return out;
}

/** What is in both. */
export function intersection(a: FieldSet, b: FieldSet): FieldSet {
  return commonChildren(a, b, false) ?? EMPTY_SET;
}

function commonChildren(a: FieldSet, b: FieldSet, member: boolean): FieldSet | undefined {
  let out: FieldSetBuilder | undefined;
  for (const element in a) {
    if (element === SELF) continue;
    const other = b[element];
    if (other === undefined) continue;
    const node = a[element] as FieldSet;
    const common = commonChildren(node, other, isMember(node) && isMember(other));
    if (common === undefined) continue;
    out ??= member ? { [SELF]: LEAF as FieldSetBuilder } : {};
    out[element] = common as FieldSetBuilder;
  }
  return out ?? (member ? LEAF : undefined);
}

/** Only members that have no members below them. */
export function leaves(set: FieldSet): FieldSet {
  const out: FieldSetBuilder = {};
  for (const element in set) {
    if (element === SELF) continue;
    out[element] = leaves(set[element] as FieldSet) as FieldSetBuilder;
  }
  return out;
}

/** Calls `visit` for each path in the set: the members of a level first, then what is below them. */
export function forEachPath(set: FieldSet, visit: (path: FieldPath) => void, prefix: FieldPath = []): void {
  for (const element in set) {
    if (element !== SELF && isMember(set[element] as FieldSet)) visit([...prefix, element]);
  }
  for (const element in set) {
    if (element !== SELF) forEachPath(set[element] as FieldSet, visit, [...prefix, element]);
  }
}

export function pathsOf(set: FieldSet): FieldPath[] {
  const paths: FieldPath[] = [];
  forEachPath(set, (path) => void paths.push(path));
  return paths;
}

export function sameSet(a: FieldSet, b: FieldSet): boolean {
  if (a === b) return true;
  if ((a[SELF] !== undefined) !== (b[SELF] !== undefined)) return false;
  let count = 0;
  for (const element in a) {
    const other = b[element];
    if (other === undefined || !sameSet(a[element] as FieldSet, other)) return false;
    count++;
  }
  for (const _ in b) count--;
  return count === 0;
}

/** The same set with its elements in Go's order, as it is stored. A set that is in order is returned as it is. */
export function canonicalSet(set: FieldSet): FieldSet {
  if (!isSorted(set)) {
    const sorted: FieldSetBuilder = {};
    for (const element of Object.keys(set).sort(compareElements)) {
      sorted[element] = canonicalSet(set[element] as FieldSet) as FieldSetBuilder;
    }
    return sorted;
  }
  let out: FieldSetBuilder | undefined;
  for (const element in set) {
    const node = set[element] as FieldSet;
    const canonical = canonicalSet(node);
    if (canonical === node) continue;
    out ??= { ...(set as FieldSetBuilder) };
    out[element] = canonical as FieldSetBuilder;
  }
  return out ?? set;
}

function isSorted(set: FieldSet): boolean {
  let previous: PathElement | undefined;
  for (const element in set) {
    if (previous !== undefined && compareElements(previous, element) >= 0) return false;
    previous = element;
  }
  return true;
}

/**
 * Reads `fieldsV1` as a client sends it: canonical elements, unknown kinds of elements left out. Throws
 * FieldsFormatError (structured-merge-diff `fieldpath/serialize.go`).
 */
export function readFields(fields: unknown): FieldSet {
  if (fields === undefined || fields === null) return EMPTY_SET;
  const node = readNode(fields);
  return node === LEAF ? EMPTY_SET : canonicalSet(node);
}

function readNode(fields: unknown): FieldSet {
  if (!isJsonObject(fields)) throw new FieldsFormatError('expected { or n');
  let member = false;
  const out: FieldSetBuilder = {};
  for (const text of Object.keys(fields)) {
    if (text === SELF) {
      member = true;
      continue;
    }
    const element = readElement(text);
    if (element === undefined) continue;
    const below = fields[text];
    out[element] = (below === null ? LEAF : readNode(below)) as FieldSetBuilder;
  }
  if (isEmptySet(out)) return LEAF;
  return member ? { [SELF]: LEAF as FieldSetBuilder, ...out } : out;
}
