import { canonicalQuantity, isJsonObject, jsonEquals } from '@kubewright/api';
import type { JsonObject, KubernetesObject, ManagedFieldsEntry } from '@kubewright/api';
import { hasPath, isEmptySet, keyElement, valueElement } from '@kubewright/api/structured-merge';
import type { FieldSet, PathElement } from '@kubewright/api/structured-merge';

import { isAtomicMap, isBuiltinGroup, isMergedList } from './builtin-types.js';

/*
 * There is no schema here. How a list is keyed and what is owned as a whole is read off the set of fields that the
 * manager owns in the object: the server made it from the schema when the manager applied last. Where that leaves two
 * readings open, a difference is noted, and only an answer of the server can settle it.
 */

/** What an apply would have to compare with, as the server stores it. */
export type LiveObject = KubernetesObject & JsonObject;

/** How a configuration differs from an object. */
export interface Differences {
  /**
   * '' when an apply would leave the object as it is, its managed fields included. Equal texts for the same configuration
   * are equal differences: paths, values on both sides, and who else owns them.
   */
  readonly text: string;
  /**
   * Whether an apply that has just left these differences would leave them again. Nothing (an empty list or map, null)
   * may come to be stored only by the second apply, when the first has taken away what was there.
   */
  readonly isSettled: boolean;
}

/** Compares, on behalf of a manager; undefined when only the server can, because that one has not applied yet. */
export function compareConfig(
  config: KubernetesObject,
  live: LiveObject,
  manager: string,
): Differences | undefined {
  const owned = ownedBy(live, manager, config.apiVersion);
  if (owned === undefined) return undefined;
  return new Walk(live, manager).compare(config as JsonObject, owned);
}

function ownedBy(live: LiveObject, manager: string, apiVersion: string | undefined): FieldSet | undefined {
  for (const entry of live.metadata?.managedFields ?? []) {
    if (isOwn(entry, manager)) {
      return entry.apiVersion === apiVersion ? (entry.fieldsV1 as FieldSet | undefined) : undefined;
    }
  }
  return undefined;
}

const isOwn = (entry: ManagedFieldsEntry, manager: string): boolean =>
  entry.operation === 'Apply' && entry.manager === manager && (entry.subresource ?? '') === '';

/** Fields of metadata that name the object: nobody owns them. */
const IDENTITY = new Set(['name', 'namespace']);
/** Fields of metadata that a configuration may set. Others are the server's, which refuses or drops them. */
const SETTABLE = new Set(['labels', 'annotations', 'finalizers', 'ownerReferences']);

class Walk implements Differences {
  readonly #live: LiveObject;
  readonly #manager: string;
  readonly #kind: string;
  readonly #builtin: boolean;
  readonly #path: PathElement[] = [];
  text = '';
  isSettled = true;

  constructor(live: LiveObject, manager: string) {
    this.#live = live;
    this.#manager = manager;
    this.#kind = live.kind ?? '';
    this.#builtin = isBuiltinGroup(live.apiVersion ?? '');
  }

  compare(config: JsonObject, owned: FieldSet): Differences {
    let unmatched = countOf(owned);
    for (const name in config) {
      const value = config[name];
      if (value === undefined || name === 'apiVersion' || name === 'kind') continue;
      if (name === 'metadata') {
        const node = owned['f:metadata'];
        if (node !== undefined) unmatched--;
        this.#metadata(value as JsonObject, node ?? {});
      } else {
        unmatched -= this.#field(name, value, owned, this.#live);
      }
    }
    if (unmatched !== 0) this.#note('no longer applied', Object.keys(owned), undefined);
    return this;
  }

