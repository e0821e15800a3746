import type { Clock, Kind, KubernetesObject, Logger, ObjectKey, Random } from '@kubewright/api';
import { isMetadataOnly } from '@kubewright/client';
import type { Client, KindName, Write } from '@kubewright/client';

import type { ActivityTracker } from '../activity/activity.js';
import { CacheReadError } from '../errors.js';
import { childSignal } from '../internal/signals.js';
import type { ChildSignal } from '../internal/signals.js';
import { settingsOf } from './cache-options.js';
import type { CacheSettings, ResolvedSettings } from './cache-options.js';
import { whenCaughtUp } from './catch-up.js';
import { CollectionInformer } from './collection-informer.js';
import type { Informer, WritableInformer } from './informer.js';
import { describeKind, kindId, resourceName } from './kind-name.js';
import { clientListWatch } from './list-watch.js';
import { localSelection } from './local-selection.js';
import { MultiNamespaceInformer } from './multi-namespace-informer.js';
import { objectShape } from './object-shape.js';
import type { IndexFunction } from './store.js';
import { whenInformerSynced } from './sync-timeout.js';
import { withoutState, writeAnswers } from './write-answer.js';

/** The informers of a manager, one per kind (and namespace, where the manager is restricted to some). */
export interface Cache {
  /** The informer of a kind; it is made when first asked for, and runs from then on while the cache does. */
  informer<T extends KubernetesObject>(kind: Kind<T>): Informer<T>;
  /** Whether there is an informer of that kind. */
  follows(kind: KindName): boolean;
  /**
   * The informer of a kind, once it is synced. Rejects with a `CacheSyncError` when that takes longer than the cache's
   * time limit, and with a `CacheReadError` when the cache is not running.
   */
  syncedInformer<T extends KubernetesObject>(
    kind: Kind<T>,
    options?: { signal?: AbortSignal },
  ): Promise<Informer<T>>;
  /**
   * Stops the informer of a kind and forgets its objects; false when there is none. Its handlers hear nothing more.
   * Whoever asks for the kind afterwards starts a new one.
   */
  removeInformer(kind: KindName): boolean;
  /**
   * Makes objects of a kind findable by values computed from them: `list(kind, { fieldSelector: 'spec.nodeName=a' })`
   * reads from an index named `spec.nodeName` (controller-runtime's `IndexField`). At any time: what is there already is
   * indexed at once. It stays when the informer is removed. The same function a second time is no second index.
   */
  indexField<T extends KubernetesObject>(kind: Kind<T>, field: string, valuesOf: IndexFunction<T>): void;
  /**
   * The informer of a kind, ready to be read: synced, and with all that was written to the object, or to any when no key
   * is given, through a client that tells of its writes. A promise only where there is something to wait for.
   */
  readable<T extends KubernetesObject>(
    kind: Kind<T>,
    key: ObjectKey | undefined,
    signal?: AbortSignal,
  ): Promise<Informer<T>> | Informer<T>;
  /** Takes what a write was answered with, ahead of the watch: for `client.with({ onWrite: ... })`. */
  written(write: Write): void;
}

export interface CacheOptions {
  /** The live client. */
  client: Client;
  clock: Clock;
  random: Random;
  logger: Logger;
  activity: ActivityTracker;
  settings?: CacheSettings;
  /** How long a read may wait for the first list. */
  syncTimeoutMs: number;
}

interface Running {
  readonly signal: AbortSignal;
  readonly runs: Set<Promise<void>>;
}

/** The informer of a kind, and what it consists of. */
interface Held {
  readonly informer: WritableInformer;
  readonly collections: readonly CollectionInformer[];
  /** Ends it alone, while the cache goes on. */
  stop: ChildSignal | undefined;
  /** How many controllers need it. */
  references: number;
  /** Whether others asked for it, so that it outlives the controllers. */
  pinned: boolean;
}

const DEFAULT_CATCH_UP_MS = 10_000;

/** The cache of a manager, which starts it once and stops it by the signal. */
export class InformerCache implements Cache {
  readonly #options: CacheOptions;
  readonly #settings: CacheSettings;
  readonly #held = new Map<string, Held>();
  readonly #indexes = new Map<string, Map<string, IndexFunction>>();
  #running: Running | undefined;

