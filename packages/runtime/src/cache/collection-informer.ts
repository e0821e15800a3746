import type { Clock, KubernetesObject, Logger, ObjectKey, Random, Stored, Timer } from '@kubewright/api';
import type { KindName } from '@kubewright/client';

import type { ActivityPart, InformerPosition } from '../activity/activity.js';
import { deferred } from '../internal/deferred.js';
import { abortable } from '../internal/signals.js';
import { decodeObject } from './codec.js';
import { informerEvent } from './informer-event.js';
import type { InformerEvent } from './informer-event.js';
import type {
  IndexQuery,
  InformerHandler,
  InformerListOptions,
  WritableInformer,
  WriteAnswer,
} from './informer.js';
import { describeKind } from './kind-name.js';
import type { ListWatch } from './list-watch.js';
import type { LocalSelection } from './local-selection.js';
import { entryOf } from './object-entry.js';
import type { ObjectEntry } from './object-entry.js';
import type { ObjectShape } from './object-shape.js';
import { keyOf, OwnWrites } from './own-writes.js';
import { Reflector } from './reflector.js';
import type { ReflectorSink } from './reflector.js';
import { isNewer } from './resource-version.js';
import { packEntries, placeEntries, release, releaseAll } from './slabs.js';
import { Store } from './store.js';
import type { IndexFunction } from './store.js';

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
  /** Gets the state from the watch itself where the server offers it. Defaults to false. */
  streamLists?: boolean | undefined;
  /** Makes of objects what is kept of them; absent: all of it. */
  shape?: ObjectShape | undefined;
  /** What lists and watches select, for judging what was written; absent: everything. */
  selection?: LocalSelection | undefined;
  /** Tells handlers of every object again after about this time, over and over; absent: never. */
  syncPeriodMs?: number | undefined;
}

/** The informer of one collection. `run` it once; it ends by its signal. */
export class CollectionInformer implements WritableInformer, ReflectorSink, ActivityPart {
  readonly kind: KindName;
  readonly #namespace: string | undefined;
  readonly #store: Store;
  readonly #reflector: Reflector;
  readonly #logger: Logger;
  readonly #options: InformerOptions;
  readonly #ownWrites = new OwnWrites();
  readonly #synced = deferred<void>();
  #hasSynced = false;
  #handlers: readonly InformerHandler[] = [];

