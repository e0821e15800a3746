import { abortReason } from '@kubewright/api';
import type { Clock, Logger, Random } from '@kubewright/api';
import { parseKey } from '@kubewright/client';
import type { Client } from '@kubewright/client';

import type { ActivityPart, ActivityTracker } from '../activity/activity.js';
import type { InformerCache } from '../cache/cache.js';
import type { Informer } from '../cache/informer.js';
import { whenInformerSynced } from '../cache/sync-timeout.js';
import { isTerminalError, ReconcileTimeoutError } from '../errors.js';
import type { EventRecorder } from '../events/event-recorder.js';
import { deferred } from '../internal/deferred.js';
import { messageOf } from '../internal/errors.js';
import { childSignal } from '../internal/signals.js';
import type { ControllerMetrics } from '../metrics/metrics.js';
import { createRateLimitingQueue } from '../queue/rate-limiting-queue.js';
import type { RateLimitingQueue } from '../queue/rate-limiting-queue.js';
import { defaultControllerRateLimiter } from '../queue/rate-limiter.js';
import { RunContext } from './context.js';
import type { ContextParts } from './context.js';
import type { ControllerDefinition } from './definition.js';
import { eventHandler } from './event-source.js';
import type { Result } from './result.js';

/*
 * What a running controller promises (after controller-runtime's pkg/internal/controller/controller.go):
 *  1. No reconcile starts before the caches of all its sources are synced.
 *  2. At most `maxConcurrentReconciles` run at once, and never two of the same request.
 *  3. An event during a reconcile leads to another one after it.
 *  4. An error puts the request back with growing delays, and is logged once; a TerminalError does not put it back.
 *     A success, also one with `requeueAfter`, forgets earlier failures.
 *  5. After the stop no new reconcile starts; those running see their signal abort and are waited for.
 */

export interface ControllerDependencies {
  cache: InformerCache;
  client: Client;
  apiReader: Client;
  events: EventRecorder;
  clock: Clock;
  random: Random;
  logger: Logger;
  metrics: ControllerMetrics;
  activity: ActivityTracker;
  cacheSyncTimeoutMs: number;
}

/** How many failing requests `busyWith` names. */
const DESCRIBED_FAILURES = 3;

/** One controller at work. The manager makes it, connects it to the caches, and runs it once. */
export class Controller implements ActivityPart {
  readonly name: string;
  readonly #definition: ControllerDefinition;
  readonly #dependencies: ControllerDependencies;
  readonly #logger: Logger;
  /** What the last reconcile of each request that is to be retried failed with. */
  readonly #failures = new Map<string, string>();
  readonly #parts: ContextParts;
  readonly #queue: RateLimitingQueue;
  readonly #informers = new Set<Informer>();
  readonly #ready = deferred<void>();
  #removals: Array<() => void> = [];
  #mappings = 0;
  #isReady = false;

