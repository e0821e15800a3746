import type { Kind, KubernetesList, KubernetesObject, ObjectKey, Stored } from '@kubewright/api';
import { resolveKey } from '@kubewright/client';
import type { Client, GetOptions, KindName, ListOptions } from '@kubewright/client';

import type { Cache } from './cache.js';
import { cacheQuery, readQuery } from './cache-query.js';
import { kindId } from './kind-name.js';
import { notFound } from './not-found.js';

export interface CachingClientOptions {
  /** Writes, and what the cache does not hold. */
  client: Client;
  cache: Cache;
  /** Kinds that are always read from the server (controller-runtime's `DisableFor`). */
  uncached?: readonly KindName[];
}

/**
 * A client whose `get` and `list` are answered by informers, which it starts on demand, as controller-runtime's
 * delegating client does. Everything else goes to the server, `listRaw` and `watch` too. A read waits until its informer is synced; after that
 * it costs no request. What was just written may not be there yet.
 */
export function createCachingClient(options: CachingClientOptions): Client {
  const { client, cache } = options;
  const uncached = new Set((options.uncached ?? []).map(kindId));

  const get = async <T extends KubernetesObject>(
    kind: Kind<T>,
    key: string | ObjectKey,
    getOptions?: GetOptions,
  ): Promise<Stored<T>> => {
    if (uncached.has(kindId(kind))) return client.get(kind, key, getOptions);
    const informer = await cache.syncedInformer(kind, signalOf(getOptions));
    const wanted = resolveKey(kind, key, client.defaultNamespace);
    const object = informer.get(wanted);
    if (object === undefined) throw notFound(kind, wanted);
    return object;
  };

  const list = async <T extends KubernetesObject>(
    kind: Kind<T>,
    listOptions: ListOptions = {},
  ): Promise<KubernetesList<T>> => {
    if (uncached.has(kindId(kind))) return client.list(kind, listOptions);
    const query = cacheQuery(kind, listOptions);
    const informer = await cache.syncedInformer(kind, signalOf(listOptions));
    const items = readQuery(informer, query);
    return {
      apiVersion: kind.apiVersion,
      kind: `${kind.kind}List`,
      metadata: { resourceVersion: '' },
      items,
    };
  };

  return { ...delegate(client), get, list };
}

/** Everything a client has, bound to it. */
function delegate(client: Client): Client {
  return {
    transport: client.transport,
    defaultNamespace: client.defaultNamespace,
    get: client.get.bind(client),
    list: client.list.bind(client),
    listRaw: client.listRaw.bind(client),
    create: client.create.bind(client),
    update: client.update.bind(client),
    patch: client.patch.bind(client),
    delete: client.delete.bind(client) as Client['delete'],
    deleteAllOf: client.deleteAllOf.bind(client),
    watch: client.watch.bind(client),
    watchRaw: client.watchRaw.bind(client),
    status: client.status,
    subresource: client.subresource.bind(client),
    mapper: client.mapper,
  };
}

function signalOf(options: { signal?: AbortSignal | undefined } | undefined): { signal?: AbortSignal } {
  return options?.signal === undefined ? {} : { signal: options.signal };
}
