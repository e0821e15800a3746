import type { Kind, KubernetesList, KubernetesObject, ObjectKey, Stored, Transport } from '@kubewright/api';

import { InvalidRequestError } from '../errors.js';
import { checkSegment, keyOf, resolveKey } from '../keys.js';
import type { KnownKinds, RestMapper } from '../mapper/rest-mapper.js';
import { PATCH_CONTENT_TYPE } from '../patch.js';
import type { Patch } from '../patch.js';
import { collectionPath, objectPath, withQuery } from '../paths.js';
import type { KindName } from '../paths.js';
import type { RawWatchEvent, WatchEvent } from '../watch/events.js';
import { readWatch } from '../watch/read-watch.js';
import type { Client, StatusClient, SubresourceClient } from './client.js';
import { decodeEvent, fillListItems } from './decode.js';
import type {
  CreateOptions,
  DeleteAllOfOptions,
  DeleteOptions,
  GetOptions,
  ListOptions,
  PatchOptions,
  SelectionOptions,
  UpdateOptions,
  WatchOptions,
} from './options.js';
import { deleteBody, fieldWriteQuery, listQuery, patchQuery, selectionQuery, watchQuery } from './query.js';
import type { JsonRequest, Requester } from './requester.js';
import { describe } from './requester.js';

export interface RestClientOptions {
  transport: Transport;
  requester: Requester;
  mapper: RestMapper & KnownKinds;
  defaultNamespace: string;
  fieldManager: string | undefined;
}

/** An apply is refused without a field manager; this is what the server would derive from the user agent. */
const DEFAULT_APPLY_MANAGER = 'kubewright';

/** A client that turns each call into one request. */
export class RestClient implements Client {
  readonly transport: Transport;
  readonly defaultNamespace: string;
  readonly status: StatusClient;
  readonly #requester: Requester;
  readonly #mapper: RestMapper & KnownKinds;
  readonly #fieldManager: string | undefined;

  constructor(options: RestClientOptions) {
    this.transport = options.transport;
    this.defaultNamespace = options.defaultNamespace;
    this.#requester = options.requester;
    this.#mapper = options.mapper;
    this.#fieldManager = options.fieldManager;
    this.status = {
      update: (object, options = {}) => this.#put(object, options, 'status'),
      patch: (kind, key, patch, options = {}) =>
        this.#patch(this.#pathOf(kind, key, 'status'), patch, options),
    };
  }

  get mapper(): RestMapper {
    return this.#mapper;
  }

  async get<T extends KubernetesObject>(
    kind: Kind<T>,
    key: string | ObjectKey,
    options: GetOptions = {},
  ): Promise<Stored<T>> {
    return this.#get(this.#pathOf(kind, key), options);
  }

  async list<T extends KubernetesObject>(
    kind: Kind<T>,
    options: ListOptions = {},
  ): Promise<KubernetesList<T>> {
    const list = await this.#requester.json<KubernetesList<T>>(this.#listRequest(kind, options));
    return fillListItems(list, kind);
  }

  async listRaw(kind: KindName, options: ListOptions = {}): Promise<Uint8Array> {
    return this.#requester.bytes(this.#listRequest(kind, options));
  }