  #metadata(config: JsonObject, owned: FieldSet): void {
    this.#path.push('f:metadata');
    let unmatched = countOf(owned);
    const live = this.#live.metadata as JsonObject;
    for (const name in config) {
      const value = config[name];
      if (value === undefined || IDENTITY.has(name)) continue;
      if (SETTABLE.has(name)) unmatched -= this.#field(name, value, owned, live);
      // Generators of manifests write it.
      else if (name !== 'creationTimestamp' || value !== null) this.#note(name, value, live[name]);
    }
    if (unmatched !== 0) this.#note('no longer applied', Object.keys(owned), undefined);
    this.#path.pop();
  }

  /** Compares one field of a map; returns how many members of `owned` it accounts for. */
  #field(name: string, value: unknown, owned: FieldSet, live: JsonObject | undefined): 0 | 1 {
    const element = `f:${name}`;
    const node = owned[element];
    const liveValue = live === undefined ? undefined : live[name];
    if (node === undefined) {
      // An empty list that is merged item by item is not in the set of fields.
      if (Array.isArray(value) && value.length === 0 && this.#isMergedList(name)) return 0;
      this.#path.push(element);
      this.#note('not owned', value, liveValue);
      this.#path.pop();
      return 0;
    }
    this.#path.push(element);
    this.#value(name, value, node, liveValue);
    this.#path.pop();
    return 1;
  }

  #value(name: string, value: unknown, node: FieldSet, live: unknown): void {
    if (typeof value !== 'object' || value === null) {
      if (!isEmptySet(node) || (value !== live && !this.#isNormalForm(value, live)))
        this.#note('value', value, live);
    } else if (Array.isArray(value)) {
      if (!isEmptySet(node)) this.#items(name, value as unknown[], node, live);
      else if (!jsonEquals(value, live)) this.#note('list', value, live);
    } else {
      this.#map(name, value as JsonObject, node, live);
    }
  }

  #map(name: string, value: JsonObject, node: FieldSet, live: unknown): void {
    if (!isEmptySet(node)) {
      this.#fields(value, node, isJsonObject(live) ? live : undefined);
      return;
    }
    const isEmpty = isEmptyObject(value);
    // What others put into a map that is merged is theirs.
    if (isEmpty && isJsonObject(live) && this.#isSharedBelow()) return;
    // Owned as a whole; or it was empty when it was applied, and is not any more.
    const isKnown = isEmpty || (this.#isOfKubernetes() && isAtomicMap(name));
    if (!isKnown || !jsonEquals(value, live)) this.#note('map', value, live);
  }

  #fields(config: JsonObject, owned: FieldSet, live: JsonObject | undefined): void {
    let unmatched = countOf(owned);
    for (const name in config) {
      const value = config[name];
      if (value !== undefined) unmatched -= this.#field(name, value, owned, live);
    }
    if (unmatched !== 0) this.#note('no longer applied', Object.keys(owned), undefined);
  }

  /** Items of a list that is merged: each in its place, and in the same order as in the object. */
  #items(name: string, config: readonly unknown[], owned: FieldSet, live: unknown): void {
    if (!Array.isArray(live)) {
      this.#note('list', config, live);
      return;
    }
    const names = keyNames(owned);
    const elements = new Set<PathElement>();
    let at = 0;
    for (const item of config) {
      const element = this.#elementOf(item, names);
      const node = element === undefined ? undefined : owned[element];
      while (at < live.length && (element === undefined || this.#elementOf(live[at], names) !== element))
        at++;
      if (element === undefined || node === undefined || elements.has(element) || at === live.length) {
        this.#note('items', config, live);
        return;
      }
      elements.add(element);
      this.#path.push(element);
      this.#value(`${name}[]`, item, node, live[at]);
      this.#path.pop();
      at++;
    }
    if (elements.size !== countOf(owned)) this.#note('items no longer applied', config, Object.keys(owned));
    if (live.length !== config.length && this.#hasTwice(live, names, elements))
      this.#note('items', config, live);
  }

  #elementOf(item: unknown, names: readonly string[] | undefined): PathElement | undefined {
    if (names === undefined) return typeof item === 'object' ? undefined : valueElement(item);
    if (!isJsonObject(item)) return undefined;
    const keys: JsonObject = {};
    for (const name of names) {
      const value = item[name];
      if (value !== undefined) keys[name] = value;
      // The only default that a key of a built-in list has.
      else if (name === 'protocol' && this.#builtin) keys[name] = 'TCP';
    }
    return keyElement(keys);
  }

  #hasTwice(
    live: readonly unknown[],
    names: readonly string[] | undefined,
    elements: ReadonlySet<PathElement>,
  ): boolean {
    let found = 0;
    for (const item of live) {
      const element = this.#elementOf(item, names);
      if (element !== undefined && elements.has(element)) found++;
    }
    return found !== elements.size;
  }

  /** Whether the type of the field at the path is that of Kubernetes itself: metadata is, of every kind. */
  #isOfKubernetes(): boolean {
    return this.#builtin || this.#path[0] === 'f:metadata';
  }

  #isMergedList(name: string): boolean {
    return this.#isOfKubernetes() && isMergedList(this.#kind, name);
  }

  /** Whether a built-in type stores the one as the other, and nobody else has a say in it. */
  #isNormalForm(value: unknown, live: unknown): boolean {
    if (!this.#builtin || typeof value !== 'string') return false;
    const path = this.#path;
    const parent = path.at(-2);
    const holder = path.at(-3);
    const isResource = holder === 'f:resources' && (parent === 'f:limits' || parent === 'f:requests');
    const isEnv = holder === 'f:env' && path.at(-1) === 'f:value';
    if (isResource) return typeof live === 'string' && quantityEquals(value, live) && this.#others() === '';
    return isEnv && value === '' && live === undefined && this.#others() === '';
  }

  /** Whether others own fields of the map at the path, so that it is one that is merged. */
  #isSharedBelow(): boolean {
    return (this.#live.metadata?.managedFields ?? []).some((entry) => {
      let node = entry.fieldsV1 as FieldSet | undefined;
      for (const element of this.#path) node = node?.[element];
      return node !== undefined && !isEmptySet(node);
    });
  }

  /** The other managers of the field at the path. */
  #others(): string {
    let text = '';
    for (const entry of this.#live.metadata?.managedFields ?? []) {
      if (isOwn(entry, this.#manager) || entry.fieldsV1 === undefined) continue;
      if (hasPath(entry.fieldsV1 as FieldSet, this.#path)) {
        text += ` ${JSON.stringify([entry.manager, entry.operation, entry.subresource])}`;
      }
    }
    return text;
  }

  #note(what: string, value: unknown, live: unknown): void {
    const sides = `${JSON.stringify(value)} | ${JSON.stringify(live)}`;
    if (isNothing(value)) this.isSettled = false;
    this.text += `${this.#path.join(' ')}: ${what}: ${sides}${this.#others()}\n`;
  }
}

