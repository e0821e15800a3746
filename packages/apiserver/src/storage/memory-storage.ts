import { History } from './history.js';
import { prefixEnd, SortedIndex } from './sorted-index.js';
import { RevisionMismatchError } from './storage.js';
import type {
  EncodedObject,
  EntryList,
  ListOptions,
  Storage,
  StorageListener,
  StorageWatch,
  StoredEntry,
} from './storage.js';
import { Watchers } from './watchers.js';

export interface MemoryStorageOptions {
  /** How many writes the history keeps. Defaults to 20 000. */
  maxHistoryEvents?: number;
  /** How many bytes of objects the history keeps alive. Defaults to 64 MiB. */
  maxHistoryBytes?: number;
}

/** A Storage in memory; its contract is in storage.ts. Nothing runs behind it, so nothing needs to be closed. */
export function createMemoryStorage(options: MemoryStorageOptions = {}): Storage {
  return new MemoryStorage({
    maxEvents: options.maxHistoryEvents ?? 20_000,
    maxBytes: options.maxHistoryBytes ?? 64 * 1024 * 1024,
  });
}

const FIRST_REVISION = 1;

class MemoryStorage implements Storage {
  revision = FIRST_REVISION;
  private readonly entries = new Map<string, StoredEntry>();
  private readonly index = new SortedIndex();
  private readonly watchers = new Watchers();
  private readonly history: History;

  constructor(limits: { maxEvents: number; maxBytes: number }) {
    this.history = new History(FIRST_REVISION, limits);
  }

  get(key: string): StoredEntry | undefined {
    return this.entries.get(key);
  }

  list(prefix: string, options: ListOptions = {}): EntryList {
    const { after, limit = Infinity, filter, atRevision = this.revision } = options;
    const candidates =
      atRevision >= this.revision
        ? this.current(prefix, after)
        : this.past(prefix, after, atRevision).values();
    const entries: StoredEntry[] = [];
    let more = false;
    let lastKey = after;
    for (const entry of candidates) {
      if (entries.length >= limit) {
        more = true;
        break;
      }
      if (filter !== undefined && !filter(entry)) continue;
      entries.push(entry);
      lastKey = entry.key;
    }
    const remaining = more ? this.countAfter(prefix, lastKey, atRevision) : 0;
    return { entries, revision: Math.min(atRevision, this.revision), more, remaining };
  }

  count(prefix: string): number {
    return this.index.count(prefix, prefixEnd(prefix));
  }

  put(key: string, expected: number, encode: (revision: number) => EncodedObject): StoredEntry {
    const previous = this.expect(key, expected);
    const revision = this.revision + 1;
    const entry: StoredEntry = { ...encode(revision), key, revision };
    this.revision = revision;
    this.entries.set(key, entry);
    if (previous === undefined) this.index.add(key);
    this.record({ type: 'put', revision, entry, previous });
    return entry;
  }

  delete(key: string, expected: number, encode: (revision: number) => EncodedObject): StoredEntry {
    const previous = this.expect(key, expected);
    if (previous === undefined) throw new RevisionMismatchError(key, expected, 0);
    const revision = this.revision + 1;
    const entry: StoredEntry = { ...encode(revision), key, revision };
    this.revision = revision;
    this.entries.delete(key);
    this.index.remove(key);
    this.record({ type: 'delete', revision, entry, previous });
    return entry;
  }

  watch(prefix: string, afterRevision: number, listener: StorageListener): StorageWatch {
    for (const event of [...this.history.after(afterRevision)]) {
      if (event.entry.key.startsWith(prefix)) listener.onEvent(event);
    }
    // A revision that is still to come: nothing before it is delivered.
    const gate: StorageListener =
      afterRevision <= this.revision
        ? listener
        : { onEvent: (event) => (event.revision > afterRevision ? listener.onEvent(event) : undefined) };
    this.watchers.add(prefix, gate);
    return { stop: () => this.watchers.remove(prefix, gate) };
  }

  private expect(key: string, expected: number): StoredEntry | undefined {
    const entry = this.entries.get(key);
    const actual = entry?.revision ?? 0;
    if (actual !== expected) throw new RevisionMismatchError(key, expected, actual);
    return entry;
  }

  private record(event: Parameters<History['append']>[0]): void {
    this.history.append(event);
    this.watchers.notify(event);
  }

  private *current(prefix: string, after: string | undefined): Generator<StoredEntry, void> {
    for (const key of this.index.range(rangeStart(prefix, after), prefixEnd(prefix))) {
      yield this.entries.get(key) as StoredEntry;
    }
  }

  /** The entries as they were: what was written since is undone. */
  private past(prefix: string, after: string | undefined, revision: number): Map<string, StoredEntry> {
    const before = this.history.stateBefore(revision, prefix);
    const states = new Map<string, StoredEntry>();
    for (const entry of this.current(prefix, after)) if (!before.has(entry.key)) states.set(entry.key, entry);
    if (before.size === 0) return states;
    const start = rangeStart(prefix, after);
    for (const [key, entry] of before) if (entry !== undefined && key >= start) states.set(key, entry);
    return new Map([...states].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  private countAfter(prefix: string, after: string | undefined, revision: number): number {
    if (revision >= this.revision) return this.index.count(rangeStart(prefix, after), prefixEnd(prefix));
    return this.past(prefix, after, revision).size;
  }
}

/** The smallest key under the prefix that is greater than `after`. */
function rangeStart(prefix: string, after: string | undefined): string {
  return after === undefined || after < prefix ? prefix : `${after}\u0000`;
}
