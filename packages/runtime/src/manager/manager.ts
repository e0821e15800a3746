import { silentLogger, systemClock, systemRandom } from '@kubewright/api';
import type { Clock, Logger, Random } from '@kubewright/api';
import type { Client, KindName } from '@kubewright/client';

import { ActivityTracker } from '../activity/activity.js';
import type { Activity } from '../activity/activity.js';
import { InformerCache } from '../cache/cache.js';
import type { Cache } from '../cache/cache.js';
import { createCachingClient } from '../cache/caching-client.js';
import { Controller } from '../controller/controller.js';
import type { ControllerDefinition } from '../controller/definition.js';
import { ManagerError } from '../errors.js';
import { EventBroadcaster } from '../events/event-broadcaster.js';
import { deferred } from '../internal/deferred.js';
import { toError } from '../internal/errors.js';
import { abortable, sharedController, within } from '../internal/signals.js';
import { noMetrics } from '../metrics/metrics.js';
import type { Metrics } from '../metrics/metrics.js';
import { LifetimeGroup } from './lifetime-group.js';
import type { Runnable } from './runnable.js';

/*
 * What a manager promises:
 *  1. It starts, in this order: servers, caches, other runnables, controllers; and stops in reverse, each group only
 *     after the one before it has ended. The events that controllers recorded are sent before the caches stop.
 *  2. `start` resolves when all has stopped; it rejects when a part failed, after the others have stopped, or when they
 *     did not stop within `gracefulShutdownTimeoutMs`.
 *  3. `whenReady` resolves when all caches of controllers are synced and all workers run; it rejects when the manager
 *     stops before, with what made it stop.
 *  4. A manager is started once. What is added later starts at once.
 *  5. After a stop in time nothing is left: no timer, no request, no listener.
 */

export interface ManagerOptions {
  /** A live client; the owner of its transport closes it after the manager has stopped. */
  client: Client;
  controllers?: readonly ControllerDefinition[];
  /** Name of the source of its events; defaults to each controller's name. */
  name?: string;
  clock?: Clock;
  random?: Random;
  /** Defaults to silence. */
  logger?: Logger;
  metrics?: Metrics;
  /** Restricts the caches of namespaced kinds to these. Defaults to all namespaces. */
  namespaces?: readonly string[];
  /** Kinds that `client` always reads from the server. */
  uncached?: readonly KindName[];
  /** How long a stop may take before `start` gives up waiting. Defaults to 30000, as in controller-runtime. */
  gracefulShutdownTimeoutMs?: number;
  /** How long caches may take to fill. Defaults to 120000, as in controller-runtime. */
  cacheSyncTimeoutMs?: number;
}

export type ManagerState =
  | { readonly phase: 'new' }
  | { readonly phase: 'starting' }
  | { readonly phase: 'running' }
  | { readonly phase: 'stopping'; readonly error?: Error }
  | { readonly phase: 'stopped'; readonly error?: Error };

/** Runs controllers, with the caches and clients they share. */
export interface Manager {
  readonly state: ManagerState;
  /** Adds a controller or a runnable; it starts at once when the manager is running. Throws on a second controller of the same name. */
  add(part: ControllerDefinition | Runnable): void;
  /**
   * Runs until `stop`, until the signal aborts, or until a part fails. Resolves when everything has stopped, rejects
   * with the failure. A second call is an error.
   */
  start(signal?: AbortSignal): Promise<void>;
  /** Resolves when caches are synced and workers run; may be called before `start`. */
  whenReady(signal?: AbortSignal): Promise<void>;
  /** Stops, and resolves when everything has stopped or was given up on; it never rejects. */
  stop(): Promise<void>;
  /** Reads from the cache, writes to the server. */
  readonly client: Client;
  /** Reads from the server. */
  readonly apiReader: Client;
  readonly cache: Cache;
  readonly activity: Activity;
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
  metrics: noMetrics,
  gracefulShutdownTimeoutMs: 30_000,
  cacheSyncTimeoutMs: 120_000,
};