function quantityEquals(a: string, b: string): boolean {
  try {
    return canonicalQuantity(a) === b;
  } catch {
    return false;
  }
}

/** How many fields or items a node has. */
function countOf(node: FieldSet): number {
  let count = 0;
  for (const element in node) if (element !== '.') count++;
  return count;
}

function isEmptyObject(value: JsonObject): boolean {
  for (const name in value) if (value[name] !== undefined) return false;
  return true;
}

const isNothing = (value: unknown): boolean =>
  typeof value === 'object' && (value === null || Object.keys(value).length === 0);

/** By which fields the items of a list are told apart; undefined for a set of values. */
function keyNames(node: FieldSet): readonly string[] | undefined {
  let names: readonly string[] | undefined;
  for (const element in node) {
    if (!element.startsWith('k:')) continue;
    const keys = namesIn(element);
    if (names === undefined || keys.length > names.length) names = keys;
  }
  return names;
}

/** Enough for the lists of all kinds that one operator applies. */
const MAX_KNOWN = 1024;
const known = new Map<PathElement, readonly string[]>();

function namesIn(element: PathElement): readonly string[] {
  let names = known.get(element);
  if (names === undefined) {
    names = Object.keys(JSON.parse(element.slice(2)) as object);
    if (known.size >= MAX_KNOWN) known.clear();
    known.set(element, names);
  }
  return names;
}
