import { decodeObject, encodeObject } from '../bytes/stored-object.js';
import type { StorageEvent, StoredEntry } from '../storage/storage.js';

export type WatchEventType = 'ADDED' | 'MODIFIED' | 'DELETED';

export interface SelectedEvent {
  readonly type: WatchEventType;
  readonly entry: StoredEntry;
}

/**
 * What a write looks like to a watcher with a selector: an object that begins to match was added, one that no longer
 * matches was deleted (apiserver `storage/cacher/cache_watcher.go`). Undefined when it never concerned the watcher.
 */
export function selectEvent(
  event: StorageEvent,
  selects: ((entry: StoredEntry) => boolean) | undefined,
): SelectedEvent | undefined {
  const { entry, previous } = event;
  const before = previous !== undefined && (selects === undefined || selects(previous));
  const now = event.type === 'put' && (selects === undefined || selects(entry));
  if (now) return { type: before ? 'MODIFIED' : 'ADDED', entry };
  if (!before) return undefined;
  return { type: 'DELETED', entry: event.type === 'delete' ? entry : withRevision(previous, event.revision) };
}

// The last state that matched, with the revision of the write that ended it, so that a client can resume from there.
function withRevision(entry: StoredEntry, revision: number): StoredEntry {
  const object = decodeObject(entry.bytes);
  object.metadata.resourceVersion = String(revision);
  return { ...entry, bytes: encodeObject(object), revision };
}
