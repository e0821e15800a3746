import { deepClone } from '@kubewright/api';
import type { KubernetesObject, Stored } from '@kubewright/api';

import { decodeObject } from './codec.js';
import type { ObjectEntry } from './object-entry.js';

/** JSON of this size is kept parsed at most; an object takes about three times as much of the heap. */
const MAX_BYTES = 2 * 1024 * 1024;
/** When all room is taken, one in so many objects gets in: those who go over more than there is room for pay little. */
const ADMIT_EVERY = 16;

/**
 * The parsed objects of entries that are read again and again: to copy one costs a fifth of parsing it. Bounded; the least
 * recently read go first, and an object that is read once is never kept.
 */
export class ParsedObjects {
  readonly #maxBytes: number;
  readonly #objects = new Map<ObjectEntry, Stored<KubernetesObject>>();
  #bytes = 0;
  #refused = 0;

  constructor(options: { maxBytes?: number } = {}) {
    this.#maxBytes = options.maxBytes ?? MAX_BYTES;
  }

  /** A fresh object, which belongs to the caller. */
  read(entry: ObjectEntry, kind: { apiVersion: string; kind: string }): Stored<KubernetesObject> {
    const kept = this.#objects.get(entry);
    if (kept !== undefined) {
      this.#objects.delete(entry);
      this.#objects.set(entry, kept);
      return deepClone(kept);
    }
    const object = decodeObject(entry.bytes, kind);
    if (!entry.wasRead) {
      entry.wasRead = true;
      return object;
    }
    if (this.#bytes + sizeOf(entry) > this.#maxBytes && (this.#refused += 1) % ADMIT_EVERY !== 0)
      return object;
    return this.#keep(entry, object) ? deepClone(object) : object;
  }

  /** Keeps a copy of what is at hand parsed, of an entry that is about to be read. */
  learn(entry: ObjectEntry, object: KubernetesObject): void {
    this.#keep(entry, deepClone(object) as Stored<KubernetesObject>);
  }

  /** The entry will not be read any more. */
  forget(entry: ObjectEntry): void {
    if (this.#objects.delete(entry)) this.#bytes -= sizeOf(entry);
  }

  #keep(entry: ObjectEntry, object: Stored<KubernetesObject>): boolean {
    if (sizeOf(entry) > this.#maxBytes / 8) return false;
    this.#objects.set(entry, object);
    this.#bytes += sizeOf(entry);
    for (const oldest of this.#objects.keys()) {
      if (this.#bytes <= this.#maxBytes) break;
      this.forget(oldest);
    }
    return true;
  }
}

function sizeOf(entry: ObjectEntry): number {
  return entry.end - entry.start;
}
