import { abortReason, formatKey } from '@kubewright/api';
import type { Clock, Logger, Random } from '@kubewright/api';
import { parseKey } from '@kubewright/client';
import type { Client } from '@kubewright/client';

import type { ActivityPart, ActivityTracker } from '../activity/activity.js';
import type { InformerCache } from '../cache/cache.js';
import { isTerminalError, ReconcileTimeoutError } from '../errors.js';
import type { EventRecorder } from '../events/event-recorder.js';
import type { QueueHandover } from '../handover/queue-handover.js';
import { deferred } from '../internal/deferred.js';
import { messageOf } from '../internal/errors.js';
import { childSignal, sharedController } from '../internal/signals.js';
import type { Runnable } from '../manager/runnable.js';
import type { ControllerMetrics } from '../metrics/metrics.js';
import { createPriorityQueue, lowPriority } from '../queue/priority-queue.js';
import type { PriorityQueue } from '../queue/priority-queue.js';
import type { QueuedItem } from '../queue/queued-item.js';
import { defaultControllerRateLimiter } from '../queue/rate-limiter.js';
import { newReconcileID, RunContext } from './context.js';
import type { ContextParts } from './context.js';
import type { Shard } from '../sharding/sharding.js';
import { ControllerSources } from './controller-sources.js';
import { needsLeadership } from './needs-leadership.js';
import type { ControllerDefinition } from './definition.js';
import { recordFailure } from './failure-events.js';
import type { ControllerFigures } from './figures.js';
import { combineObservers } from './reconcile-observer.js';
import type { Outcome, ReconcileObserver } from './reconcile-observer.js';
import type { Result } from './result.js';

/*
 * What a running controller promises (after controller-runtime's pkg/internal/controller/controller.go):
 *  1. No reconcile starts before all its sources are ready, that is, their caches synced, and what was in them mapped.
 *  2. At most `maxConcurrentReconciles` run at once, and never two of the same request.
 *  3. An event during a reconcile leads to another one after it.
 *  4. An error puts the request back with growing delays, and is logged once; a TerminalError does not put it back.
 *     A success, also one with `requeueAfter`, forgets earlier failures.
 *  5. After the stop no new reconcile starts; those running see their signal abort and are waited for. Its sources end
 *     with it, and its informers hear from it no more.
 *  6. With a hand-over, what it had to do then is kept for the next process: see handover/queue-handover.ts.
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
  /** Decides which requests are this replica's. Absent: all are. */
  shard?: Shard | undefined;
  observers?: readonly ReconcileObserver[] | undefined;
  /** Where its queue comes from and goes to. Absent: it begins empty, and is dropped. */
  handover?: QueueHandover | undefined;
}

const success: Outcome = { type: 'success' };

