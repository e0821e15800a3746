import type { Kind, KubernetesList, KubernetesObject, ObjectKey, Stored } from '@kubewright/api';
import { extendClient, isMetadataOnly, markMetadataOnly, resolveKey } from '@kubewright/client';
import type { Client, ClientOverrides, GetOptions, KindName, ListOptions, Write } from '@kubewright/client';

import { createCachedApply } from '../apply/cached-apply.js';
import { CacheReadError } from '../errors.js';
import type { Cache } from './cache.js';
import { cacheQuery, readQuery } from './cache-query.js';
import { kindId } from './kind-name.js';
import { notFound } from './not-found.js';
import { peek, setPeek } from './peek.js';

export interface CachingClientOptions {
  /** Writes, and what the cache does not hold. */
  client: Client;
  cache: Cache;
  /** Kinds that are always read from the server (controller-runtime's `DisableFor`). */
  uncached?: readonly KindName[];
}

/**
 * A client whose `get` and `list` are answered by informers, which it starts on demand, as controller-runtime's
 * delegating client does, and whose `apply` sends nothing when nothing would change, as far as these informers know.
 * Everything else goes to the server, `listRaw` and `watch` too. A read waits until its informer is synced; after that
 * it costs no request.
 *
 * A read after a write through this client, or one derived from it, never shows an older state than the write: what the
 * server answered to it is in the cache before the promise of the write resolves. Where the answer does not tell
 * (`deleteAllOf`, a Scale, field selectors that only the server can judge) reads wait for the watch to tell, and after
 * `catchUpTimeoutMs` throw a CacheReadError 'CacheBehind'.
 */
export function createCachingClient(options: CachingClientOptions): Client {
  const { client, cache } = options;
  const onWrite = (write: Write) => {
    cache.written(write);
  };
  const uncached = new Set((options.uncached ?? []).map(kindId));
  return cachingClient(client.with({ onWrite }), cache, uncached);
}

function cachingClient(client: Client, cache: Cache, uncached: ReadonlySet<string>): Client {
  const find = async <T extends KubernetesObject>(
    kind: Kind<T>,
    key: ObjectKey,
    signal: AbortSignal | undefined,
  ): Promise<Stored<T> | undefined> => {
    const object = (await cache.readable(kind, key, signal)).get(key);
    return object !== undefined && isMetadataOnly(kind) ? markMetadataOnly(object) : object;
  };

  const get = async <T extends KubernetesObject>(
    kind: Kind<T>,
    key: string | ObjectKey,
    getOptions?: GetOptions,
  ): Promise<Stored<T>> => {
    if (uncached.has(kindId(kind))) return client.get(kind, key, getOptions);
    const wanted = resolveKey(kind, key, client.defaultNamespace, client.onlyNamespace);
    const object = await find(kind, wanted, getOptions?.signal);
    if (object === undefined) throw notFound(kind, wanted);
    return object;
  };

  const list = async <T extends KubernetesObject>(
    kind: Kind<T>,
    listOptions: ListOptions = {},
  ): Promise<KubernetesList<T>> => {
    if (uncached.has(kindId(kind))) return client.list(kind, listOptions);
    const query = cacheQuery(kind, listOptions, client.onlyNamespace);
    const informer = await cache.readable(kind, undefined, listOptions.signal);
    const { limit } = query;
    if (limit !== undefined) query.limit = limit + 1;
    const items = readQuery(informer, query);
    const more = limit !== undefined && items.length > limit;
    if (more) items.pop();
    if (isMetadataOnly(kind)) items.forEach(markMetadataOnly);
    return {
      apiVersion: kind.apiVersion,
      kind: `${kind.kind}List`,
      // Whoever pages is refused instead of believing that this was all, in the words of controller-runtime.
      metadata: { resourceVersion: '', ...(more && { continue: 'continue-not-supported' }) },
      items,
    };
  };

  // Only of kinds that are read anyway: an apply alone is no reason to follow all objects of a kind.
  const apply = createCachedApply(client, async (kind, key, signal) => {
    if (uncached.has(kindId(kind)) || !cache.follows(kind)) return undefined;
    try {
      return await find(kind, key, signal);
    } catch (error) {
      // What the cache cannot tell, the server can.
      if (error instanceof CacheReadError) return undefined;
      throw error;
    }
  });

  // The cache shows what this process may see: whoever acts as another is answered by the server.
  const derive = (overrides: ClientOverrides): Client => {
    const derived = client.with(overrides);
    return overrides.impersonate === undefined ? cachingClient(derived, cache, uncached) : derived;
  };
  const caching = extendClient(client, { get, list, apply, with: derive });
  setPeek(caching, (kind, key, readOptions) =>
    uncached.has(kindId(kind))
      ? peek(client, kind, key, readOptions)
      : find(kind, resolveKey(kind, key, client.defaultNamespace, client.onlyNamespace), readOptions.signal),
  );
  return caching;
}
