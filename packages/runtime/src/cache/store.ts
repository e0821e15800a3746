import type { KubernetesObject, Stored } from '@kubewright/api';

import { CacheReadError } from '../errors.js';
import type { ObjectMetaEntry } from './informer-event.js';

/** Values under which an object is found in an index; none leaves it out. */
export type IndexFunction<T extends KubernetesObject = KubernetesObject> = (
  object: Stored<T>,
) => readonly string[];

interface Index {
  readonly valuesOf: IndexFunction;
  readonly entries: Map<string, Set<ObjectMetaEntry>>;
}

const noEntries: ReadonlyMap<string, ObjectMetaEntry> = new Map();

/**
 * The objects of one informer by namespace and name, and by the indexes that were asked for. Each index costs one call
 * per change; without indexes an object is parsed once, when it arrives.
 */
export class Store {
  readonly #namespaces = new Map<string, Map<string, ObjectMetaEntry>>();
  readonly #indexes = new Map<string, Index>();
  readonly #indexed = new Map<ObjectMetaEntry, Array<[index: Index, value: string]>>();
  readonly #parse: (entry: ObjectMetaEntry) => Stored<KubernetesObject>;
  #size = 0;

  /** `parse` gives the object of an entry; only indexes need it. */
  constructor(parse: (entry: ObjectMetaEntry) => Stored<KubernetesObject>) {
    this.#parse = parse;
  }

  get size(): number {
    return this.#size;
  }

  get(namespace: string, name: string): ObjectMetaEntry | undefined {
    return this.#namespaces.get(namespace)?.get(name);
  }

  /** Puts an entry, and returns the one it replaces. `object` is what was parsed from its bytes, where it is at hand. */
  set(entry: ObjectMetaEntry, object?: Stored<KubernetesObject>): ObjectMetaEntry | undefined {
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
      const parsed = object ?? this.#parse(entry);
      for (const index of this.#indexes.values()) this.#index(index, entry, parsed);
    }
    return old;
  }

  delete(namespace: string, name: string): ObjectMetaEntry | undefined {
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
  *entries(namespace?: string): IterableIterator<ObjectMetaEntry> {
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
    const index: Index = { valuesOf, entries: new Map() };
    this.#indexes.set(name, index);
    for (const entry of this.entries()) this.#index(index, entry, this.#parse(entry));
  }

  *byIndex(name: string, value: string): IterableIterator<ObjectMetaEntry> {
    const index = this.#indexes.get(name);
    if (index === undefined) {
      throw new CacheReadError(
        'IndexMissing',
        `no index "${name}" in the cache: add it before the manager starts`,
      );
    }
    yield* index.entries.get(value) ?? [];
  }

  #index(index: Index, entry: ObjectMetaEntry, object: Stored<KubernetesObject>): void {
    for (const value of new Set(index.valuesOf(object))) {
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

  #unindex(entry: ObjectMetaEntry): void {
    for (const [index, value] of this.#indexed.get(entry) ?? []) {
      const entries = index.entries.get(value);
      entries?.delete(entry);
      if (entries?.size === 0) index.entries.delete(value);
    }
    this.#indexed.delete(entry);
  }
}
