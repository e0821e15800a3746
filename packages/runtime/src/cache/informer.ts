import type { Clock, KubernetesObject, Logger, ObjectKey, Random, Stored } from '@kubewright/api';
import type { KindName } from '@kubewright/client';

import type { ActivityPart, InformerPosition } from '../activity/activity.js';
import { deferred } from '../internal/deferred.js';
import { abortable } from '../internal/signals.js';
import { decodeObject, metaEntry } from './codec.js';
import { informerEvent } from './informer-event.js';
import type { InformerEvent, ObjectMetaEntry, StringMap } from './informer-event.js';
import { describeKind } from './kind-name.js';
import type { ListWatch } from './list-watch.js';
import { Reflector } from './reflector.js';
import type { ReflectorSink } from './reflector.js';
import { Store } from './store.js';
import type { IndexFunction } from './store.js';

/*
 * What an informer promises, to handlers and to readers (after client-go's tools/cache/shared_informer.go):
 *  1. Agreement: unless it is stopped or the server stays out of reach, it comes to hold exactly the objects of its
 *     collection, and follows every change, through server closes, lost connections and expired versions.
 *  2. Order: the states of one object appear in the order in which the server went through them; some may be skipped.
 *     Nothing is promised about the order between different objects.
 *  3. A handler sees each object as `add`, then `update`s, then `delete`; never an `update` or a `delete` of what was not
 *     added to it, never two `add`s in a row. An object that was deleted and made again under the same name in between
 *     is a `delete` and an `add`, not an `update` (client-go would say `update`).
 *  4. An `update` carries the state the handler saw before as `oldObject`. A state is not reported twice.
 *  5. A `delete` carries the final state; when the deletion was missed, the last state seen, with `finalStateUnknown`.
 *  6. A handler added late gets an `add` for everything there is, at once.
 *  7. The store is changed before handlers are called, and handlers are called synchronously, one event after the other:
 *     when `whenSynced` resolves, handlers have seen the whole first list.
 *  8. A handler that throws is logged and does not keep others from the event.
 *  9. Every read is answered from one state of the store; objects it returns are fresh and belong to the caller.
 * The bytes of an object are kept as they came and parsed once on arrival and once per read.
 */

export type InformerHandler<T extends KubernetesObject = KubernetesObject> = (
  event: InformerEvent<T>,
) => void;

export interface InformerListOptions {
  /** Absent: all namespaces of the informer. */
  namespace?: string;
  selector?: { matches(labels: StringMap | undefined): boolean };
  /** Only objects of this name. */
  name?: string;
  /** Only objects that the index has under this value. */
  index?: { name: string; value: string };
  /** At most this many. */
  limit?: number;
}

/** A local copy of the objects of one kind, kept up to date. */
export interface Informer<T extends KubernetesObject = KubernetesObject> {
  readonly kind: KindName;
  /** Whether the first list is complete. */
  readonly hasSynced: boolean;
  /** Resolves when the first list is complete; rejects when the informer is stopped before, or by the signal. */
  whenSynced(options?: { signal?: AbortSignal }): Promise<void>;
  /** Calls the handler for every event from now on, starting with an `add` for each object there is. Returns the way to remove it. */
  addHandler(handler: InformerHandler<T>): () => void;
  /** Makes objects findable by values computed from them. The name must be new to the informer. */
  addIndex(name: string, valuesOf: IndexFunction<T>): void;
  hasIndex(name: string): boolean;
  get(key: ObjectKey): Stored<T> | undefined;
  list(options?: InformerListOptions): Array<Stored<T>>;
  /** What the last attempt failed with, if nothing has succeeded since. */
  readonly lastError: Error | undefined;
}

export interface InformerOptions {
  kind: KindName;
  /** The one namespace it covers; absent: all. */
  namespace?: string;
  listWatch: ListWatch;
  clock: Clock;
  random: Random;
  logger: Logger;
  onChange?: () => void;
  pageSize?: number;
  minWatchTimeoutMs?: number;
}

/** The informer of one collection. `run` it once; it ends by its signal. */
export class CollectionInformer implements Informer, ReflectorSink, ActivityPart {
  readonly kind: KindName;
  readonly #namespace: string | undefined;
  readonly #store: Store;
  readonly #reflector: Reflector;
  readonly #logger: Logger;
  readonly #synced = deferred<void>();
  #hasSynced = false;
  #handlers: readonly InformerHandler[] = [];

