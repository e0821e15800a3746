import type { StoredEntry } from '../storage/storage.js';

/** The metadata of a list. */
export interface ListMeta {
  readonly resourceVersion: string;
  readonly continue?: string;
  readonly remainingItemCount?: number;
}

/** Turns stored entries into the JSON that a client asked for. */
export interface Presenter {
  object(entry: StoredEntry): Uint8Array;
  /** In pieces, to be sent one after the other. */
  list(entries: readonly StoredEntry[], meta: ListMeta): Uint8Array[];
  /** The object of a watch event. */
  watchObject(entry: StoredEntry): Uint8Array;
  bookmark(resourceVersion: string, annotations?: Readonly<Record<string, string>>): Uint8Array;
}