class ControllerManager implements Manager {
  readonly client: Client;
  readonly apiReader: Client;
  readonly cache: InformerCache;
  readonly activity = new ActivityTracker();
  readonly #options: ManagerOptions & Required<Pick<ManagerOptions, keyof typeof defaults>>;
  readonly #events: EventBroadcaster;
  readonly #controllers = new Map<string, Controller>();
  readonly #ready = deferred<void>();
  readonly #stopAsked = deferred<void>();
  readonly #stopped = deferred<void>();
  readonly #servers = new LifetimeGroup((error) => {
    this.#fail(error);
  });
  readonly #others = new LifetimeGroup((error) => {
    this.#fail(error);
  });
  readonly #controllerGroup = new LifetimeGroup((error) => {
    this.#fail(error);
  });
  readonly #cacheStop = sharedController();
  #state: ManagerState = { phase: 'new' };
  #failure: Error | undefined;

  constructor(options: ManagerOptions) {
    this.#options = { ...defaults, ...options };
    const { client, clock, random, logger, namespaces, uncached, cacheSyncTimeoutMs } = this.#options;
    this.cache = new InformerCache({
      client,
      clock,
      random,
      logger,
      activity: this.activity,
      syncTimeoutMs: cacheSyncTimeoutMs,
      ...(namespaces !== undefined && { namespaces }),
    });
    this.apiReader = client;
    this.client = createCachingClient({
      client,
      cache: this.cache,
      ...(uncached !== undefined && { uncached }),
    });
    this.#events = new EventBroadcaster({ client, clock, random, logger, onChange: this.activity.changed });
    this.activity.add(this.#events);
    for (const definition of this.#options.controllers) this.add(definition);
  }

  get state(): ManagerState {
    return this.#state;
  }

  add(part: ControllerDefinition | Runnable): void {
    const { phase } = this.#state;
    if (phase === 'stopping' || phase === 'stopped') {
      throw new ManagerError('Stopped', `cannot add ${part.name}: the manager is ${phase}`);
    }
    if ('reconcile' in part) this.#addController(part);
    else this.#addRunnable(part);
  }

  async start(signal?: AbortSignal): Promise<void> {
    if (this.#state.phase !== 'new') {
      throw new ManagerError(
        'AlreadyStarted',
        `the manager is ${this.#state.phase}: make a new one to start again`,
      );
    }
    this.#state = { phase: 'starting' };
    const onAbort = () => {
      this.#stopAsked.resolve();
    };
    if (signal?.aborted === true) onAbort();
    signal?.addEventListener('abort', onAbort, { once: true });
    try {
      void this.#startAll();
      await this.#stopAsked.promise;
      await this.#stopAll();
    } finally {
      signal?.removeEventListener('abort', onAbort);
    }
    if (this.#failure !== undefined) throw this.#failure;
  }

  whenReady(signal?: AbortSignal): Promise<void> {
    return abortable(this.#ready.promise, signal);
  }

  async stop(): Promise<void> {
    if (this.#state.phase === 'new') {
      this.#finish();
      return;
    }
    this.#stopAsked.resolve();
    await this.#stopped.promise;
  }

  #addController(definition: ControllerDefinition): void {
    const { name, options } = definition;
    if (this.#controllers.has(name)) {
      throw new ManagerError(
        'DuplicateName',
        `two controllers are named "${name}": tell them apart with .named()`,
      );
    }
    const { clock, random, logger, metrics, cacheSyncTimeoutMs } = this.#options;
    const controller = new Controller(definition, {
      cache: this.cache,
      client: this.client,
      apiReader: this.apiReader,
      events: this.#events.recorder(this.#options.name ?? name),
      clock,
      random,
      logger,
      metrics: metrics.controller({ name, maxConcurrentReconciles: options.maxConcurrentReconciles ?? 1 }),
      activity: this.activity,
      cacheSyncTimeoutMs,
    });
    this.#controllers.set(name, controller);
    controller.connect(this.#controllerGroup.signal);
    this.#controllerGroup.add({
      name: `controller ${name}`,
      start: (signal) => controller.run(signal),
      whenReady: () => controller.whenReady(),
    });
  }

  #addRunnable(runnable: Runnable): void {
    const group = runnable.group === 'servers' ? this.#servers : this.#others;
    group.add(runnable);
  }

  async #startAll(): Promise<void> {
    try {
      await this.#servers.start();
      if (this.#state.phase !== 'starting') return;
      this.cache.start(this.#cacheStop.signal);
      await this.#others.start();
      if (this.#state.phase !== 'starting') return;
      await this.#controllerGroup.start();
      if (this.#state.phase !== 'starting') return;
      this.#state = { phase: 'running' };
      this.#options.logger.info('manager started', { controllers: [...this.#controllers.keys()] });
      this.#ready.resolve();
      this.activity.changed();
    } catch (error) {
      // What fails to become ready because of a stop is no failure.
      if (this.#state.phase === 'starting') this.#fail(error);
    }
  }

  #fail(error: unknown): void {
    this.#failure ??= toError(error);
    this.#ready.reject(this.#failure);
    this.#stopAsked.resolve();
  }

  async #stopAll(): Promise<void> {
    const { clock, logger, gracefulShutdownTimeoutMs: timeoutMs } = this.#options;
    this.#state =
      this.#failure === undefined ? { phase: 'stopping' } : { phase: 'stopping', error: this.#failure };
    logger.info('manager is stopping');
    const inTime = await within(this.#stopInOrder(), { clock, timeoutMs });
    if (!inTime) {
      const groups = [this.#controllerGroup, this.#others, this.#servers];
      const left = groups.flatMap((group) => group.unfinished());
      this.#failure ??= new ManagerError(
        'GracefulShutdownTimeout',
        `not stopped within ${timeoutMs} ms: still running: ${left.length > 0 ? left.join(', ') : 'the cache'}`,
      );
      this.#abandon();
    }
    this.#finish();
  }

  async #stopInOrder(): Promise<void> {
    const reason = new Error('the manager is stopping');
    await this.#controllerGroup.stop(reason);
    await this.#others.stop(reason);
    await this.#events.stop();
    this.#cacheStop.abort(reason);
    await this.cache.whenStopped();
    await this.#servers.stop(reason);
  }

  /** Tells everything that is left to end, without waiting for it. */
  #abandon(): void {
    const reason = new Error('the manager has given up waiting');
    for (const group of [this.#controllerGroup, this.#others, this.#servers]) void group.stop(reason);
    this.#cacheStop.abort(reason);
    this.#events.abandon(reason);
  }

  #finish(): void {
    this.#state =
      this.#failure === undefined ? { phase: 'stopped' } : { phase: 'stopped', error: this.#failure };
    this.#ready.reject(
      this.#failure ?? new ManagerError('Stopped', 'the manager was stopped before it was ready'),
    );
    this.#options.logger.info('manager stopped');
    this.#stopped.resolve();
    this.activity.changed();
  }
}