  constructor(options: InformerOptions) {
    const { kind, namespace, logger, ...rest } = options;
    this.kind = kind;
    this.#namespace = namespace;
    this.#logger = logger.with({
      kind: kind.kind,
      apiVersion: kind.apiVersion,
      ...(namespace && { namespace }),
    });
    this.#store = new Store((entry) => decodeObject(entry.bytes, kind));
    this.#reflector = new Reflector({ ...rest, sink: this, logger: this.#logger });
  }

  get hasSynced(): boolean {
    return this.#hasSynced;
  }

  get lastError(): Error | undefined {
    return this.#reflector.lastError;
  }

  /** How many objects it holds. */
  get size(): number {
    return this.#store.size;
  }

  async run(signal: AbortSignal): Promise<void> {
    await this.#reflector.run(signal);
    this.#synced.reject(
      new Error(`the informer of ${describeKind(this.kind)} was stopped before it was synced`),
    );
  }

  whenSynced(options: { signal?: AbortSignal } = {}): Promise<void> {
    return abortable(this.#synced.promise, options.signal);
  }

  addHandler(handler: InformerHandler): () => void {
    const own: InformerHandler = (event) => {
      handler(event);
    };
    this.#handlers = [...this.#handlers, own];
    for (const meta of this.#store.entries()) {
      this.#call(own, informerEvent({ type: 'add', kind: this.kind, meta, isInInitialList: true }));
    }
    return () => {
      this.#handlers = this.#handlers.filter((other) => other !== own);
    };
  }

  addIndex(name: string, valuesOf: IndexFunction): void {
    if (this.#store.hasIndex(name))
      throw new Error(`the informer of ${describeKind(this.kind)} has an index "${name}" already`);
    this.#store.addIndex(name, valuesOf);
  }

  hasIndex(name: string): boolean {
    return this.#store.hasIndex(name);
  }

  get(key: ObjectKey): Stored<KubernetesObject> | undefined {
    const entry = this.#store.get(key.namespace ?? '', key.name);
    return entry === undefined ? undefined : decodeObject(entry.bytes, this.kind);
  }

  list(options: InformerListOptions = {}): Array<Stored<KubernetesObject>> {
    const { namespace, name, selector, index, limit = Infinity } = options;
    const found: Array<Stored<KubernetesObject>> = [];
    const entries =
      index === undefined ? this.#store.entries(namespace) : this.#store.byIndex(index.name, index.value);
    for (const entry of entries) {
      if (found.length >= limit) break;
      if (name !== undefined && entry.name !== name) continue;
      if (index !== undefined && namespace !== undefined && entry.namespace !== namespace) continue;
      if (selector !== undefined && !selector.matches(entry.labels)) continue;
      found.push(decodeObject(entry.bytes, this.kind));
    }
    return found;
  }

  isIdle(): boolean {
    return this.#hasSynced && this.#reflector.state.phase === 'watching';
  }

  busyWith(): string[] {
    const { state } = this.#reflector;
    const where = this.#namespace === undefined ? '' : ` in namespace ${this.#namespace}`;
    const why =
      state.phase === 'backingOff'
        ? `: ${state.error.message}; next attempt after ${state.retryInMs} ms`
        : '';
    return [`the informer of ${describeKind(this.kind)}${where} is ${phaseText[state.phase]}${why}`];
  }

  position(): InformerPosition {
    const { resourceVersion } = this.#reflector;
    return {
      kind: this.kind,
      ...(this.#namespace !== undefined && { namespace: this.#namespace }),
      ...(resourceVersion !== undefined && { resourceVersion }),
    };
  }

  read(items: readonly Uint8Array[]): ObjectMetaEntry[] {
    return items.map((bytes) => metaEntry(decodeObject(bytes, this.kind), bytes));
  }

  replace(entries: readonly ObjectMetaEntry[]): void {
    const gone = new Set(this.#store.entries());
    for (const entry of entries) {
      const old = this.#store.get(entry.namespace, entry.name);
      if (old !== undefined) {
        gone.delete(old);
        if (old.uid === entry.uid && old.resourceVersion === entry.resourceVersion) continue;
      }
      this.#put(entry, undefined);
    }
    for (const entry of gone) this.#remove(entry, undefined, true);
    if (this.#hasSynced) return;
    this.#hasSynced = true;
    this.#synced.resolve();
  }

  apply(type: 'ADDED' | 'MODIFIED' | 'DELETED', bytes: Uint8Array): string {
    const object = decodeObject(bytes, this.kind);
    const entry = metaEntry(object, bytes);
    if (type === 'DELETED') this.#remove(entry, object, false);
    else this.#put(entry, object);
    return entry.resourceVersion;
  }

  #put(meta: ObjectMetaEntry, object: Stored<KubernetesObject> | undefined): void {
    const { kind } = this;
    const before = this.#store.get(meta.namespace, meta.name);
    if (before !== undefined && before.uid !== meta.uid) this.#remove(before, undefined, true);
    const oldMeta = this.#store.set(meta, object);
    if (oldMeta === undefined) {
      this.#dispatch(informerEvent({ type: 'add', kind, meta, object, isInInitialList: !this.#hasSynced }));
    } else if (oldMeta.resourceVersion !== meta.resourceVersion) {
      this.#dispatch(informerEvent({ type: 'update', kind, meta, object, oldMeta }));
    }
  }

  #remove(
    meta: ObjectMetaEntry,
    object: Stored<KubernetesObject> | undefined,
    finalStateUnknown: boolean,
  ): void {
    if (this.#store.delete(meta.namespace, meta.name) === undefined) return;
    this.#dispatch(informerEvent({ type: 'delete', kind: this.kind, meta, object, finalStateUnknown }));
  }

  #dispatch(event: InformerEvent): void {
    for (const handler of this.#handlers) this.#call(handler, event);
  }

  #call(handler: InformerHandler, event: InformerEvent): void {
    try {
      handler(event);
    } catch (error) {
      const { namespace, name } = event.meta;
      this.#logger.error('event handler failed', { event: event.type, namespace, name, error });
    }
  }
}

const phaseText = {
  new: 'not started',
  listing: 'listing',
  connecting: 'opening its watch',
  watching: 'watching',
  backingOff: 'waiting to try again',
  stopped: 'stopped',
} as const;
