import { collectionPath, createClient, interceptTransport } from '@kubewright/client';
import type { Client, KindName, RawWatchEvent } from '@kubewright/client';

import { splitList } from './list-items.js';
import type { RawListPage } from './list-items.js';
import { readAnswer } from './read-answer.js';

export interface WatchRequest {
  resourceVersion: string;
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
  namespace?: string;
}

/** Lists and watches one kind over the transport of a live client. */
export function clientListWatch(client: Client, kind: KindName, selection: Selection = {}): ListWatch {
  const { transport, defaultNamespace } = client;
  const { namespace } = selection;
  const path = collectionPath(kind, namespace);
  return {
    listPage: async ({ limit, continue: token, signal }) => {
      const query = new URLSearchParams();
      if (limit !== undefined) query.set('limit', String(limit));
      if (token !== undefined) query.set('continue', token);
      const text = query.toString();
      const response = await transport.request({
        method: 'GET',
        path: text === '' ? path : `${path}?${text}`,
        headers: { accept: 'application/json' },
        signal,
      });
      return splitList(await readAnswer(response));
    },
    watch: ({ onOpen, ...request }) => {
      // The events alone do not tell when the watch began: a quiet one has none.
      const observed = interceptTransport(transport, [
        async (sent, next) => {
          const response = await next(sent);
          if (response.status < 300) onOpen();
          return response;
        },
      ]);
      const watcher = createClient({ transport: observed, defaultNamespace });
      return watcher.watchRaw(kind, { ...request, namespace, allowWatchBookmarks: true });
    },
  };
}
