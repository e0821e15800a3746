import type { Clock } from '@kubewright/api';
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

  /** The object as soon as there is one; undefined when there is none after `timeoutMs`. `prefix` ends in '/'. */
  async waitFor<T extends ApiObject>(
    prefix: string,
    name: string,
    { clock, timeoutMs }: { clock: Clock; timeoutMs: number },
  ): Promise<Readonly<T> | undefined> {
    const key = prefix + name;
    const found = this.get<T>(key);
    if (found !== undefined) return found;
    const ended: Array<() => void> = [];
    await new Promise<void>((resolve) => {
      const timer = clock.setTimer(resolve, timeoutMs);
      const watch = this.storage.watch(prefix, this.storage.revision, {
        onEvent({ type, entry }) {
          if (type === 'put' && entry.key === key) resolve();
        },
      });
      ended.push(
        () => timer.cancel(),
        () => watch.stop(),
      );
    });
    for (const end of ended) end();
    return this.get(key);
  }

  private parse(entry: StoredEntry): ApiObject {
    let object = this.parsed.get(entry);
    if (object === undefined) this.parsed.set(entry, (object = decodeObject(entry.bytes)));
    return object;
  }
}