  constructor(options: InformerOptions) {
    const { kind, namespace, logger, listWatch, clock, random, onChange, pageSize, minWatchTimeoutMs } =
      options;
    this.kind = kind;
    this.#options = options;
    this.#namespace = namespace;
    this.#logger = logger.with({
      kind: kind.kind,
      apiVersion: kind.apiVersion,
      ...(namespace && { namespace }),
    });
    this.#store = new Store({
      parse: (entry) => decodeObject(entry.bytes, kind),
      onError: (index, entry, error) => {
        const { namespace: of, name } = entry;
        this.#logger.error('index function failed, the object is left out of the index', {
          index,
          namespace: of,
          name,
          error,
        });
      },
    });
    this.#reflector = new Reflector({
      listWatch,
      clock,
      random,
      sink: this,
      logger: this.#logger,
      streamLists: options.streamLists ?? false,
      ...(onChange !== undefined && { onChange }),
      ...(pageSize !== undefined && { pageSize }),
      ...(minWatchTimeoutMs !== undefined && { minWatchTimeoutMs }),
    });
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
    const stopResync = this.#resyncPeriodically();
    try {
      await this.#reflector.run(signal);
    } finally {
      stopResync();
    }
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

  removeIndex(name: string): void {
    this.#store.removeIndex(name);
  }

  hasIndex(name: string): boolean {
    return this.#store.hasIndex(name);
  }

  get(key: ObjectKey): Stored<KubernetesObject> | undefined {
    const entry = this.#store.get(key.namespace ?? '', key.name);
    return entry === undefined ? undefined : decodeObject(entry.bytes, this.kind);
  }

  bytesOf(key: ObjectKey): Uint8Array | undefined {
    return this.#store.get(key.namespace ?? '', key.name)?.bytes;
  }

  list(options: InformerListOptions = {}): Array<Stored<KubernetesObject>> {
    const { namespace, name, selector, index, limit = Infinity } = options;
    const found: Array<Stored<KubernetesObject>> = [];
    for (const entry of this.#candidates(namespace, name, index)) {
      if (found.length >= limit) break;
      if (name !== undefined && entry.name !== name) continue;
      if (namespace !== undefined && entry.namespace !== namespace) continue;
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

  written(answer: WriteAnswer): void {
    switch (answer.type) {
      case 'state':
        this.#writtenState(entryOf(answer.bytes));
        break;
      case 'gone':
        this.#writtenGone(answer.key, answer.uid);
        break;
      case 'later':
        this.#writtenLater(answer);
        break;
    }
  }

  caughtUp(key: ObjectKey | undefined): Promise<void> | undefined {
    const text = key && keyOf(key);
    return this.#ownWrites.isAwaited(text) ? this.#whenCaughtUp(text) : undefined;
  }

  beginList(): void {
    this.#ownWrites.beginList();
  }

  keep(arrived: readonly ObjectEntry[]): readonly ObjectEntry[] {
    const { shape } = this.#options;
    if (shape === undefined) {
      placeEntries(arrived);
      return arrived;
    }
    const entries = arrived.map(shape);
    packEntries(entries);
    return entries;
  }

  replace(entries: readonly ObjectEntry[], resourceVersion: string): void {
    const own = this.#ownWrites;
    const gone = new Set(this.#store.entries());
    const known: ObjectEntry[] = [];
    for (const entry of entries) {
      const old = this.#store.get(entry.namespace, entry.name);
      if (own.any && own.outdatesInList(entry)) {
        if (old !== undefined) gone.delete(old);
        known.push(entry);
        continue;
      }
      if (old !== undefined) {
        gone.delete(old);
        if (old.uid === entry.uid && old.resourceVersion === entry.resourceVersion) {
          known.push(entry);
          continue;
        }
      }
      this.#put(entry);
    }
    for (const entry of gone) {
      if (!own.any || !own.outlives(entry, resourceVersion)) this.#remove(entry, true);
    }
    releaseAll(known);
    own.endList(resourceVersion);
    if (this.#hasSynced) return;
    this.#hasSynced = true;
    this.#synced.resolve();
  }

  apply(type: 'ADDED' | 'MODIFIED' | 'DELETED', bytes: Uint8Array): string {
    const entry = entryOf(bytes);
    const { resourceVersion } = entry;
    if (type === 'DELETED') this.#deleted(entry);
    else this.#changed(entry);
    if (this.#ownWrites.any) this.#ownWrites.reached(resourceVersion, false);
    return resourceVersion;
  }

  bookmark(resourceVersion: string): void {
    if (this.#ownWrites.any) this.#ownWrites.reached(resourceVersion, true);
  }

  /** Tells handlers of every object again. */
  resync(): void {
    for (const meta of [...this.#store.entries()]) {
      if (this.#store.get(meta.namespace, meta.name) !== meta) continue;
      this.#dispatch(informerEvent({ type: 'update', kind: this.kind, meta, oldMeta: meta, isResync: true }));
    }
  }

  #changed(arrived: ObjectEntry): void {
    const own = this.#ownWrites;
    if (own.any) {
      const compared = own.compare(arrived);
      if (compared === 'older') return;
      // What the server sends is selected, whatever was thought of it when it was written.
      if (compared === 'same' && this.#store.get(arrived.namespace, arrived.name) !== undefined) return;
    }
    this.#put(this.#kept(arrived));
  }

  #deleted(arrived: ObjectEntry): void {
    if (this.#ownWrites.any && this.#ownWrites.outdatesDelete(arrived)) return;
    if (this.#store.get(arrived.namespace, arrived.name) === undefined) return;
    this.#remove(this.#kept(arrived), false);
  }

  #writtenState(arrived: ObjectEntry): void {
    const { selection } = this.#options;
    const position = this.#reflector.resourceVersion;
    const selected = selection === undefined ? true : selection.selects(arrived);
    if (selected === undefined) {
      const { uid, resourceVersion } = arrived;
      if (position === undefined || isNewer(resourceVersion, position))
        this.#ownWrites.noteAwaited(keyOf(arrived), { uid, resourceVersion, beyond: false });
      return;
    }
    if (!this.#ownWrites.noteState(arrived, position)) return;
    const kept = this.#store.get(arrived.namespace, arrived.name);
    if (selected) this.#put(this.#kept(arrived));
    else if (kept !== undefined) this.#remove(kept, false);
  }

  #writtenGone(key: ObjectKey, uid: string | undefined): void {
    const kept = this.#store.get(key.namespace ?? '', key.name);
    const gone = uid ?? kept?.uid;
    if (gone === undefined) return;
    this.#ownWrites.noteGone(gone);
    if (kept?.uid === gone) this.#remove(kept, false);
  }

  #writtenLater({ key, state, object }: Extract<WriteAnswer, { type: 'later' }>): void {
    const position = this.#reflector.resourceVersion;
    const isTold = position !== undefined && !isNewer(state.resourceVersion, position);
    if (isTold && !state.beyond) return;
    const kept = this.#store.get(key.namespace ?? '', key.name);
    // Of what is not selected, or has changed or gone since, there is nothing to wait for.
    if (isTold && (kept?.uid !== state.uid || kept?.resourceVersion !== state.resourceVersion)) return;
    if (kept === undefined && !this.#maySelect(object)) return;
    this.#ownWrites.noteAwaited(keyOf(key), state);
  }

  /** Whether the watch may ever tell of an object that is not there. */
  #maySelect(object: KubernetesObject | undefined): boolean {
    const { selection } = this.#options;
    if (selection === undefined) return true;
    return object !== undefined && selection.selects(entryOf(Buffer.from(JSON.stringify(object)))) !== false;
  }

  async #whenCaughtUp(key: string | undefined): Promise<void> {
    while (this.#ownWrites.isAwaited(key)) await this.#ownWrites.change();
  }

  /** What is kept of an object that came alone. */
  #kept(arrived: ObjectEntry): ObjectEntry {
    const entry = this.#options.shape?.(arrived) ?? arrived;
    entry.own();
    return entry;
  }

  #put(meta: ObjectEntry): void {
    const { kind } = this;
    const before = this.#store.get(meta.namespace, meta.name);
    if (before !== undefined && before.uid !== meta.uid) this.#remove(before, true);
    const oldMeta = this.#store.set(meta);
    if (oldMeta === undefined) {
      this.#dispatch(informerEvent({ type: 'add', kind, meta, isInInitialList: !this.#hasSynced }));
      return;
    }
    release(oldMeta);
    if (oldMeta.resourceVersion !== meta.resourceVersion) {
      this.#dispatch(informerEvent({ type: 'update', kind, meta, oldMeta }));
    }
  }

  #remove(meta: ObjectEntry, finalStateUnknown: boolean): void {
    const removed = this.#store.delete(meta.namespace, meta.name);
    if (removed === undefined) return;
    release(removed);
    this.#dispatch(informerEvent({ type: 'delete', kind: this.kind, meta, finalStateUnknown }));
  }

  #candidates(
    namespace: string | undefined,
    name: string | undefined,
    index: InformerListOptions['index'],
  ): Iterable<ObjectEntry> {
    if (index === undefined) {
      if (name === undefined || namespace === undefined) return this.#store.entries(namespace);
      const entry = this.#store.get(namespace, name);
      return entry === undefined ? [] : [entry];
    }
    return this.#store.byIndexes(Array.isArray(index) ? (index as IndexQuery[]) : [index as IndexQuery]);
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

  /** Like controller-runtime's, each period is up to a tenth shorter or longer, so that informers do not march in step. */
  #resyncPeriodically(): () => void {
    const { syncPeriodMs, clock, random } = this.#options;
    if (syncPeriodMs === undefined) return () => undefined;
    let timer: Timer;
    const arm = () => {
      timer = clock.setTimer(
        () => {
          arm();
          if (this.#hasSynced) this.resync();
        },
        syncPeriodMs * (0.9 + random.next() / 5),
        { unref: true },
      );
    };
    arm();
    return () => {
      timer.cancel();
    };
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
