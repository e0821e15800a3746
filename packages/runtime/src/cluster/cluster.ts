import { silentLogger, systemClock, systemRandom } from '@kubewright/api';
import type { Clock, Logger, Random } from '@kubewright/api';
import type { Client, KindName } from '@kubewright/client';

import { ActivityTracker } from '../activity/activity.js';
import type { ActivityPart } from '../activity/activity.js';
import { InformerCache } from '../cache/cache.js';
import type { Cache } from '../cache/cache.js';
import type { CacheSettings } from '../cache/cache-options.js';
import { createCachingClient } from '../cache/caching-client.js';
import { ManagerError } from '../errors.js';
import { EventBroadcaster } from '../events/event-broadcaster.js';
import type { EventRecorder } from '../events/event-recorder.js';
import { aborted } from '../internal/signals.js';
import type { Runnable } from '../manager/runnable.js';

/*
 * What a cluster promises:
 *  1. Its cache runs in the group of caches of the manager that it, or a controller that names it, is added to; the
 *     events recorded with it are sent before it stops.
 *  2. A controller works in the cluster of its own kind: its client, its reader and its events are that cluster's. What
 *     it watches in other clusters only asks for reconciles.
 *  3. Requests are keys alone: objects of the same key in two clusters are the same request.
 */

export interface ClusterOptions {
  /** Names it in logs and error messages. */
  name: string;
  /** A live client; the owner of its transport closes it after the manager has stopped. */
  client: Client;
  clock?: Clock;
  random?: Random;
  /** Defaults to silence. */
  logger?: Logger;
  /** What is cached of each kind. */
  cache?: CacheSettings;
  /** Kinds that `client` always reads from the server. */
  uncached?: readonly KindName[];
  /** How long caches may take to fill. Defaults to 120000. */
  cacheSyncTimeoutMs?: number;
}

/** Where a controller may watch: a cluster, or the manager itself for its own. */
export interface ClusterAccess {
  /** Reads from the cache, writes to the server. */
  readonly client: Client;
  /** Reads from the server. */
  readonly apiReader: Client;
  readonly cache: Cache;
}

/** Another cluster than the manager's own, with a cache and clients of its own (controller-runtime's `cluster.Cluster`). */
export interface Cluster extends ClusterAccess, Runnable {
  readonly group: 'caches';
  /** A recorder of events in this cluster, under the name of this component. */
  events(component: string): EventRecorder;
}

/** Makes a cluster; nothing happens until a manager runs it. It serves one manager. */
export function createCluster(options: ClusterOptions): Cluster {
  return new RunningCluster(options);
}

/** A cluster as its manager sees it. */
export class RunningCluster implements Cluster, ActivityPart {
  readonly name: string;
  readonly group = 'caches';
  readonly client: Client;
  readonly apiReader: Client;
  readonly cache: InformerCache;
  readonly #activity = new ActivityTracker();
  readonly #events: EventBroadcaster;
  #reports = false;

  constructor(options: ClusterOptions) {
    const { client, clock = systemClock, random = systemRandom, uncached } = options;
    const logger = (options.logger ?? silentLogger).with({ cluster: options.name });
    this.name = `the cluster ${options.name}`;
    this.cache = new InformerCache({
      client,
      clock,
      random,
      logger,
      activity: this.#activity,
      syncTimeoutMs: options.cacheSyncTimeoutMs ?? 120_000,
      ...(options.cache !== undefined && { settings: options.cache }),
    });
    this.apiReader = client;
    this.client = createCachingClient({
      client,
      cache: this.cache,
      ...(uncached !== undefined && { uncached }),
    });
    this.#events = new EventBroadcaster({ client, clock, random, logger, onChange: this.#activity.changed });
    this.#activity.add(this.#events);
  }

  events(component: string): EventRecorder {
    return this.#events.recorder(component);
  }

  async start(signal: AbortSignal): Promise<void> {
    this.cache.start(signal);
    await aborted(signal);
    await Promise.all([this.cache.whenStopped(), this.#events.stop()]);
  }

  /**
   * Becomes part of what a manager tells of its activity; the positions of its informers are another server's.
   *
   * @throws ManagerError 'AlreadyStarted' the second time: informers run once.
   */
  reportTo(activity: ActivityTracker): void {
    if (this.#reports) {
      throw new ManagerError(
        'AlreadyStarted',
        `cannot add ${this.name}: a manager has had it before; make a new one with createCluster`,
      );
    }
    this.#reports = true;
    this.#activity.subscribe(activity.changed);
    activity.add(this);
  }

  isIdle(): boolean {
    return this.#activity.isIdle();
  }

  busyWith(): string[] {
    return this.#activity.busyWith().map((what) => `${this.name}: ${what}`);
  }
}

/** The cache that a source of a controller reads; `own` is that of the cluster it works in. */
export function cacheOf(
  source: { readonly cluster?: ClusterAccess | undefined },
  own: InformerCache,
): InformerCache {
  return (source.cluster?.cache as InformerCache | undefined) ?? own;
}