/** How controller-runtime's metrics call the outcomes. */
const metricResults = {
  success: 'success',
  requeueAfter: 'requeue_after',
  requeue: 'requeue',
  retry: 'error',
  terminal: 'error',
  stopped: 'error',
} as const;

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
  readonly #queue: PriorityQueue;
  readonly #observer: ReconcileObserver | undefined;
  readonly #sources: ControllerSources;
  readonly #stop = sharedController();
  readonly #ready = deferred<void>();
  #failure: Error | undefined;
  #isRunning = false;
  #disconnect: () => void = () => undefined;
  #isReady = false;

  constructor(definition: ControllerDefinition, dependencies: ControllerDependencies) {
    const { clock, metrics, activity } = dependencies;
    this.name = definition.name;
    this.#definition = definition;
    this.#dependencies = dependencies;
    this.#logger = dependencies.logger.with({
      controller: definition.name,
      controllerGroup: definition.kind.group,
      controllerKind: definition.kind.kind,
    });
    this.#parts = { ...dependencies, logger: this.#logger };
    this.#queue = createPriorityQueue({
      clock,
      metrics: metrics.queue,
      onChange: activity.changed,
      rateLimiter: (definition.options.rateLimiter ?? defaultControllerRateLimiter)({ clock }),
    });
    this.#observer = combineObservers(dependencies.observers ?? []);
    this.#sources = new ControllerSources({
      definition,
      dependencies,
      queue: this.#queue,
      logger: this.#logger,
      observer: this.#observer,
      signal: this.#stop.signal,
      onFailure: (error) => {
        this.#failure ??= error;
        this.#logger.error('a source of the controller failed', { error });
        this.#stop.abort(error);
      },
    });
    const { handover } = dependencies;
    this.#stop.signal.addEventListener('abort', () => {
      if (handover === undefined) this.#queue.shutDown();
      else this.#queue.suspend();
    });
    handover?.connect(this.name, {
      snapshot: () => this.#queue.snapshot(),
      restore: (items) => {
        this.#restore(items);
      },
    });
    activity.add(this);
  }

  /** Resolves when the workers run, or when it was ended before; rejects when the caches did not fill, or a source failed. */
  whenReady(): Promise<void> {
    return this.#ready.promise;
  }

  /** The controller as a part of a manager in which it need not stand by. */
  runnable(): Runnable {
    return {
      name: `controller ${this.name}`,
      needLeaderElection: needsLeadership(this.#definition.options),
      start: (signal) => this.run(signal),
      whenReady: () => this.whenReady(),
    };
  }

  /**
   * Ties it to the life of the manager, whether or not it ever runs. The informers of its sources are asked for now,
   * so that they fill while other parts start.
   */
  connect(signal: AbortSignal): void {
    this.#disconnect = this.#follow(signal, () => {
      if (!this.#isRunning) void this.close();
    });
    this.#sources.connect();
  }

  /** Works until the signal aborts, and until every reconcile has ended. Rejects when the caches did not fill in time, or a source fails. */
  async run(signal: AbortSignal): Promise<void> {
    const { maxConcurrentReconciles = 1 } = this.#definition.options;
    this.#isRunning = true;
    const release = this.#follow(signal);
    try {
      await this.#sources.start();
      if (this.#stop.signal.aborted) throw abortReason(this.#stop.signal);
      this.#isReady = true;
      this.#ready.resolve();
      this.#dependencies.activity.changed();
      this.#logger.debug('controller started', { workers: maxConcurrentReconciles });
      await Promise.all(Array.from({ length: maxConcurrentReconciles }, () => this.#work()));
      if (this.#failure !== undefined) throw this.#failure;
    } catch (error) {
      // Who waits for it to be ready need not wait for one that was taken out.
      if (signal.aborted) {
        this.#ready.resolve();
      } else {
        this.#ready.reject(error);
        throw error;
      }
    } finally {
      release();
      await this.close();
    }
  }

  /** Lets go of the informers of its sources, once it has ended. The stop of the whole manager does not: the cache ends last. */
  release(): void {
    this.#sources.releaseCaches();
    this.#dependencies.metrics.removed?.();
  }

  /** Ends it for good: its sources end, its informers are let go. Harmless when it has ended already. */
  async close(): Promise<void> {
    if (!this.#stop.signal.aborted) this.#stop.abort(new Error(`controller ${this.name} was removed`));
    this.#disconnect();
    await this.#sources.stop();
    this.#dependencies.activity.remove(this);
  }

  figures(): ControllerFigures {
    const { length: depth, waiting: delayed, processing: active, backingOff } = this.#queue;
    return {
      name: this.name,
      ready: this.#isReady && !this.#stop.signal.aborted,
      workers: this.#definition.options.maxConcurrentReconciles ?? 1,
      queue: { depth, delayed, active, backingOff },
    };
  }

  isIdle(): boolean {
    return (
      this.#isReady &&
      this.#sources.mappings === 0 &&
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
      this.#sources.mappings > 0 ? `${this.#sources.mappings} events being mapped` : '',
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

  /** Stops when the signal aborts. Returns the way to undo that. */
  #follow(signal: AbortSignal, then?: () => void): () => void {
    const onAbort = () => {
      if (!this.#stop.signal.aborted) this.#stop.abort(abortReason(signal));
      then?.();
    };
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
    return () => {
      signal.removeEventListener('abort', onAbort);
    };
  }

  /** Reconciles again what is in the cache and chosen, and these items. */
  requeue(isChosen: (item: string) => boolean, items: readonly string[]): void {
    for (const item of items) this.#queue.add(item, lowPriority);
    const { cache } = this.#dependencies;
    const remove = cache.informerOf(this.#definition.kind).addHandler(({ meta }) => {
      const item = formatKey(meta);
      if (isChosen(item)) this.#queue.add(item, lowPriority);
    });
    remove();
  }

  #restore(items: readonly QueuedItem[]): void {
    for (const { item } of items)
      this.#observer?.triggered(this.name, item, { type: 'source', name: 'queue of the process before' });
    this.#queue.restore(items);
  }

  /** Forgets a request that is another replica's. */
  #drop(item: string): void {
    this.#failures.delete(item);
    this.#observer?.dropped?.(this.name, item);
    this.#queue.forget(item);
    this.#queue.done(item);
  }

  async #work(): Promise<void> {
    const { shard } = this.#dependencies;
    for (;;) {
      const item = this.#queue.take() ?? (await this.#queue.get());
      if (item === undefined) return;
      if (shard?.enter(item) === false) {
        this.#drop(item);
        continue;
      }
      try {
        await this.#process(item, this.#stop.signal);
      } finally {
        shard?.leave(item);
        this.#queue.done(item);
      }
    }
  }

  async #process(item: string, signal: AbortSignal): Promise<void> {
    const { clock, metrics } = this.#dependencies;
    const startedAt = clock.now();
    metrics.started();
    const timeout = this.#timeout(signal);
    const request = parseKey(item);
    const reconcileID = this.#observer === undefined ? undefined : newReconcileID(this.#parts.random);
    const observed = this.#observer?.started(this.name, request, reconcileID as string);
    const context = new RunContext(this.#parts, {
      request,
      signal: timeout?.signal ?? signal,
      observed,
      reconcileID,
    });
    let outcome: Outcome;
    try {
      const result = await this.#definition.reconcile(request, context);
      outcome = this.#succeeded(item, result ?? {});
    } catch (error) {
      const failure = timeout?.expired() ?? this.#recovered(error);
      outcome = this.#failed(item, failure, context);
      if (this.#definition.options.failureEvents === true && outcome.type !== 'stopped') {
        await recordFailure(this.#definition, failure, { ...this.#parts, request, signal });
      }
    }
    timeout?.release();
    metrics.finished(metricResults[outcome.type], (clock.now() - startedAt) / 1000);
    observed?.finished(outcome);
  }

  #succeeded(item: string, result: Result): Outcome {
    this.#failures.delete(item);
    const { requeueAfterMs = 0, requeue = false, priority = this.#queue.priorityOf(item) } = result;
    if (!(requeueAfterMs > 0) && requeue) {
      const outcome: Outcome = { type: 'requeue', delayMs: this.#queue.addRateLimited(item, priority) };
      this.#observer?.triggered(this.name, item, outcome);
      return outcome;
    }
    this.#queue.forget(item);
    if (!(requeueAfterMs > 0)) return success;
    const outcome: Outcome = { type: 'requeueAfter', delayMs: requeueAfterMs };
    this.#observer?.triggered(this.name, item, outcome);
    this.#queue.addAfter(item, requeueAfterMs, priority);
    return outcome;
  }

  /** What is thrown and is no Error has no stack to find it by, and would not be counted as what it is. */
  #recovered(error: unknown): unknown {
    if (error instanceof Error) return error;
    this.#dependencies.metrics.panicked();
    return new Error(`panic: ${String(error)} [recovered]`, { cause: error });
  }

  #failed(item: string, error: unknown, context: RunContext): Outcome {
    if (this.#queue.shuttingDown) {
      context.log.debug('reconcile ended by the stop', { error });
      if (this.#dependencies.handover !== undefined) this.#queue.add(item, this.#queue.priorityOf(item));
      return { type: 'stopped', error };
    }
    if (isTerminalError(error)) {
      this.#failures.delete(item);
      this.#dependencies.metrics.terminalError();
      context.log.error('reconcile failed, and will not be retried', { error });
      return { type: 'terminal', error };
    }
    this.#failures.set(item, messageOf(error));
    const retryInMs = this.#queue.addRateLimited(item, this.#queue.priorityOf(item));
    context.log.error('reconcile failed', { error, failures: this.#queue.numRequeues(item), retryInMs });
    const outcome: Outcome = { type: 'retry', error, delayMs: retryInMs };
    this.#observer?.triggered(this.name, item, outcome);
    return outcome;
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
