import { decodeObject } from '../bytes/stored-object.js';
import type { ApiObject } from '../kinds/behaviour.js';
import type { Storage, StoredEntry } from '../storage/storage.js';

/** Objects that plugins look up again and again, parsed once for each time they are written. Not to be changed. */
export class StoredObjects {
  private readonly storage: Storage;
  private readonly parsed = new WeakMap<StoredEntry, ApiObject>();

  constructor(storage: Storage) {
    this.storage = storage;
  }

  get<T extends ApiObject>(key: string): Readonly<T> | undefined {
    const entry = this.storage.get(key);
    return entry === undefined ? undefined : (this.parse(entry) as T);
  }

  /** All objects under a prefix, sorted by key. */
  list<T extends ApiObject>(prefix: string): ReadonlyArray<Readonly<T>> {
    if (this.storage.count(prefix) === 0) return [];
    return this.storage.list(prefix).entries.map((entry) => this.parse(entry) as T);
  }

  private parse(entry: StoredEntry): ApiObject {
    let object = this.parsed.get(entry);
    if (object === undefined) this.parsed.set(entry, (object = decodeObject(entry.bytes)));
    return object;
  }
}
