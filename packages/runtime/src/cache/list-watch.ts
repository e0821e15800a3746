import { collectionPath } from '@kubewright/client';
import type { Client, KindName, RawWatchEvent } from '@kubewright/client';

import type { RawListPage } from './list-items.js';
import { splitList } from './list-items.js';
import { readAnswer } from './read-answer.js';

/** The two requests from which a cache lives. */
export interface ListWatch {
  /** One page of the current state; without `limit` all of it. */
  listPage(options: { limit?: number; continue?: string; signal: AbortSignal }): Promise<RawListPage>;
  /** Changes after `resourceVersion`, with bookmarks. Ends when the server ends it. */
  watch(options: {
    resourceVersion: string;
    timeoutSeconds: number;
    signal: AbortSignal;
  }): AsyncIterable<RawWatchEvent>;
}

export interface Selection {
  /** Absent: all namespaces. */
  namespace?: string;
}

/** Lists and watches one kind through a live client. */
export function clientListWatch(client: Client, kind: KindName, selection: Selection = {}): ListWatch {
  const path = collectionPath(kind, selection.namespace);
  const scope = selection.namespace === undefined ? {} : { namespace: selection.namespace };
  return {
    listPage: async ({ limit, continue: token, signal }) => {
      const query = new URLSearchParams();
      if (limit !== undefined) query.set('limit', String(limit));
      if (token !== undefined) query.set('continue', token);
      const text = query.toString();
      const response = await client.transport.request({
        method: 'GET',
        path: text === '' ? path : `${path}?${text}`,
        headers: { accept: 'application/json' },
        signal,
      });
      return splitList(await readAnswer(response));
    },
    watch: ({ resourceVersion, timeoutSeconds, signal }) =>
      client.watchRaw(kind, { ...scope, resourceVersion, timeoutSeconds, allowWatchBookmarks: true, signal }),
  };
}