  constructor(definition: ControllerDefinition, dependencies: ControllerDependencies) {
    const { clock, metrics, activity } = dependencies;
    this.name = definition.name;
    this.#definition = definition;
    this.#dependencies = dependencies;
    this.#logger = dependencies.logger.with({
      controller: definition.name,
      controllerKind: definition.kind.kind,
    });
    this.#parts = { ...dependencies, logger: this.#logger };
    this.#queue = createRateLimitingQueue({
      clock,
      metrics: metrics.queue,
      onChange: activity.changed,
      rateLimiter: (definition.options.rateLimiter ?? defaultControllerRateLimiter)({ clock }),
    });
    activity.add(this);
  }

  /** Resolves when the workers run; rejects when the caches did not fill, or the controller was stopped before. */
  whenReady(): Promise<void> {
    return this.#ready.promise;
  }

  /** Asks the cache for the informers of all sources, and listens to them. */
  connect(signal: AbortSignal): void {
    const { cache, client } = this.#dependencies;
    const { kind, sources } = this.#definition;
    for (const source of sources) {
      const informer = cache.informerOf(source.kind);
      const handler = eventHandler({
        source,
        kind,
        client,
        signal,
        logger: this.#logger,
        add: (item) => {
          this.#queue.add(item);
        },
        onMapping: (change) => {
          this.#mappings += change;
          this.#dependencies.activity.changed();
        },
      });
      this.#informers.add(informer);
      this.#removals.push(informer.addHandler(handler));
    }
  }

  /** Works until the signal aborts, and until every reconcile has ended. Rejects when the caches did not fill in time. */
  async run(signal: AbortSignal): Promise<void> {
    const { maxConcurrentReconciles = 1 } = this.#definition.options;
    const shutDown = () => {
      this.#queue.shutDown();
    };
    signal.addEventListener('abort', shutDown, { once: true });
    try {
      await this.#whenSynced(signal);
      this.#isReady = true;
      this.#ready.resolve();
      this.#dependencies.activity.changed();
      this.#logger.debug('controller started', { workers: maxConcurrentReconciles });
      await Promise.all(Array.from({ length: maxConcurrentReconciles }, () => this.#work(signal)));
    } catch (error) {
      this.#ready.reject(error);
      if (!signal.aborted) throw error;
    } finally {
      signal.removeEventListener('abort', shutDown);
      this.#queue.shutDown();
      for (const remove of this.#removals) remove();
      this.#removals = [];
      this.#dependencies.activity.remove(this);
    }
  }

  isIdle(): boolean {
    return (
      this.#isReady &&
      this.#mappings === 0 &&
      this.#queue.length === 0 &&
      this.#queue.processing === 0 &&
      this.#queue.backingOff === 0
    );
  }

  busyWith(): string[] {
    const { length, processing, backingOff } = this.#queue;
    const states = [
      this.#isReady ? '' : 'waiting for its caches',
      length > 0 ? `${length} in its queue` : '',
      processing > 0 ? `${processing} being reconciled` : '',
      backingOff > 0 ? `${backingOff} backing off after an error${this.#describeFailures()}` : '',
      this.#mappings > 0 ? `${this.#mappings} events being mapped` : '',
    ];
    return [`controller ${this.name}: ${states.filter((state) => state !== '').join(', ')}`];
  }

  /** ` (default/a: what it said)`, of the first that come to hand. */
  #describeFailures(): string {
    const failures = [...this.#failures].slice(0, DESCRIBED_FAILURES);
    return failures.length === 0
      ? ''
      : ` (${failures.map(([item, message]) => `${item}: ${message}`).join(', ')})`;
  }

  async #whenSynced(signal: AbortSignal): Promise<void> {
    const { clock, cacheSyncTimeoutMs } = this.#dependencies;
    const timeoutMs = this.#definition.options.cacheSyncTimeoutMs ?? cacheSyncTimeoutMs;
    const sync = childSignal(signal);
    try {
      await Promise.all(
        [...this.#informers].map((informer) =>
          whenInformerSynced(informer, { clock, timeoutMs, signal: sync.signal }),
        ),
      );
    } finally {
      sync.abort(new Error('no longer waiting for caches'));
      sync.release();
    }
    if (signal.aborted) throw abortReason(signal);
  }

  async #work(signal: AbortSignal): Promise<void> {
    for (;;) {
      const item = await this.#queue.get();
      if (item === undefined) return;
      try {
        await this.#process(item, signal);
      } finally {
        this.#queue.done(item);
      }
    }
  }

  async #process(item: string, signal: AbortSignal): Promise<void> {
    const { clock, metrics } = this.#dependencies;
    const startedAt = clock.now();
    metrics.started();
    const timeout = this.#timeout(signal);
    const context = new RunContext(this.#parts, parseKey(item), timeout?.signal ?? signal);
    let outcome: 'success' | 'requeue_after' | 'error' = 'error';
    try {
      const result = await this.#definition.reconcile(context.request, context);
      outcome = this.#succeeded(item, result ?? {});
    } catch (error) {
      this.#failed(item, timeout?.expired() ?? error, context);
    } finally {
      timeout?.release();
      metrics.finished(outcome, (clock.now() - startedAt) / 1000);
    }
  }

  #succeeded(item: string, result: Result): 'success' | 'requeue_after' {
    this.#queue.forget(item);
    this.#failures.delete(item);
    const { requeueAfterMs = 0 } = result;
    if (!(requeueAfterMs > 0)) return 'success';
    this.#queue.addAfter(item, requeueAfterMs);
    return 'requeue_after';
  }

  #failed(item: string, error: unknown, context: RunContext): void {
    if (this.#queue.shuttingDown) {
      context.log.debug('reconcile ended by the stop', { error });
      return;
    }
    if (isTerminalError(error)) {
      this.#failures.delete(item);
      this.#dependencies.metrics.terminalError();
      context.log.error('reconcile failed, and will not be retried', { error });
      return;
    }
    this.#failures.set(item, messageOf(error));
    const retryInMs = this.#queue.addRateLimited(item);
    context.log.error('reconcile failed', { error, failures: this.#queue.numRequeues(item), retryInMs });
  }

  #timeout(
    parent: AbortSignal,
  ): { signal: AbortSignal; expired: () => Error | undefined; release: () => void } | undefined {
    const { clock, metrics } = this.#dependencies;
    const { reconcileTimeoutMs } = this.#definition.options;
    if (reconcileTimeoutMs === undefined) return undefined;
    const child = childSignal(parent);
    let expired: ReconcileTimeoutError | undefined;
    const timer = clock.setTimer(() => {
      expired = new ReconcileTimeoutError(`the reconcile took longer than ${reconcileTimeoutMs} ms`);
      metrics.timedOut();
      child.abort(expired);
    }, reconcileTimeoutMs);
    return {
      signal: child.signal,
      expired: () => expired,
      release: () => {
        timer.cancel();
        child.release();
      },
    };
  }
}
