import { setControllerReference } from '@kubewright/api';
import type { Kind, KubernetesList, KubernetesObject, ObjectKey, Stored, Transport } from '@kubewright/api';

import { InvalidRequestError } from '../errors.js';
import { impersonationHeaders } from '../impersonation.js';
import { requestInfoOf } from '../interceptors/request-info.js';
import type { RequestInfo } from '../interceptors/request-info.js';
import { checkSegment, collectionNamespace, keyOf, resolveKey } from '../keys.js';
import { createRestMapper, missingKind } from '../mapper/rest-mapper.js';
import type { KnownKinds, RestMapper } from '../mapper/rest-mapper.js';
import {
  METADATA_ACCEPT,
  METADATA_LIST_ACCEPT,
  asMetadata,
  checkComplete,
  isMetadataOnly,
} from '../metadata-only.js';
import { PATCH_CONTENT_TYPE, applyPatch } from '../patch.js';
import type { Patch } from '../patch.js';
import { collectionPath, objectPath, withQuery } from '../paths.js';
import type { KindName } from '../paths.js';
import { createScaleClient } from '../subresources/scale.js';
import type { ScaleClient } from '../subresources/scale.js';
import { impersonateTransport } from '../transport/impersonate-transport.js';
import { interceptTransport } from '../transport/interceptors.js';
import type { RawWatchEvent, WatchEvent } from '../watch/events.js';
import { watchIdleTimeout } from '../watch/idle-timeout.js';
import { readWatch } from '../watch/read-watch.js';
import type { Client, ClientOverrides, StatusClient, SubresourceClient } from './client.js';
import { decodeEvent, fillListItems } from './decode.js';
import { isResourceMissing } from './hints.js';
import type {
  ApplyOptions,
  CreateOptions,
  DeleteAllOfOptions,
  DeleteOptions,
  GetOptions,
  ListOptions,
  PatchOptions,
  SelectionOptions,
  UpdateOptions,
  WatchOptions,
  WriteOptions,
} from './options.js';
import { deleteBody, fieldWritePath, listQuery, selectionQuery, watchQuery } from './query.js';
import type { JsonRequest } from './requester.js';
import { Requester, parseAnswer } from './requester.js';
import type { WriteDefaults } from './query.js';
import { overrideSettings } from './settings.js';
import type { ClientSettings } from './settings.js';
import { describe } from './status-of-response.js';
import type { WriteVerb } from './write.js';

const MAX_MANAGER_LENGTH = 128;

/**
 * An apply is refused without a field manager. This one is what the server derives from the user agent for other writes
 * (apiserver's pkg/endpoints/handlers/create.go, `prefixFromUserAgent`), so that a program is one manager throughout, and
 * two programs are two.
 */
const managerOf = (userAgent: string): string => (userAgent.split('/')[0] ?? '').slice(0, MAX_MANAGER_LENGTH);

/** What a write is about. */
interface Target {
  readonly verb: WriteVerb;
  readonly kind: KindName;
  readonly key: ObjectKey;
  readonly subresource: string | undefined;
}

/** A client that turns each call into one request. */
export class RestClient implements Client {
  readonly transport: Transport;
  readonly defaultNamespace: string;
  readonly onlyNamespace: string | undefined;
  readonly dryRun: boolean;
  readonly status: StatusClient;
  readonly #settings: ClientSettings;
  /** Those of an apply, which needs a field manager. */
  readonly #applyDefaults: WriteDefaults;
  readonly #requester: Requester;
  readonly #mapper: RestMapper & KnownKinds;

  static create(settings: ClientSettings, kinds: readonly KindName[] = []): RestClient {
    const transport = interceptTransport(settings.transport, settings.interceptors);
    const requester = createRequester(settings, transport, (resource) => mapper.forget(resource));
    const mapper = createRestMapper({ requester, kinds, clock: settings.clock });
    return new RestClient(settings, transport, requester, mapper);
  }

  private constructor(
    settings: ClientSettings,
    transport: Transport,
    requester: Requester,
    mapper: RestMapper & KnownKinds,
  ) {
    this.transport = impersonateTransport(transport, settings.impersonate);
    this.defaultNamespace = settings.defaultNamespace;
    this.onlyNamespace = settings.onlyNamespace;
    this.dryRun = settings.dryRun;
    this.#settings = settings;
    const { dryRun, fieldValidation } = settings;
    this.#applyDefaults = { dryRun, fieldValidation, fieldManager: this.fieldManager };
    this.#requester = requester;
    this.#mapper = mapper;
    this.status = {
      update: (object, options = {}) => this.#put(object, options, 'status'),
      patch: (kind, key, patch, options = {}) => this.#patchAs(kind, key, patch, options, 'status'),
      apply: (object, options = {}) => this.#apply(object, options, 'status'),
    };
  }

