import { silentLogger, systemClock, systemRandom } from '@kubewright/api';
import type { Clock, Kind, Logger, Random } from '@kubewright/api';
import type { Client, KindName } from '@kubewright/client';

import { ActivityTracker } from '../activity/activity.js';
import type { Activity } from '../activity/activity.js';
import { InformerCache } from '../cache/cache.js';
import type { Cache } from '../cache/cache.js';
import type { CacheSettings } from '../cache/cache-options.js';
import { createCachingClient } from '../cache/caching-client.js';
import { whenInformerSynced } from '../cache/sync-timeout.js';
import { cacheOf, RunningCluster } from '../cluster/cluster.js';
import { Controller } from '../controller/controller.js';
import { standbyFigures } from '../controller/figures.js';
import type { ControllerFigures } from '../controller/figures.js';
import type { ControllerDefinition, ControllerOptions } from '../controller/definition.js';
import type { ReconcileObserver } from '../controller/reconcile-observer.js';
import { needsLeadership } from '../controller/needs-leadership.js';
import { checkControllerOptions, withDefaults } from '../controller/options.js';
import { ManagerError } from '../errors.js';
import { EventBroadcaster } from '../events/event-broadcaster.js';
import type { EventApiVersion } from '../events/event-broadcaster.js';
import type { QueueHandover } from '../handover/queue-handover.js';
import { abortable, aborted } from '../internal/signals.js';
import { Election } from '../leader-election/election.js';
import type { LeaderElectionStatus } from '../leader-election/election.js';
import { resolveLeaderElection } from '../leader-election/options.js';
import type { LeaderElectionOptions } from '../leader-election/options.js';
import { writeFence } from '../leader-election/write-fence.js';
import type { Metrics } from '../metrics/metrics.js';
import { standbyController } from './standby-controller.js';
import { createWebhookServer } from '../webhook/webhook-server.js';
import type { WebhookOptions, WebhookServer } from '../webhook/webhook-server.js';
import type { HealthCheck } from '../health/health-checks.js';
import { Observability } from '../observability/observability.js';
import type { ManagerAddresses, ObservabilityOptions } from '../observability/observability.js';
import type { Why } from '../why/why.js';
import { resolveSharding } from '../sharding/options.js';
import type { ShardingOptions } from '../sharding/options.js';
import { Sharding } from '../sharding/sharding.js';
import type { ShardingStatus } from '../sharding/sharding.js';
import { isServed } from '../source/http-source.js';
import type { HttpSource } from '../source/http-source.js';
import { Lifecycle } from './lifecycle.js';
import type { ManagerState } from './lifecycle.js';
import type { Runnable } from './runnable.js';

/*
 * What a manager promises:
 *  1. Groups start in this order, each when the one before it is ready: servers, webhooks, caches, other runnables that
 *     run on every replica, warm-ups, and what needs leadership, controllers among it; and they stop in reverse, each
 *     only after the one before it has ended. The events that controllers recorded are sent before the caches stop.
 *  2. `start` resolves when all has stopped; it rejects when a part failed, after the others have stopped, or when they
 *     did not stop within `gracefulShutdownTimeoutMs`. After the loss of the lease no stop takes longer than the lease
 *     would have lasted.
 *  3. `whenReady` resolves when all caches of controllers are synced and all workers run, or wait for leadership;
 *     `elected` when this replica leads and its workers run. Both reject when the manager stops before, with what made
 *     it stop.
 *  4. A manager is started once. What is added later starts at once; what is removed is waited for.
 *  5. With leader election a replica stands by with full caches, and is a candidate only when they are full. Its lease
 *     is released after all that needs it has ended, never before.
 *  6. After a stop in time nothing is left: no timer, no request, no listener.
 */