  constructor(options: CacheOptions) {
    this.#options = options;
    this.#settings = options.settings ?? {};
  }

  /** Starts all informers, those already asked for and those to come. */
  start(signal: AbortSignal): void {
    this.#running = { signal, runs: new Set() };
    for (const held of this.#held.values()) this.#run(held);
  }

  /** Resolves when, after the abort of its signal, every informer has ended. */
  async whenStopped(): Promise<void> {
    await Promise.all([...(this.#running?.runs ?? [])]);
  }

  informer<T extends KubernetesObject>(kind: Kind<T>): Informer<T> {
    return this.#pinned(kind) as unknown as Informer<T>;
  }

  follows(kind: KindName): boolean {
    return this.#held.has(kindId(kind));
  }

  /** The informer of a kind for those who wait for it, and leave it to others to need it. */
  informerOf(kind: KindName): Informer {
    return this.#heldOf(kind).informer;
  }

  /**
   * The informer of a kind for a controller, which lets go of it when it ends. An informer that nobody else asked for ends
   * with the last who held it.
   */
  holdInformer(kind: KindName): { informer: Informer; release: () => void } {
    const held = this.#heldOf(kind);
    held.references += 1;
    let released = false;
    return {
      informer: held.informer,
      release: () => {
        if (released) return;
        released = true;
        held.references -= 1;
        if (held.references === 0 && !held.pinned) this.#remove(kindId(kind), held);
      },
    };
  }

  /** The JSON that is kept of an object, by `deployments.apps`; undefined where nobody watches. Starts nothing. */
  bytesOf(resource: string, key: ObjectKey): Uint8Array | undefined {
    for (const { informer } of this.#held.values()) {
      const { kind } = informer;
      if (isMetadataOnly(kind) || resourceName(kind) !== resource) continue;
      try {
        return informer.bytesOf(key);
      } catch {
        // A namespace that the cache does not cover.
        return undefined;
      }
    }
    return undefined;
  }

  removeInformer(kind: KindName): boolean {
    const id = kindId(kind);
    const held = this.#held.get(id);
    if (held === undefined) return false;
    this.#remove(id, held);
    return true;
  }

  async syncedInformer<T extends KubernetesObject>(
    kind: Kind<T>,
    options: { signal?: AbortSignal } = {},
  ): Promise<Informer<T>> {
    this.#checkRunning(kind);
    const informer = this.informer(kind);
    if (!informer.hasSynced) await this.#sync(informer as unknown as Informer, options.signal);
    return informer;
  }

  readable<T extends KubernetesObject>(
    kind: Kind<T>,
    key: ObjectKey | undefined,
    signal?: AbortSignal,
  ): Promise<Informer<T>> | Informer<T> {
    this.#checkRunning(kind);
    const { informer } = this.#forReading(kind);
    const ready = informer as unknown as Informer<T>;
    if (informer.hasSynced && informer.caughtUp(key) === undefined) return ready;
    return this.#whenReadable(informer, key, signal).then(() => ready);
  }

  written(write: Write): void {
    const { apiVersion, kind } = write.kind;
    const whole = this.#held.get(kindId({ apiVersion, kind }));
    const metadata = this.#held.get(kindId({ apiVersion, kind, ...onlyMetadata }));
    if (whole === undefined && metadata === undefined) return;
    for (const answer of writeAnswers(write)) {
      metadata?.informer.written(answer);
      whole?.informer.written(isMetadataOnly(write.kind) ? withoutState(answer) : answer);
    }
  }

  indexField<T extends KubernetesObject>(kind: Kind<T>, field: string, valuesOf: IndexFunction<T>): void {
    const { informer } = this.#heldOf(kind);
    const id = kindId(kind);
    const indexes = this.#indexes.get(id) ?? new Map<string, IndexFunction>();
    if (indexes.get(field) === (valuesOf as unknown as IndexFunction) && informer.hasIndex(field)) return;
    informer.addIndex(field, valuesOf as unknown as IndexFunction);
    this.#indexes.set(id, indexes.set(field, valuesOf as unknown as IndexFunction));
  }

  #checkRunning(kind: KindName): void {
    if (this.#running !== undefined && !this.#running.signal.aborted) return;
    throw new CacheReadError(
      'CacheNotStarted',
      `cannot read ${describeKind(kind)} from the cache: ` +
        (this.#running === undefined
          ? 'start the manager first, or read with apiReader'
          : 'the manager is stopped'),
    );
  }

  #forReading(kind: KindName): Held {
    const held = this.#held.get(kindId(kind));
    if (held !== undefined) return held;
    const { failOnMissingInformer = false, byKind = [] } = this.#settings;
    if (failOnMissingInformer && !byKind.some((other) => kindId(other.kind) === kindId(kind))) {
      throw new CacheReadError(
        'KindNotCached',
        `cannot read ${describeKind(kind)} from the cache, which nobody has asked to watch it: ` +
          'watch it with a controller, ask for its informer, or read with apiReader',
      );
    }
    const made = this.#heldOf(kind);
    made.pinned = true;
    return made;
  }

  async #whenReadable(
    informer: WritableInformer,
    key: ObjectKey | undefined,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    if (!informer.hasSynced) await this.#sync(informer, signal);
    const { clock } = this.#options;
    const timeoutMs = this.#settings.catchUpTimeoutMs ?? DEFAULT_CATCH_UP_MS;
    await whenCaughtUp(informer, key, { clock, timeoutMs, ...(signal !== undefined && { signal }) });
  }

  #sync(informer: Informer, signal: AbortSignal | undefined): Promise<void> {
    const { clock, syncTimeoutMs: timeoutMs } = this.#options;
    return whenInformerSynced(informer, { clock, timeoutMs, ...(signal !== undefined && { signal }) });
  }

  #pinned(kind: KindName): WritableInformer {
    const held = this.#heldOf(kind);
    held.pinned = true;
    return held.informer;
  }