  get fieldManager(): string {
    return this.#settings.fieldManager ?? managerOf(this.#settings.userAgent);
  }

  get mapper(): RestMapper {
    return this.#mapper;
  }

  with(overrides: ClientOverrides): Client {
    const settings = overrideSettings(this.#settings, overrides);
    const transport = interceptTransport(settings.transport, settings.interceptors);
    const requester = createRequester(settings, transport, (resource) => this.#mapper.forget(resource));
    return new RestClient(settings, transport, requester, this.#mapper);
  }

  async get<T extends KubernetesObject>(
    kind: Kind<T>,
    key: string | ObjectKey,
    options: GetOptions = {},
  ): Promise<Stored<T>> {
    const path = this.#pathOf(kind, key);
    if (!isMetadataOnly(kind)) return this.#get(path, options);
    return asMetadata(await this.#get<Stored<T>>(path, options, METADATA_ACCEPT), kind);
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
    checkComplete(object);
    const kind = this.#knownKindOf(object) ?? (await this.#kindOf(object, options.signal));
    const { namespace, name } = object.metadata ?? {};
    // What has no name yet gets it from the server; the check of the namespace is the same.
    const key = this.#resolve(kind, { namespace: namespace ?? '', name: name || 'generated' });
    const path = fieldWritePath(collectionPath(kind, key.namespace), options, this.#settings);
    const target: Target = { verb: 'create', kind, key, subresource: undefined };
    return this.#write(target, { method: 'POST', path, body: object }, options);
  }

  update<T extends KubernetesObject>(object: T, options: UpdateOptions = {}): Promise<Stored<T>> {
    return this.#put(object, options);
  }

  async patch<T extends KubernetesObject>(
    kind: Kind<T>,
    key: string | ObjectKey,
    patch: Patch,
    options: PatchOptions = {},
  ): Promise<Stored<T>> {
    return this.#patchAs(kind, key, patch, options);
  }

  apply<T extends KubernetesObject>(object: T, options: ApplyOptions = {}): Promise<Stored<T>> {
    return this.#apply(object, options);
  }

  delete<T extends KubernetesObject>(target: T, options?: DeleteOptions): Promise<Stored<T> | undefined>;
  delete<T extends KubernetesObject>(
    kind: Kind<T>,
    key: string | ObjectKey,
    options?: DeleteOptions,
  ): Promise<Stored<T> | undefined>;
  async delete(
    target: KubernetesObject | Kind,
    keyOrOptions?: string | ObjectKey | DeleteOptions,
    kindOptions: DeleteOptions = {},
  ): Promise<Stored<KubernetesObject> | undefined> {
    if (typeof target === 'function') {
      return this.#delete(target, (keyOrOptions ?? '') as string | ObjectKey, kindOptions);
    }
    const options = (keyOrOptions ?? {}) as DeleteOptions;
    const kind = this.#knownKindOf(target) ?? (await this.#kindOf(target, options.signal));
    return this.#delete(kind, keyOf(target), options);
  }

  async deleteAllOf<T extends KubernetesObject>(
    kind: Kind<T>,
    options: DeleteAllOfOptions = {},
  ): Promise<void> {
    const namespace = collectionNamespace(kind, options.namespace, this.onlyNamespace);
    if (kind.namespaced && namespace === undefined) {
      throw new InvalidRequestError(
        'NamespaceRequired',
        `cannot delete ${kind.plural} of all namespaces at once: the API deletes a collection in one namespace, pass options.namespace`,
      );
    }
    const path = withQuery(this.#collection(kind, options), selectionQuery(options));
    const key = namespace === undefined ? { name: '' } : { namespace, name: '' };
    const target: Target = { verb: 'deleteCollection', kind, key, subresource: undefined };
    await this.#write(target, { method: 'DELETE', path, body: this.#deleteBody(options) }, options);
  }

  async deleteCollection<T extends KubernetesObject>(
    kind: Kind<T>,
    options?: DeleteAllOfOptions,
  ): Promise<void> {
    return this.deleteAllOf(kind, options);
  }

  async *watch<T extends KubernetesObject>(
    kind: Kind<T>,
    options: WatchOptions = {},
  ): AsyncGenerator<WatchEvent<T>, void, undefined> {
    for await (const event of this.watchRaw(kind, options)) yield decodeEvent<T>(event, kind);
  }

  async *watchRaw(
    kind: KindName,
    options: WatchOptions = {},
  ): AsyncGenerator<RawWatchEvent, void, undefined> {
    const request = {
      method: 'GET' as const,
      path: withQuery(this.#collection(kind, options), watchQuery(options)),
    };
    const { signal, timeoutMs } = options;
    const accept = isMetadataOnly(kind) ? METADATA_ACCEPT : undefined;
    const idleTimeoutMs = watchIdleTimeout(options);
    const response = await this.#requester.stream({ ...request, accept, signal, timeoutMs, idleTimeoutMs });
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
      create: (kind, key, body, options = {}) =>
        this.#writeSubresource('create', kind, key, name, body, options),
      update: (kind, key, body, options = {}) =>
        this.#writeSubresource('update', kind, key, name, body, options),
      patch: async (kind, key, patch, options = {}) => this.#patch(kind, key, patch, options, name),
    };
  }

  scale(kind: KindName): ScaleClient {
    return createScaleClient(this.subresource('scale'), kind);
  }

  #listRequest(kind: KindName, options: ListOptions): JsonRequest {
    const path = withQuery(this.#collection(kind, options), listQuery(options));
    const { signal, timeoutMs } = options;
    const accept = isMetadataOnly(kind) ? METADATA_LIST_ACCEPT : undefined;
    return { method: 'GET', path, accept, signal, timeoutMs };
  }

  #get<R>(path: string, options: GetOptions, accept?: string): Promise<R> {
    const { resourceVersion, signal, timeoutMs } = options;
    const query = resourceVersion === undefined ? path : withQuery(path, { resourceVersion });
    return this.#requester.json({ method: 'GET', path: query, accept, signal, timeoutMs });
  }

  async #put<T extends KubernetesObject>(
    object: T,
    options: UpdateOptions,
    subresource?: string,
  ): Promise<Stored<T>> {
    checkComplete(object);
    const kind = this.#knownKindOf(object) ?? (await this.#kindOf(object, options.signal));
    const key = this.#resolve(kind, keyOf(object));
    const path = fieldWritePath(objectPath(kind, key, subresource), options, this.#settings);
    return this.#write(
      { verb: 'update', kind, key, subresource },
      { method: 'PUT', path, body: object },
      options,
    );
  }

  async #writeSubresource<R>(
    verb: 'create' | 'update',
    kind: KindName,
    name: string | ObjectKey,
    subresource: string,
    body: unknown,
    options: CreateOptions,
  ): Promise<R> {
    const key = this.#keyOf(kind, name);
    const path = fieldWritePath(objectPath(kind, key, subresource), options, this.#settings);
    const method = verb === 'create' ? 'POST' : 'PUT';
    return this.#write({ verb, kind, key, subresource }, { method, path, body }, options);
  }

  async #apply<T extends KubernetesObject>(
    object: T,
    options: ApplyOptions,
    subresource?: string,
  ): Promise<Stored<T>> {
    const kind = this.#knownKindOf(object) ?? (await this.#kindOf(object, options.signal));
    const { owner } = options;
    const key = this.#resolve(kind, keyOf(object), owner?.metadata.namespace);
    let sent: KubernetesObject = object;
    let sentWith = options;
    if (owner !== undefined) {
      sentWith = { ...options, force: options.force ?? true };
      sent = { ...object, metadata: { ...object.metadata, ...key } };
      setControllerReference(owner, sent);
    }
    return this.#patch(kind, key, applyPatch(sent), sentWith, subresource);
  }

  async #patchAs<T extends KubernetesObject>(
    kind: Kind<T>,
    key: string | ObjectKey,
    patch: Patch,
    options: PatchOptions,
    subresource?: string,
  ): Promise<Stored<T>> {
    const answer = await this.#patch<Stored<T>>(kind, key, patch, options, subresource);
    return isMetadataOnly(kind) ? asMetadata(answer, kind) : answer;
  }

  #patch<R>(
    kind: KindName,
    name: string | ObjectKey,
    patch: Patch,
    options: PatchOptions,
    subresource?: string,
  ): Promise<R> {
    const apply = patch.type === 'apply';
    if (options.force !== undefined && !apply) {
      throw new InvalidRequestError(
        'InvalidPatch',
        `force is an option of apply, not of a ${patch.type} patch`,
      );
    }
    const key = this.#keyOf(kind, name);
    const defaults = apply ? this.#applyDefaults : this.#settings;
    const request: JsonRequest = {
      method: 'PATCH',
      path: fieldWritePath(objectPath(kind, key, subresource), options, defaults, options.force),
      body: patch.body,
      contentType: PATCH_CONTENT_TYPE[patch.type],
      accept: isMetadataOnly(kind) ? METADATA_ACCEPT : undefined,
    };
    return this.#write({ verb: apply ? 'apply' : 'patch', kind, key, subresource }, request, options);
  }

  async #delete(
    kind: KindName,
    name: string | ObjectKey,
    options: DeleteOptions,
  ): Promise<Stored<KubernetesObject> | undefined> {
    const key = this.#keyOf(kind, name);
    const request: JsonRequest = {
      method: 'DELETE',
      path: objectPath(kind, key),
      body: this.#deleteBody(options),
    };
    const target: Target = { verb: 'delete', kind, key, subresource: undefined };
    const answer = await this.#write<Partial<Stored<KubernetesObject>>>(target, request, options);
    return answer.kind === 'Status' || answer.metadata === undefined
      ? undefined
      : (answer as Stored<KubernetesObject>);
  }