  async create<T extends KubernetesObject>(object: T, options: CreateOptions = {}): Promise<Stored<T>> {
    const kind = await this.#kindOf(object, options.signal);
    const { namespace, name } = object.metadata ?? {};
    // What has no name yet gets it from the server; the check of the namespace is the same.
    const key = resolveKey(
      kind,
      { namespace: namespace ?? '', name: name || 'generated' },
      this.defaultNamespace,
    );
    const path = withQuery(collectionPath(kind, key.namespace), fieldWriteQuery(options, this.#fieldManager));
    return this.#requester.json({ method: 'POST', path, body: object, signal: options.signal });
  }

  async update<T extends KubernetesObject>(object: T, options: UpdateOptions = {}): Promise<Stored<T>> {
    return this.#put(object, options);
  }

  async patch<T extends KubernetesObject>(
    kind: Kind<T>,
    key: string | ObjectKey,
    patch: Patch,
    options: PatchOptions = {},
  ): Promise<Stored<T>> {
    return this.#patch(this.#pathOf(kind, key), patch, options);
  }

  delete(target: KubernetesObject, options?: DeleteOptions): Promise<void>;
  delete<T extends KubernetesObject>(
    kind: Kind<T>,
    key: string | ObjectKey,
    options?: DeleteOptions,
  ): Promise<void>;
  async delete(
    target: KubernetesObject | Kind,
    keyOrOptions?: string | ObjectKey | DeleteOptions,
    kindOptions: DeleteOptions = {},
  ): Promise<void> {
    if (typeof target === 'function') {
      return this.#delete(this.#pathOf(target, (keyOrOptions ?? '') as string | ObjectKey), kindOptions);
    }
    const options = (keyOrOptions ?? {}) as DeleteOptions;
    const kind = await this.#kindOf(target, options.signal);
    return this.#delete(this.#pathOf(kind, keyOf(target)), options);
  }

  async deleteAllOf<T extends KubernetesObject>(
    kind: Kind<T>,
    options: DeleteAllOfOptions = {},
  ): Promise<void> {
    if (kind.namespaced && (options.namespace === undefined || options.namespace === '')) {
      throw new InvalidRequestError(
        'NamespaceRequired',
        `cannot delete ${kind.plural} of all namespaces at once: the API deletes a collection in one namespace, pass options.namespace`,
      );
    }
    await this.#delete(this.#collection(kind, options), options, selectionQuery(options));
  }

  async *watch<T extends KubernetesObject>(
    kind: Kind<T>,
    options: WatchOptions = {},
  ): AsyncGenerator<WatchEvent<T>, void, undefined> {
    for await (const event of this.watchRaw(kind, options)) yield decodeEvent<T>(event);
  }

  async *watchRaw(
    kind: KindName,
    options: WatchOptions = {},
  ): AsyncGenerator<RawWatchEvent, void, undefined> {
    const request = {
      method: 'GET' as const,
      path: withQuery(this.#collection(kind, options), watchQuery(options)),
    };
    const response = await this.#requester.open({ ...request, signal: options.signal });
    try {
      options.onOpen?.();
    } catch (error) {
      response.body.cancel();
      throw error;
    }
    yield* readWatch(response, describe(request));
  }

  subresource(name: string): SubresourceClient {
    checkSegment('an object', 'subresource', name);
    return {
      get: async (kind, key, options = {}) => this.#get(this.#pathOf(kind, key, name), options),
      create: async (kind, key, body, options = {}) =>
        this.#requester.json({
          method: 'POST',
          path: withQuery(this.#pathOf(kind, key, name), fieldWriteQuery(options, this.#fieldManager)),
          body,
          signal: options.signal,
        }),
      update: async (kind, key, body, options = {}) =>
        this.#requester.json({
          method: 'PUT',
          path: withQuery(this.#pathOf(kind, key, name), fieldWriteQuery(options, this.#fieldManager)),
          body,
          signal: options.signal,
        }),
      patch: async (kind, key, patch, options = {}) =>
        this.#patch(this.#pathOf(kind, key, name), patch, options),
    };
  }

  #listRequest(kind: KindName, options: ListOptions): JsonRequest {
    const path = withQuery(this.#collection(kind, options), listQuery(options));
    return { method: 'GET', path, signal: options.signal };
  }

  #get<R>(path: string, options: GetOptions): Promise<R> {
    const { resourceVersion, signal } = options;
    return this.#requester.json({ method: 'GET', path: withQuery(path, { resourceVersion }), signal });
  }

  async #put<T extends KubernetesObject>(
    object: T,
    options: UpdateOptions,
    subresource?: string,
  ): Promise<Stored<T>> {
    const kind = await this.#kindOf(object, options.signal);
    const path = withQuery(
      this.#pathOf(kind, keyOf(object), subresource),
      fieldWriteQuery(options, this.#fieldManager),
    );
    return this.#requester.json({ method: 'PUT', path, body: object, signal: options.signal });
  }

  async #patch<R>(path: string, patch: Patch, options: PatchOptions): Promise<R> {
    const apply = patch.type === 'apply';
    if (options.force !== undefined && !apply) {
      throw new InvalidRequestError(
        'InvalidPatch',
        `force is an option of apply, not of a ${patch.type} patch`,
      );
    }
    const manager = this.#fieldManager ?? (apply ? DEFAULT_APPLY_MANAGER : undefined);
    return this.#requester.json({
      method: 'PATCH',
      path: withQuery(path, patchQuery(options, manager)),
      body: patch.body,
      contentType: PATCH_CONTENT_TYPE[patch.type],
      signal: options.signal,
    });
  }

  async #delete(
    path: string,
    options: DeleteOptions,
    query: Parameters<typeof withQuery>[1] = {},
  ): Promise<void> {
    const request = { method: 'DELETE' as const, path: withQuery(path, query), body: deleteBody(options) };
    await this.#requester.bytes({ ...request, signal: options.signal });
  }

  #collection(kind: KindName, { namespace }: SelectionOptions): string {
    this.#mapper.learn(kind);
    if (namespace === undefined || namespace === '' || !kind.namespaced) return collectionPath(kind);
    checkSegment(kind.kind, 'namespace', namespace);
    return collectionPath(kind, namespace);
  }

  #pathOf(kind: KindName, key: string | ObjectKey, subresource?: string): string {
    this.#mapper.learn(kind);
    return objectPath(kind, resolveKey(kind, key, this.defaultNamespace), subresource);
  }

  async #kindOf(object: KubernetesObject, signal: AbortSignal | undefined): Promise<Kind> {
    const { apiVersion, kind } = object;
    if (apiVersion === undefined || apiVersion === '' || kind === undefined || kind === '') {
      const name = object.metadata?.name ?? object.metadata?.generateName ?? '';
      throw new InvalidRequestError(
        'MissingKind',
        `the object ${JSON.stringify(name)} says no apiVersion and kind: make it with its kind, as in ConfigMap({ metadata: ... })`,
      );
    }
    return this.#mapper.kindFor(apiVersion, kind, { signal });
  }
}
