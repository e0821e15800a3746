import type { KubernetesObject, Stored } from '@kubewright/api';

import { CacheReadError } from '../errors.js';
import type { IndexQuery } from './informer.js';
import type { ObjectEntry } from './object-entry.js';
import { ownerUidIndex } from './owner-index.js';

/** Values under which an object is found in an index; none leaves it out. */
export type IndexFunction<T extends KubernetesObject = KubernetesObject> = (
  object: Stored<T>,
) => readonly string[];

interface Index {
  readonly name: string;
  valuesOf(entry: ObjectEntry, object: () => Stored<KubernetesObject>): Iterable<string>;
  readonly entries: Map<string, Set<ObjectEntry>>;
}

export interface StoreOptions {
  /** Gives the object of an entry; only indexes need it. */
  parse: (entry: ObjectEntry) => Stored<KubernetesObject>;
  /** Called when the function of an index throws; the entry is left out of it. */
  onError: (index: string, entry: ObjectEntry, error: unknown) => void;
}

const noEntries: ReadonlyMap<string, ObjectEntry> = new Map();
const none: ReadonlySet<ObjectEntry> = new Set();

/**
 * The objects of one informer by namespace and name, and by the indexes that were asked for. Each index costs one call
 * per change; with any, an object is parsed once when it arrives, without, not at all.
 */
export class Store {
  readonly #namespaces = new Map<string, Map<string, ObjectEntry>>();
  readonly #indexes = new Map<string, Index>();
  readonly #indexed = new Map<ObjectEntry, Array<[index: Index, value: string]>>();
  readonly #options: StoreOptions;
  #size = 0;

  constructor(options: StoreOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#size;
  }

  get(namespace: string, name: string): ObjectEntry | undefined {
    return this.#namespaces.get(namespace)?.get(name);
  }

  /** Puts an entry, and returns the one it replaces. */
  set(entry: ObjectEntry): ObjectEntry | undefined {
    let entries = this.#namespaces.get(entry.namespace);
    if (entries === undefined) {
      entries = new Map();
      this.#namespaces.set(entry.namespace, entries);
    }
    const old = entries.get(entry.name);
    entries.set(entry.name, entry);
    if (old === undefined) this.#size += 1;
    if (this.#indexes.size > 0) {
      if (old !== undefined) this.#unindex(old);
      const object = this.#parsedOnce(entry);
      for (const index of this.#indexes.values()) this.#index(index, entry, object);
    }
    return old;
  }

  delete(namespace: string, name: string): ObjectEntry | undefined {
    const entries = this.#namespaces.get(namespace);
    const old = entries?.get(name);
    if (entries === undefined || old === undefined) return undefined;
    entries.delete(name);
    if (entries.size === 0) this.#namespaces.delete(namespace);
    this.#size -= 1;
    this.#unindex(old);
    return old;
  }

  /** All entries, or those of one namespace. */
  *entries(namespace?: string): IterableIterator<ObjectEntry> {
    if (namespace !== undefined) {
      yield* (this.#namespaces.get(namespace) ?? noEntries).values();
      return;
    }
    for (const entries of this.#namespaces.values()) yield* entries.values();
  }

  hasIndex(name: string): boolean {
    return this.#indexes.has(name);
  }

  /** Adds an index over what is there and what comes. */
  addIndex(name: string, valuesOf: IndexFunction): void {
    this.#add({ name, valuesOf: (_entry, object) => valuesOf(object()), entries: new Map() });
  }

  removeIndex(name: string): void {
    const index = this.#indexes.get(name);
    if (index === undefined) return;
    this.#indexes.delete(name);
    for (const [entry, places] of this.#indexed) {
      const left = places.filter(([other]) => other !== index);
      if (left.length === 0) this.#indexed.delete(entry);
      else this.#indexed.set(entry, left);
    }
  }

  /** The entries that every one of these indexes has under its value. */
  byIndexes(queries: readonly IndexQuery[]): Iterable<ObjectEntry> {
    const [first, ...others] = queries
      .map(({ name, value }) => this.#indexNamed(name).entries.get(value) ?? none)
      .sort((a, b) => a.size - b.size);
    if (first === undefined) return this.entries();
    if (others.length === 0) return first;
    return [...first].filter((entry) => others.every((entries) => entries.has(entry)));
  }

  #indexNamed(name: string): Index {
    if (name === ownerUidIndex && !this.#indexes.has(name)) {
      const valuesOf = ({ ownerReferences = [] }: ObjectEntry) => ownerReferences.map(({ uid }) => uid);
      this.#add({ name, valuesOf, entries: new Map() });
    }
    const index = this.#indexes.get(name);
    if (index !== undefined) return index;
    throw new CacheReadError('IndexMissing', `no index "${name}" in the cache: add it with indexField first`);
  }

  #add(index: Index): void {
    this.#indexes.set(index.name, index);
    for (const entry of this.entries()) this.#index(index, entry, this.#parsedOnce(entry));
  }

  #parsedOnce(entry: ObjectEntry): () => Stored<KubernetesObject> {
    let object: Stored<KubernetesObject> | undefined;
    return () => (object ??= this.#options.parse(entry));
  }

  #index(index: Index, entry: ObjectEntry, object: () => Stored<KubernetesObject>): void {
    let values: Set<string>;
    try {
      values = new Set(index.valuesOf(entry, object));
    } catch (error) {
      this.#options.onError(index.name, entry, error);
      return;
    }
    for (const value of values) {
      let entries = index.entries.get(value);
      if (entries === undefined) {
        entries = new Set();
        index.entries.set(value, entries);
      }
      entries.add(entry);
      const places = this.#indexed.get(entry);
      if (places === undefined) this.#indexed.set(entry, [[index, value]]);
      else places.push([index, value]);
    }
  }

  #unindex(entry: ObjectEntry): void {
    for (const [index, value] of this.#indexed.get(entry) ?? []) {
      const entries = index.entries.get(value);
      entries?.delete(entry);
      if (entries?.size === 0) index.entries.delete(value);
    }
    this.#indexed.delete(entry);
  }
}
