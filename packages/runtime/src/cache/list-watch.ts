import type { Client, KindName, RawWatchEvent } from '@kubewright/client';

import { splitList } from './list-items.js';
import type { RawListPage } from './list-items.js';

export interface WatchRequest {
  /** Absent with `sendInitialEvents`. */
  resourceVersion?: string;
  /** Asks for what is there now, as events, and a bookmark that says that this was all (KEP-3157). */
  sendInitialEvents?: true;
  timeoutSeconds: number;
  signal: AbortSignal;
  /** Called when the server has accepted the watch: from now on it tells of changes. */
  onOpen: () => void;
}

/** The two requests from which a cache lives. */
export interface ListWatch {
  /** One page of the current state; without `limit` all of it. */
  listPage(options: { limit?: number; continue?: string; signal: AbortSignal }): Promise<RawListPage>;
  /** Changes after `resourceVersion`, with bookmarks. Ends when the server ends it. */
  watch(request: WatchRequest): AsyncIterable<RawWatchEvent>;
}

export interface Selection {
  /** Absent: all namespaces. */
  namespace?: string | undefined;
  labelSelector?: string | undefined;
  fieldSelector?: string | undefined;
}

/** Lists and watches one kind with a live client. */
export function clientListWatch(
  client: Pick<Client, 'listRaw' | 'watchRaw'>,
  kind: KindName,
  selection: Selection = {},
): ListWatch {
  return {
    listPage: async (page) => splitList(await client.listRaw(kind, { ...page, ...selection })),
    watch: (request) => client.watchRaw(kind, { ...request, ...selection, allowWatchBookmarks: true }),
  };
}