  /** Sends a write, and tells of it once it was carried out. */
  async #write<R>(target: Target, request: JsonRequest, options: WriteOptions): Promise<R> {
    const { signal, timeoutMs, dryRun } = options;
    request.signal = signal;
    request.timeoutMs = timeoutMs;
    const bytes = await this.#requester.bytes(request);
    const answer = parseAnswer<R>(bytes, request);
    const { onWrite } = this.#settings;
    if (onWrite !== undefined && dryRun !== true && !this.dryRun) {
      const object = answer as KubernetesObject;
      const named = target.verb === 'create' && target.subresource === undefined;
      onWrite({ ...target, key: named ? keyOf(object) : target.key, bytes, object });
    }
    return answer;
  }

  #deleteBody(options: DeleteOptions): Record<string, unknown> {
    return deleteBody(options, options.dryRun === true || this.dryRun);
  }

  #collection(kind: KindName, options: SelectionOptions): string {
    this.#mapper.learn(kind);
    const namespace = collectionNamespace(kind, options.namespace, this.onlyNamespace);
    if (namespace !== undefined) checkSegment(kind.kind, 'namespace', namespace);
    return collectionPath(kind, namespace);
  }

  #keyOf(kind: KindName, key: string | ObjectKey): ObjectKey {
    this.#mapper.learn(kind);
    return this.#resolve(kind, key);
  }

  #resolve(kind: KindName, key: string | ObjectKey, namespace = this.defaultNamespace): ObjectKey {
    return resolveKey(kind, key, namespace, this.onlyNamespace);
  }

  #pathOf(kind: KindName, key: string | ObjectKey, subresource?: string): string {
    return objectPath(kind, this.#keyOf(kind, key), subresource);
  }

  /** Without a promise, for the many writes of the same kinds. */
  #knownKindOf(object: KubernetesObject): KindName | undefined {
    const { apiVersion, kind } = object;
    return apiVersion === undefined || kind === undefined ? undefined : this.#mapper.known(apiVersion, kind);
  }

  async #kindOf(object: KubernetesObject, signal: AbortSignal | undefined): Promise<Kind> {
    const { apiVersion, kind } = object;
    if (apiVersion === undefined || apiVersion === '' || kind === undefined || kind === '') {
      throw missingKind(object);
    }
    return this.#mapper.kindFor(apiVersion, kind, { signal });
  }
}

function createRequester(
  settings: ClientSettings,
  transport: Transport,
  onMissing: (resource: RequestInfo) => void,
): Requester {
  return new Requester({
    ...settings,
    transport,
    headers: impersonationHeaders(settings.impersonate),
    onRefusal: ({ status, httpStatus }, request) => {
      if (!isResourceMissing(status, httpStatus)) return;
      const info = requestInfoOf(request);
      if (info.isResource) onMissing(info);
    },
  });
}
