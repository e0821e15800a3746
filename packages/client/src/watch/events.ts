import type { KubernetesObject, Stored } from '@kubewright/api';

/**
 * One change, as the server tells it. `ADDED` also stands for objects that existed when the watch began, if it began
 * without a resource version; `DELETED` carries the last state.
 */
export type WatchEvent<T extends KubernetesObject> =
  | { readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'; readonly object: Stored<T> }
  | { readonly type: 'BOOKMARK'; readonly object: Bookmark };

/** Nothing changed up to `resourceVersion`; only sent when asked for with `allowWatchBookmarks`. */
export interface Bookmark {
  apiVersion: string;
  kind: string;
  metadata: { resourceVersion: string; annotations?: Record<string, string> };
}

export type WatchEventType = WatchEvent<KubernetesObject>['type'];

/** A change with its object as JSON, exactly as it came. The bytes may be a view on a larger buffer. */
export interface RawWatchEvent {
  readonly type: WatchEventType;
  readonly bytes: Uint8Array;
}