export interface ManagerOptions extends ObservabilityOptions {
  /** A live client; the owner of its transport closes it after the manager has stopped. */
  client: Client;
  controllers?: readonly ControllerDefinition[];
  /** What controllers do that do not say otherwise (controller-runtime's `Controller`). Throws a RangeError like theirs. */
  controllerOptions?: ControllerOptions;
  /** Name of the source of its events; defaults to each controller's name. */
  name?: string;
  clock?: Clock;
  random?: Random;
  /** Defaults to silence. */
  logger?: Logger;
  /** Restricts the caches of namespaced kinds to these. Defaults to all namespaces. */
  namespaces?: readonly string[];
  /** What the caches watch and keep. Its `namespaces` win over those of the manager. */
  cache?: CacheSettings;
  /** Kinds that `client` always reads from the server. */
  uncached?: readonly KindName[];
  /**
   * How long a stop may take before `start` gives up waiting. Defaults to 30000, as in controller-runtime; 0 does not
   * wait at all, Infinity waits for ever.
   */
  gracefulShutdownTimeoutMs?: number;
  /** How long caches may take to fill. Defaults to 120000, as in controller-runtime. */
  cacheSyncTimeoutMs?: number;
  /**
   * Runs controllers, and runnables that do not say otherwise, on one replica at a time. Absent: each replica runs all.
   * A replica that loses the lease stops at once, and `start` rejects with 'LeaderElectionLost': the program has to end.
   * Until it has noticed, writes by the context's clients of controllers that need leadership are refused with that error.
   */
  leaderElection?: LeaderElectionOptions | undefined;
  /** By which API events are written. Defaults to `events.k8s.io/v1`; `v1` is the older one, of the core group. */
  eventsApi?: EventApiVersion;
  /**
   * Shares the keys of controllers with the option `sharded` out over all replicas of the group. When one goes, the
   * others take over its keys; no key is ever reconciled by two at once. A replica that loses its lease stops at once,
   * and `start` rejects with 'ShardLost': the program has to end.
   */
  sharding?: ShardingOptions | undefined;
  /** Are told why each reconcile runs and how it ends. */
  observers?: readonly ReconcileObserver[];
  /** Webhooks to serve. By default none, and no port is open for them. */
  webhooks?: WebhookOptions | undefined;
  /** Carries the queues of controllers from one process to the next, in development. By default they are dropped at the end. */
  handover?: QueueHandover | undefined;
}

/** Runs controllers, with the caches and clients they share. */
export interface Manager {
  readonly state: ManagerState;
  /** Adds a controller or a runnable; it starts at once when the manager is running. Throws on a second controller of the same name. */
  add(part: ControllerDefinition | Runnable): void;
  /** Takes out what was added, and resolves when it has ended. False when it was not there. Informers that only it used end. */
  remove(part: ControllerDefinition | Runnable): Promise<boolean>;
  /**
   * Runs until `stop`, until the signal aborts, or until a part fails. Resolves when everything has stopped, rejects
   * with the failure. A second call is an error.
   */
  start(signal?: AbortSignal): Promise<void>;
  /**
   * Resolves when caches are synced and workers run, or, with leader election, could run at once; may be called before
   * `start`.
   */
  whenReady(signal?: AbortSignal): Promise<void>;
  /** Resolves when this replica leads and all that needs that is ready; without leader election like `whenReady`. */
  readonly elected: Promise<void>;
  /** Absent without leader election. */
  readonly leaderElection?: LeaderElectionStatus | undefined;
  /** Absent without sharding. */
  readonly sharding?: ShardingStatus | undefined;
  /** Stops, and resolves when everything has stopped or was given up on; it never rejects. */
  stop(): Promise<void>;
  /** Reads from the cache, writes to the server. */
  readonly client: Client;
  /** Reads from the server. */
  readonly apiReader: Client;
  readonly cache: Cache;
  readonly activity: Activity;
  /** The server of the option `webhooks`. */
  readonly webhooks?: WebhookServer | undefined;
  /** Why reconciles ran and what they did; undefined unless `why`, `debug` or `tracing` turned it on. */
  readonly why: Why | undefined;
  /** Where its servers listen. */
  readonly addresses: ManagerAddresses;
  /** Adds a check to `/healthz`, in place of one of the same name. */
  addHealthzCheck(name: string, check: HealthCheck): void;
  /** Adds a check to `/readyz`, in place of one of the same name. */
  addReadyzCheck(name: string, check: HealthCheck): void;
}

