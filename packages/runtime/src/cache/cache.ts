import type { Clock, Kind, KubernetesObject, Logger, Random } from '@kubewright/api';
import type { Client, KindName } from '@kubewright/client';

import type { ActivityTracker } from '../activity/activity.js';
import { CacheReadError } from '../errors.js';
import { CollectionInformer } from './informer.js';
import type { Informer } from './informer.js';
import { describeKind, kindId } from './kind-name.js';
import { clientListWatch } from './list-watch.js';
import { MultiNamespaceInformer } from './multi-namespace-informer.js';
import type { IndexFunction } from './store.js';
import { whenInformerSynced } from './sync-timeout.js';

/** The informers of a manager, one per kind (and namespace, where the manager is restricted to some). */
export interface Cache {
  /** The informer of a kind; it is made when first asked for, and runs from then on while the cache does. */
  informer<T extends KubernetesObject>(kind: Kind<T>): Informer<T>;
  /**
   * The informer of a kind, once it is synced. Rejects with a `CacheSyncError` when that takes longer than the cache's
   * time limit, and with a `CacheReadError` when the cache is not running.
   */
  syncedInformer<T extends KubernetesObject>(
    kind: Kind<T>,
    options?: { signal?: AbortSignal },
  ): Promise<Informer<T>>;
  /**
   * Makes objects of a kind findable by values computed from them: `list(kind, { fieldSelector: 'spec.nodeName=a' })`
   * reads from an index named `spec.nodeName` (controller-runtime's `IndexField`).
   */
  indexField<T extends KubernetesObject>(kind: Kind<T>, field: string, valuesOf: IndexFunction<T>): void;
}

export interface CacheOptions {
  /** The live client. */
  client: Client;
  clock: Clock;
  random: Random;
  logger: Logger;
  activity: ActivityTracker;
  /** Restricts namespaced kinds to these; absent: all namespaces. */
  namespaces?: readonly string[];
  /** How long a read may wait for the first list. */
  syncTimeoutMs: number;
}

interface Running {
  readonly signal: AbortSignal;
  readonly runs: Array<Promise<void>>;
}

/** The cache of a manager, which starts it once and stops it by the signal. */
export class InformerCache implements Cache {
  readonly #options: CacheOptions;
  readonly #informers = new Map<string, Informer>();
  readonly #collections: CollectionInformer[] = [];
  #running: Running | undefined;

  constructor(options: CacheOptions) {
    this.#options = options;
  }

  /** Starts all informers, those already asked for and those to come. */
  start(signal: AbortSignal): void {
    this.#running = { signal, runs: [] };
    for (const collection of this.#collections) this.#running.runs.push(collection.run(signal));
  }

  /** Resolves when, after the abort of its signal, every informer has ended. */
  async whenStopped(): Promise<void> {
    await Promise.all(this.#running?.runs ?? []);
  }

  informer<T extends KubernetesObject>(kind: Kind<T>): Informer<T> {
    return this.informerOf(kind) as unknown as Informer<T>;
  }

  /** The same, for a kind whose type is not known. */
  informerOf(kind: KindName): Informer {
    const id = kindId(kind);
    let informer = this.#informers.get(id);
    if (informer === undefined) {
      informer = this.#create(kind);
      this.#informers.set(id, informer);
    }
    return informer;
  }

  async syncedInformer<T extends KubernetesObject>(
    kind: Kind<T>,
    options: { signal?: AbortSignal } = {},
  ): Promise<Informer<T>> {
    if (this.#running === undefined || this.#running.signal.aborted) {
      throw new CacheReadError(
        'CacheNotStarted',
        `cannot read ${describeKind(kind)} from the cache: ` +
          (this.#running === undefined
            ? 'start the manager first, or read with apiReader'
            : 'the manager is stopped'),
      );
    }
    const informer = this.informer(kind);
    if (!informer.hasSynced) {
      const { clock, syncTimeoutMs: timeoutMs } = this.#options;
      await whenInformerSynced(informer as unknown as Informer, { clock, timeoutMs, ...options });
    }
    return informer;
  }

  indexField<T extends KubernetesObject>(kind: Kind<T>, field: string, valuesOf: IndexFunction<T>): void {
    this.informer(kind).addIndex(field, valuesOf);
  }

  #create(kind: KindName): Informer {
    const { namespaces } = this.#options;
    if (!kind.namespaced || namespaces === undefined) return this.#collection(kind);
    const perNamespace = new Map(
      [...new Set(namespaces)].map((namespace) => [namespace, this.#collection(kind, namespace)]),
    );
    return new MultiNamespaceInformer(kind, perNamespace);
  }

  #collection(kind: KindName, namespace?: string): CollectionInformer {
    const { client, clock, random, logger, activity } = this.#options;
    const scope = namespace === undefined ? {} : { namespace };
    const listWatch = clientListWatch(client, kind, scope);
    const informer = new CollectionInformer({
      kind,
      ...scope,
      listWatch,
      clock,
      random,
      logger,
      onChange: activity.changed,
    });
    this.#collections.push(informer);
    activity.add(informer);
    if (this.#running !== undefined) this.#running.runs.push(informer.run(this.#running.signal));
    return informer;
  }
}
