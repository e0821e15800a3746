/**
 * Where the API server keeps objects. What a storage promises (each sentence has its test in the storage conformance
 * suite):
 *
 * 1. One revision counts all writes; each successful write gets the next one, and `revision` is the last.
 * 2. A write with an expected revision succeeds only if the object's revision is still that one (compare and swap).
 * 3. Calls are synchronous and atomic: no other write falls between a read and a write in one turn.
 * 4. `list` is sorted by key, and is the state of exactly one revision, which it names; with `atRevision` it is the
 *    state of that earlier one, or `CompactedError` when the history no longer reaches back.
 * 5. A watch from revision R delivers every write after R under its prefix, in order, once, or fails with
 *    `CompactedError` before delivering any.
 * 6. The history is bounded; a slow watcher never blocks a writer.
 *
 * Not promised: durability. A storage in memory ends with its process.
 */
export interface Storage {
  /** The revision of the last write; a new storage starts at 1. */
  readonly revision: number;
  get(key: string): StoredEntry | undefined;
  /** Entries whose keys start with `prefix` (which ends in '/'), sorted by key. */
  list(prefix: string, options?: ListOptions): EntryList;
  /** How many keys start with `prefix`. */
  count(prefix: string): number;
  /**
   * Writes what `encode` returns for the revision that the write gets. `expected`: the revision the key must have, 0
   * for "must not exist". Throws `RevisionMismatchError` and writes nothing when it has another. When `encode` throws,
   * nothing is written and no revision is used.
   */
  put(key: string, expected: number, encode: (revision: number) => EncodedObject): StoredEntry;
  /** Removes the key if it still has the expected revision; `encode` gives the last state that watchers see. */
  delete(key: string, expected: number, encode: (revision: number) => EncodedObject): StoredEntry;
  /**
   * Calls `listener.onEvent` for each write under `prefix` after `afterRevision`: first, synchronously, those of the
   * history, then each as it happens, synchronously within the write. Throws `CompactedError` when the history does not reach back.
   * The listener must not write.
   */
  watch(prefix: string, afterRevision: number, listener: StorageListener): StorageWatch;
}

export interface EncodedObject {
  /** The object as JSON, resource version included. Never changed afterwards. */
  readonly bytes: Uint8Array;
  readonly labels: Readonly<Record<string, string>> | undefined;
  /** Values of selectable fields other than metadata.name and metadata.namespace. */
  readonly fields: Readonly<Record<string, string>> | undefined;
}

export interface StoredEntry extends EncodedObject {
  readonly key: string;
  /** The revision of the write that made this state: the object's resourceVersion. */
  readonly revision: number;
}

export interface ListOptions {
  /** Only keys greater than this one. */
  after?: string;
  /** At the most so many entries. */
  limit?: number;
  /** Only entries that pass; they do not count towards the limit when they do not. */
  filter?: (entry: StoredEntry) => boolean;
  /** The state at this earlier revision. */
  atRevision?: number;
}

export interface EntryList {
  readonly entries: readonly StoredEntry[];
  readonly revision: number;
  /** Whether the limit cut entries off. */
  readonly more: boolean;
  /** Keys after the last entry, filtered or not. */
  readonly remaining: number;
}

export interface StorageEvent {
  readonly type: 'put' | 'delete';
  readonly revision: number;
  /** State after a put; for a delete the last state, encoded with the revision of the deletion. */
  readonly entry: StoredEntry;
  /** State before; undefined when the key was created. */
  readonly previous: StoredEntry | undefined;
}

export interface StorageListener {
  onEvent(event: StorageEvent): void;
}

export interface StorageWatch {
  stop(): void;
}

/** The history no longer reaches back to the revision asked for. */
export class CompactedError extends Error {
  override readonly name = 'CompactedError';
  readonly requested: number;
  readonly oldest: number;

  constructor(requested: number, oldest: number) {
    super(`revision ${requested} is compacted; the oldest kept is ${oldest}`);
    this.requested = requested;
    this.oldest = oldest;
  }
}

/** The key does not have the revision that the writer expected. */
export class RevisionMismatchError extends Error {
  override readonly name = 'RevisionMismatchError';
  readonly key: string;
  readonly expected: number;
  readonly actual: number;

  constructor(key: string, expected: number, actual: number) {
    super(`${key}: revision is ${actual}, expected ${expected}`);
    this.key = key;
    this.expected = expected;
    this.actual = actual;
  }
}
