import type { Kind, KubernetesList, KubernetesObject, ObjectKey, Stored, Transport } from '@kubewright/api';

import type { RestMapper } from '../mapper/rest-mapper.js';
import type { Patch } from '../patch.js';
import type { KindName } from '../paths.js';
import type { RawWatchEvent, WatchEvent } from '../watch/events.js';
import type {
  CreateOptions,
  DeleteAllOfOptions,
  DeleteOptions,
  GetOptions,
  ListOptions,
  PatchOptions,
  UpdateOptions,
  WatchOptions,
} from './options.js';

/**
 * Reads and writes objects of an API server. Every call is one request, which it neither repeats nor caches; objects
 * handed out belong to the caller.
 *
 * A key is `'name'`, `'namespace/name'` or `{ namespace, name }`; a namespaced object without a namespace is in
 * `defaultNamespace`.
 *
 * All methods throw `ApiError` when the server refuses, `TransportError` when no answer came, `InvalidRequestError`
 * when the call makes no sense (nothing is sent then), and the signal's reason when aborted. Methods that take an
 * object, not a kind, throw `NoKindMatchError` when nobody serves its kind.
 */
export interface Client {
  /** What carries the requests, interceptors included. */
  readonly transport: Transport;
  /** Where namespaced objects without a namespace are. */
  readonly defaultNamespace: string;
  /** Which resource serves a kind. */
  readonly mapper: RestMapper;
  /** Writes of `status`, which ignore all other fields. */
  readonly status: StatusClient;

  get<T extends KubernetesObject>(
    kind: Kind<T>,
    key: string | ObjectKey,
    options?: GetOptions,
  ): Promise<Stored<T>>;
  /** Without a namespace: of all namespaces. With `limit`: one page; see `listPages`. */
  list<T extends KubernetesObject>(kind: Kind<T>, options?: ListOptions): Promise<KubernetesList<T>>;
  /** The same as JSON, exactly as it came; items of built-in kinds name neither their `apiVersion` nor `kind`. */
  listRaw(kind: KindName, options?: ListOptions): Promise<Uint8Array>;
  /** The object needs `apiVersion` and `kind`, and a name or `generateName`. */
  create<T extends KubernetesObject>(object: T, options?: CreateOptions): Promise<Stored<T>>;
  /** Replaces the object. With `metadata.resourceVersion`: only if it has not changed since; otherwise a conflict. */
  update<T extends KubernetesObject>(object: T, options?: UpdateOptions): Promise<Stored<T>>;
  patch<T extends KubernetesObject>(
    kind: Kind<T>,
    key: string | ObjectKey,
    patch: Patch,
    options?: PatchOptions,
  ): Promise<Stored<T>>;
  /** Resolves when the server accepted: with finalizers or a grace period the object stays for a while. */
  delete(target: KubernetesObject, options?: DeleteOptions): Promise<void>;
  delete<T extends KubernetesObject>(
    kind: Kind<T>,
    key: string | ObjectKey,
    options?: DeleteOptions,
  ): Promise<void>;
  /** Deletes a selection in one request. Namespaced kinds need a namespace: the API deletes in one at a time. */
  deleteAllOf<T extends KubernetesObject>(kind: Kind<T>, options?: DeleteAllOfOptions): Promise<void>;
  /**
   * One watch request, sent when iteration begins. Ends when the server ends it; resuming is the caller's (or the
   * runtime cache's). An `ERROR` event is thrown as an ApiError; `isExpired` and `isGone` mean: list again.
   */
  watch<T extends KubernetesObject>(kind: Kind<T>, options?: WatchOptions): AsyncIterable<WatchEvent<T>>;
  /** The same with objects as bytes, for those who parse later or never. */
  watchRaw(kind: KindName, options?: WatchOptions): AsyncIterable<RawWatchEvent>;
  /** Access to one subresource by name: `scale`, `eviction`, `token`. */
  subresource(name: string): SubresourceClient;
}

export interface StatusClient {
  /** Replaces the status of the object, with the same rule for `metadata.resourceVersion` as `update`. */
  update<T extends KubernetesObject>(object: T, options?: UpdateOptions): Promise<Stored<T>>;
  /** The patch is relative to the whole object: `mergePatch({ status: {...} })`. */
  patch<T extends KubernetesObject>(
    kind: Kind<T>,
    key: string | ObjectKey,
    patch: Patch,
    options?: PatchOptions,
  ): Promise<Stored<T>>;
}

/** A subresource of objects that are named by kind and key. `S` is the kind of the subresource, for example Scale. */
export interface SubresourceClient {
  get<S extends KubernetesObject>(kind: KindName, key: string | ObjectKey, options?: GetOptions): Promise<S>;
  create<S extends KubernetesObject>(
    kind: KindName,
    key: string | ObjectKey,
    body: S,
    options?: CreateOptions,
  ): Promise<S>;
  update<S extends KubernetesObject>(
    kind: KindName,
    key: string | ObjectKey,
    body: S,
    options?: UpdateOptions,
  ): Promise<S>;
  patch<S extends KubernetesObject>(
    kind: KindName,
    key: string | ObjectKey,
    patch: Patch,
    options?: PatchOptions,
  ): Promise<S>;
}
