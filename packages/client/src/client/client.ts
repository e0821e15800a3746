import type { Kind, KubernetesList, KubernetesObject, ObjectKey, Stored, Transport } from '@kubewright/api';

import type { Impersonation } from '../kubeconfig/types.js';
import type { RestMapper } from '../mapper/rest-mapper.js';
import type { Patch } from '../patch.js';
import type { KindName } from '../paths.js';
import type { ScaleClient } from '../subresources/scale.js';
import type { Interceptor } from '../transport/interceptors.js';
import type { RawWatchEvent, WatchEvent } from '../watch/events.js';
import type {
  ApplyOptions,
  CreateOptions,
  DeleteAllOfOptions,
  DeleteOptions,
  FieldWriteOptions,
  GetOptions,
  ListOptions,
  PatchOptions,
  UpdateOptions,
  WatchOptions,
} from './options.js';
import type { RetryListener } from './retry.js';
import type { WriteListener } from './write.js';

/**
 * Reads and writes objects of an API server. Every call is one request, which is repeated only where the server asks for
 * it (`maxRetries`) and never cached; objects handed out belong to the caller.
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
  /** The only namespace that it reads and writes, if it keeps to one. */
  readonly onlyNamespace: string | undefined;
  /** Whether every write is a dry run. */
  readonly dryRun: boolean;
  /** Who owns the fields that it applies, unless a call names another. */
  readonly fieldManager: string;
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
  /**
   * Server-side apply: creates the object, or makes the fields that it names what it says. The object needs `apiVersion`,
   * `kind`, a name, and all that the field manager wants to own: what it owned and is not named any more goes.
   *
   * @throws ApiError for which `isConflict` holds when another manager owns a field, unless `force` is set.
   */
  apply<T extends KubernetesObject>(object: T, options?: ApplyOptions): Promise<Stored<T>>;
  /**
   * Resolves when the server accepted, with the object if it answered with it: with finalizers or a grace period it
   * stays for a while and has a `deletionTimestamp`, and some kinds are shown as they were. `undefined` otherwise.
   */
  delete<T extends KubernetesObject>(target: T, options?: DeleteOptions): Promise<Stored<T> | undefined>;
  delete<T extends KubernetesObject>(
    kind: Kind<T>,
    key: string | ObjectKey,
    options?: DeleteOptions,
  ): Promise<Stored<T> | undefined>;
  /** Deletes a selection in one request. Namespaced kinds need a namespace: the API deletes in one at a time. */
  deleteAllOf<T extends KubernetesObject>(kind: Kind<T>, options?: DeleteAllOfOptions): Promise<void>;
  /** `deleteAllOf` (controller-runtime's word) under the name of its verb. */
  deleteCollection<T extends KubernetesObject>(kind: Kind<T>, options?: DeleteAllOfOptions): Promise<void>;
  /**
   * One watch request, sent when iteration begins. Ends when the server ends it; resuming is the caller's (or the
   * runtime cache's). An `ERROR` event is thrown as an ApiError; `isExpired` and `isGone` mean: list again.
   */
  watch<T extends KubernetesObject>(kind: Kind<T>, options?: WatchOptions): AsyncIterable<WatchEvent<T>>;
  /** The same with objects as bytes, for those who parse later or never. */
  watchRaw(kind: KindName, options?: WatchOptions): AsyncIterable<RawWatchEvent>;
  /** Access to one subresource by name: `scale`, `eviction`, `token`. */
  subresource(name: string): SubresourceClient;
  /** The `scale` of a kind's objects, for kinds that have one. Those of pods and service accounts: `evictPod`, ... */
  scale(kind: KindName): ScaleClient;
  /** A client with the same transport, mapper and settings but for these. Cheap. */
  with(overrides: ClientOverrides): Client;
}

/** What a client derived by `with` has of its own. What is unset stays as it is. */
export interface ClientOverrides {
  /** Who the requests are made as; the one who makes them needs the permission to impersonate. */
  impersonate?: Impersonation | undefined;
  /** Names the owner of fields in every write. */
  fieldManager?: string | undefined;
  /** What becomes of fields that the schema does not know, of every write that does not say. */
  fieldValidation?: FieldWriteOptions['fieldValidation'];
  /** `true` makes every write a dry run, whatever the write says (controller-runtime's `NewDryRunClient`). */
  dryRun?: boolean | undefined;
  /** How long a call may take. */
  timeoutMs?: number | undefined;
  /** How often a request is sent again when the server asks for it; 0 for those who wait themselves. */
  maxRetries?: number | undefined;
  /** Told after those that there are of each repetition of a request, before its wait. */
  onRetry?: RetryListener | undefined;
  /** `false` takes its requests out of the client's rate limit: for those that must not wait, such as renewals of a lease. */
  rateLimit?: false | undefined;
  /** Around the interceptors that there are. */
  interceptors?: readonly Interceptor[] | undefined;
  /** Called after those that there are with every write that was carried out, before its promise resolves. */
  onWrite?: WriteListener | undefined;
  /** Where namespaced objects without a namespace are. */
  defaultNamespace?: string | undefined;
  /**
   * Keeps the client to this namespace (controller-runtime's `NewNamespacedClient`): namespaced objects without a
   * namespace are in it; lists, watches and `deleteAllOf` of namespaced kinds are of it; what names another is refused
   * with an InvalidRequestError 'OtherNamespace'. Cluster-scoped kinds are as ever. It guards against mistakes; roles
   * guard against more.
   */
  onlyNamespace?: string | undefined;
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
  /** Server-side apply of the status: `apiVersion`, `kind`, the name, and the fields of the status to own. */
  apply<T extends KubernetesObject>(object: T, options?: ApplyOptions): Promise<Stored<T>>;
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