  #heldOf(kind: KindName): Held {
    const id = kindId(kind);
    let held = this.#held.get(id);
    if (held !== undefined) return held;
    held = this.#create(kind);
    this.#held.set(id, held);
    for (const [field, valuesOf] of this.#indexes.get(id) ?? []) held.informer.addIndex(field, valuesOf);
    if (this.#running !== undefined) this.#run(held);
    return held;
  }

  #create(kind: KindName): Held {
    const settings = settingsOf(kind, this.#settings);
    const collections = settings.map((one) => this.#collection(kind, one));
    const [only] = collections;
    const isOne = collections.length === 1 && settings[0]?.namespace === undefined;
    const informer =
      isOne && only !== undefined
        ? only
        : new MultiNamespaceInformer(
            kind,
            new Map(collections.map((collection, index) => [settings[index]?.namespace ?? '', collection])),
          );
    return { informer, collections, stop: undefined, references: 0, pinned: false };
  }

  #collection(kind: KindName, settings: ResolvedSettings): CollectionInformer {
    const { client, clock, random, logger, activity } = this.#options;
    const { namespace, labelSelector, fieldSelector, transform, syncPeriodMs } = settings;
    const metadataOnly = isMetadataOnly(kind);
    const informer = new CollectionInformer({
      kind,
      ...(namespace !== undefined && { namespace }),
      listWatch: clientListWatch(client, kind, { namespace, labelSelector, fieldSelector }),
      shape: objectShape({ kind, metadataOnly, transform }),
      selection: localSelection({ labelSelector, fieldSelector }),
      syncPeriodMs,
      streamLists: this.#settings.streamLists,
      clock,
      random,
      logger,
      onChange: activity.changed,
    });
    activity.add(informer);
    return informer;
  }

  #run(held: Held): void {
    const running = this.#running as Running;
    const stop = childSignal(running.signal);
    held.stop = stop;
    const run = Promise.all(held.collections.map((collection) => collection.run(stop.signal))).then(() => {
      stop.release();
      running.runs.delete(run);
    });
    running.runs.add(run);
  }

  #remove(id: string, held: Held): void {
    if (this.#held.get(id) === held) this.#held.delete(id);
    held.stop?.abort(new Error('the informer was removed'));
    for (const collection of held.collections) this.#options.activity.remove(collection);
  }
}

const onlyMetadata = { metadataOnly: true };