/** Makes a manager; nothing happens until `start`. */
export function createManager(options: ManagerOptions): Manager {
  return new ControllerManager(options);
}

const defaults = {
  controllers: [],
  clock: systemClock,
  random: systemRandom,
  logger: silentLogger,
  gracefulShutdownTimeoutMs: 30_000,
  cacheSyncTimeoutMs: 120_000,
};

class ControllerManager implements Manager {
  readonly client: Client;
  readonly apiReader: Client;
  readonly cache: InformerCache;
  readonly activity = new ActivityTracker();
  readonly webhooks: WebhookServer | undefined;
  readonly #options: Omit<ManagerOptions, 'metrics'> &
    Required<Pick<ManagerOptions, keyof typeof defaults>> & { metrics: Metrics };
  readonly #events: EventBroadcaster;
  readonly #controllers = new Map<
    string,
    { definition: ControllerDefinition; controller: () => Controller | undefined; runnable: Runnable }
  >();
  readonly #served = new Set<HttpSource>();
  readonly #lifecycle: Lifecycle;
  readonly #election: Election | undefined;
  readonly #sharding: Sharding | undefined;
  readonly #observability: Observability;

  constructor(options: ManagerOptions) {
    const { clock = systemClock, logger = silentLogger } = options;
    checkControllerOptions('the controllers of the manager', options.controllerOptions ?? {});
    this.#observability = new Observability(options, {
      client: options.client,
      clock,
      logger,
      cached: ({ resource, namespace, name }) => this.cache.bytesOf(resource, { namespace, name }),
      controllers: () => this.#figures(),
    });
    const { client, metrics } = this.#observability;
    this.#options = { ...defaults, ...options, client, metrics };
    const { random, namespaces, uncached, cacheSyncTimeoutMs, cache } = this.#options;
    this.cache = new InformerCache({
      client,
      clock,
      random,
      logger,
      activity: this.activity,
      syncTimeoutMs: cacheSyncTimeoutMs,
      settings: { namespaces, ...cache },
    });
    this.apiReader = client;
    this.client = createCachingClient({
      client,
      cache: this.cache,
      ...(uncached !== undefined && { uncached }),
    });
    this.#events = new EventBroadcaster({
      client,
      clock,
      random,
      logger,
      onChange: this.activity.changed,
      ...(options.eventsApi !== undefined && { apiVersion: options.eventsApi }),
    });
    this.activity.add(this.#events);
    this.#election = this.#createElection();
    this.#lifecycle = new Lifecycle({
      clock,
      logger,
      gracefulShutdownTimeoutMs: this.#options.gracefulShutdownTimeoutMs,
      leadership: this.#election,
      shardLeaseRemainsMs: () => this.#sharding?.leaseRemainsMs(),
      flush: () => this.#events.stop(),
      abandon: (reason) => {
        this.#events.abandon(reason);
      },
      onChange: this.activity.changed,
    });
    this.#lifecycle.groups.add(cacheRunnable(this.cache));
    this.#sharding = this.#createSharding();
    if (this.#sharding !== undefined) this.#lifecycle.groups.add(this.#sharding.runnable());
    this.webhooks = this.#webhooks();
    for (const part of this.#observability.runnables) this.#lifecycle.groups.add(part);
    const election = this.#election;
    if (election !== undefined) {
      this.addHealthzCheck('leaderElection', () => {
        election.check();
      });
    }
    this.addReadyzCheck('caches', () => {
      const { phase } = this.state;
      if (phase !== 'running' && phase !== 'standby') throw new Error(`the manager is ${phase}`);
    });
    for (const definition of this.#options.controllers) this.add(definition);
  }

  get why(): Why | undefined {
    return this.#observability.why;
  }

  get addresses(): ManagerAddresses {
    return this.#observability.addresses;
  }

  addHealthzCheck(name: string, check: HealthCheck): void {
    this.#observability.checks.healthz.set(name, check);
  }

  addReadyzCheck(name: string, check: HealthCheck): void {
    this.#observability.checks.readyz.set(name, check);
  }

  get state(): ManagerState {
    return this.#lifecycle.state;
  }

  get leaderElection(): LeaderElectionStatus | undefined {
    return this.#election;
  }

  get sharding(): ShardingStatus | undefined {
    return this.#sharding;
  }

  get elected(): Promise<void> {
    return this.#lifecycle.elected.promise;
  }

  add(part: ControllerDefinition | Runnable): void {
    const { phase } = this.state;
    if (phase === 'stopping' || phase === 'stopped') {
      throw new ManagerError('Stopped', `cannot add ${part.name}: the manager is ${phase}`);
    }
    if ('reconcile' in part) this.#addController(part);
    else if (part instanceof RunningCluster) this.#addCluster(part);
    else this.#lifecycle.groups.add(part);
  }

  async remove(part: ControllerDefinition | Runnable): Promise<boolean> {
    if (!('reconcile' in part)) {
      const wasHere = await this.#lifecycle.groups.remove(part);
      if (part instanceof RunningCluster) this.activity.remove(part);
      return wasHere;
    }
    const controller = this.#controllers.get(part.name);
    if (controller?.definition !== part) return false;
    await this.#lifecycle.groups.remove(controller.runnable);
    const connected = controller.controller();
    if (connected !== undefined) this.#sharding?.remove(connected);
    await connected?.close();
    connected?.release();
    // Only now may another one have its name.
    return this.#controllers.delete(part.name);
  }

  start(signal?: AbortSignal): Promise<void> {
    return this.#lifecycle.start(signal);
  }

  whenReady(signal?: AbortSignal): Promise<void> {
    return abortable(this.#lifecycle.ready.promise, signal);
  }

  stop(): Promise<void> {
    return this.#lifecycle.stop();
  }

  /** Those that stand by have no queue yet. */
  #figures(): ControllerFigures[] {
    return Array.from(this.#controllers.values(), ({ definition, controller }) => {
      const { name, options } = definition;
      return controller()?.figures() ?? standbyFigures(name, options.maxConcurrentReconciles);
    });
  }

  #webhooks(): WebhookServer | undefined {
    const { webhooks, clock, random, logger, metrics } = this.#options;
    if (webhooks === undefined) return undefined;
    const { client, apiReader } = this;
    const server = createWebhookServer({ ...webhooks, client, apiReader, clock, random, logger, metrics });
    this.add(server);
    this.addReadyzCheck('webhook', ({ signal }) => server.startedChecker(signal));
    return server;
  }

  #createElection(): Election | undefined {
    const { leaderElection, client, clock, random, logger, metrics } = this.#options;
    if (leaderElection === undefined) return undefined;
    const options = resolveLeaderElection(leaderElection);
    return new Election({
      options,
      client: client.with({ rateLimit: false }),
      clock,
      random,
      logger,
      metrics: metrics.leaderElection(options.id),
      recorder: (component) => this.#events.recorder(component),
    });
  }

  #createSharding(): Sharding | undefined {
    const { sharding, client, clock, random, logger } = this.#options;
    if (sharding === undefined) return undefined;
    return new Sharding({
      options: resolveSharding(sharding),
      client: client.with({ rateLimit: false }),
      clock,
      random,
      logger,
    });
  }

  #addController(part: ControllerDefinition): void {
    const definition = withDefaults(part, this.#options.controllerOptions);
    const { name, options } = definition;
    if (this.#controllers.has(name)) {
      throw new ManagerError(
        'DuplicateName',
        `two controllers are named "${name}": tell them apart with .named()`,
      );
    }
    const needLeaderElection = needsLeadership(options);
    if (options.sharded === true && this.#sharding === undefined) {
      throw new ManagerError(
        'NoSharding',
        `controller ${name} is sharded, but the manager is in no group: give it the option sharding`,
      );
    }
    for (const source of definition.rawSources ?? []) if (isServed(source)) this.#serve(source, name);
    for (const { cluster } of definition.sources)
      if (cluster instanceof RunningCluster) this.#addCluster(cluster);
    const group = this.#lifecycle.groups.get(needLeaderElection ? 'leaderElected' : 'others');
    let controller: Controller | undefined;
    const connected = (): Controller => {
      if (controller !== undefined) return controller;
      controller = this.#createController(definition);
      controller.connect(group.signal);
      if (options.sharded === true) this.#sharding?.add(controller);
      return controller;
    };
    const runnable =
      needLeaderElection && this.#election !== undefined
        ? standbyController(definition, {
            controller: connected,
            whenSynced: (signal) => this.#whenSynced(definition, signal),
          })
        : connected().runnable();
    this.#controllers.set(name, { definition: part, controller: () => controller, runnable });
    this.#lifecycle.groups.add(runnable);
  }

  /** Once: several controllers may listen to one source, and it stays when they go. */
  #serve(source: HttpSource & { path: string }, controller: string): void {
    if (this.#served.has(source)) return;
    if (this.webhooks === undefined) {
      throw new ManagerError(
        'NoServer',
        `the source ${source.name} of controller ${controller} is to be served at ${source.path}, but the manager has no server for it: give it the option webhooks`,
      );
    }
    this.webhooks.handle(source.path, source.handler);
    this.#served.add(source);
  }

  /** Once: a cluster comes with the controllers that name it. */
  #addCluster(cluster: RunningCluster): void {
    if (this.#lifecycle.groups.has(cluster)) return;
    cluster.reportTo(this.activity);
    this.#lifecycle.groups.add(cluster);
  }

  /** Where a controller works. */
  #clusterOf(
    definition: ControllerDefinition,
  ): Pick<RunningCluster, 'cache' | 'client' | 'apiReader' | 'events'> {
    const own = definition.sources.find(({ role }) => role === 'for')?.cluster;
    if (own instanceof RunningCluster) return own;
    const { cache, client, apiReader } = this;
    return { cache, client, apiReader, events: (component) => this.#events.recorder(component) };
  }

  #createController(definition: ControllerDefinition): Controller {
    const { name, options } = definition;
    const { clock, random, logger, metrics, cacheSyncTimeoutMs } = this.#options;
    const cluster = this.#clusterOf(definition);
    for (const { kind, field, valuesOf } of definition.indexes ?? [])
      cluster.cache.indexField(kind as Kind, field, valuesOf);
    const election = needsLeadership(options) ? this.#election : undefined;
    const fenced = (client: Client): Client =>
      election === undefined ? client : client.with({ interceptors: [writeFence(election)] });
    return new Controller(definition, {
      cache: cluster.cache,
      client: fenced(cluster.client),
      apiReader: fenced(cluster.apiReader),
      events: cluster.events(this.#options.name ?? name),
      clock,
      random,
      logger,
      metrics: metrics.controller({ name, maxConcurrentReconciles: options.maxConcurrentReconciles ?? 1 }),
      activity: this.activity,
      cacheSyncTimeoutMs,
      observers: [...this.#observability.observers, ...(this.#options.observers ?? [])],
      shard: options.sharded === true ? this.#sharding : undefined,
      handover: this.#options.handover,
    });
  }

  /** Resolves when all that a controller watches is in the cache. */
  async #whenSynced(definition: ControllerDefinition, signal: AbortSignal): Promise<void> {
    const { clock } = this.#options;
    const timeoutMs = definition.options.cacheSyncTimeoutMs ?? this.#options.cacheSyncTimeoutMs;
    const { cache } = this.#clusterOf(definition);
    const informers = new Set(
      definition.sources.map((source) => cacheOf(source, cache).informerOf(source.kind)),
    );
    await Promise.all(
      [...informers].map((informer) => whenInformerSynced(informer, { clock, timeoutMs, signal })),
    );
  }
}

/** A cache as a part of a manager: its informers run until the stop. */
function cacheRunnable(cache: InformerCache): Runnable {
  return {
    name: 'the cache',
    group: 'caches',
    start: async (signal) => {
      cache.start(signal);
      await aborted(signal);
      await cache.whenStopped();
    },
  };
}
