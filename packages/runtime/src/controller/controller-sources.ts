import { formatKey } from '@kubewright/api';
import type { Logger } from '@kubewright/api';

import { cacheOf } from '../cluster/cluster.js';
import type { Informer } from '../cache/informer.js';
import type { InformerEvent } from '../cache/informer-event.js';
import { whenInformerSynced } from '../cache/sync-timeout.js';
import { deferred } from '../internal/deferred.js';
import { abortable, childSignal, within } from '../internal/signals.js';
import { lowPriority } from '../queue/priority-queue.js';
import type { PriorityQueue } from '../queue/priority-queue.js';
import type { ControllerDependencies } from './controller.js';
import type { ControllerDefinition, SourceDefinition } from './definition.js';
import type { EnqueueOptions } from './event-handler.js';
import { eventHandler } from './event-source.js';
import type { AddItem } from './event-source.js';
import type { ReconcileObserver } from './reconcile-observer.js';
import type { Source } from './source.js';

export interface ControllerSourcesOptions {
  definition: ControllerDefinition;
  dependencies: ControllerDependencies;
  queue: PriorityQueue;
  logger: Logger;
  observer: ReconcileObserver | undefined;
  /** The controller's own: aborts when it ends. */
  signal: AbortSignal;
  /** Called when a raw source rejects while it should run. */
  onFailure: (error: Error) => void;
}

/** Everything that puts requests on the queue of one controller. */
export class ControllerSources {
  readonly #options: ControllerSourcesOptions;
  readonly #informers = new Set<Informer>();
  readonly #removals: Array<() => void> = [];
  readonly #releases: Array<() => void> = [];
  readonly #running = new Set<Promise<void>>();
  readonly #initialMapped = deferred<void>();
  #isConnected = false;
  #isSynced = false;
  #mappings = 0;
  /** Those of them that began before the caches were full. */
  #initialMappings = 0;

  constructor(options: ControllerSourcesOptions) {
    this.#options = options;
  }

  /** How many events are being mapped. */
  get mappings(): number {
    return this.#mappings;
  }

  /** Asks the cache for the informers, and listens to them. */
  connect(): void {
    if (this.#isConnected) return;
    this.#isConnected = true;
    const { definition, dependencies, signal, logger } = this.#options;
    const { cache, client } = dependencies;
    for (const source of definition.sources) {
      const { informer, release } = cacheOf(source, cache).holdInformer(source.kind);
      this.#releases.push(release);
      const handler = eventHandler({
        source,
        kind: definition.kind,
        client,
        signal,
        logger,
        add: this.#adder(source.role),
        onMapping: this.#beginMapping,
      });
      this.#informers.add(informer);
      this.#removals.push(informer.addHandler(handler));
    }
  }

  /** Starts what is not an informer, and resolves when everything is ready: synced, and what was there mapped. Called once. */
  async start(): Promise<void> {
    this.connect();
    const { definition, dependencies, signal } = this.#options;
    const { clock, cacheSyncTimeoutMs } = dependencies;
    const timeoutMs = definition.options.cacheSyncTimeoutMs ?? cacheSyncTimeoutMs;
    const raw = definition.rawSources ?? [];
    for (const source of raw) this.#run(source);
    const waiting = childSignal(signal);
    try {
      await Promise.all([
        ...[...this.#informers].map((informer) =>
          whenInformerSynced(informer, { clock, timeoutMs, signal: waiting.signal }),
        ),
        ...raw.map(async (source) => {
          if (source.whenReady === undefined) return;
          if (await within(source.whenReady(waiting.signal), { clock, timeoutMs })) return;
          throw new Error(`the source ${source.name} was not ready within ${timeoutMs / 1000} s`);
        }),
      ]);
      this.#isSynced = true;
      if (this.#initialMappings > 0) {
        if (!(await within(abortable(this.#initialMapped.promise, waiting.signal), { clock, timeoutMs }))) {
          throw new Error(`what was there at the start was not mapped within ${timeoutMs / 1000} s`);
        }
      }
    } finally {
      waiting.abort(new Error('no longer waiting for sources'));
      waiting.release();
    }
  }

  readonly #beginMapping = (): (() => void) => {
    const { activity } = this.#options.dependencies;
    const isInitial = !this.#isSynced;
    this.#mappings += 1;
    if (isInitial) this.#initialMappings += 1;
    activity.changed();
    return () => {
      this.#mappings -= 1;
      if (isInitial) {
        this.#initialMappings -= 1;
        if (this.#isSynced && this.#initialMappings === 0) this.#initialMapped.resolve();
      }
      activity.changed();
    };
  };

  /** Stops listening, and resolves when, after the abort of the signal, every source has ended. */
  async stop(): Promise<void> {
    for (const remove of this.#removals.splice(0)) remove();
    await Promise.all(this.#running);
  }

  /** Lets go of the informers, which end when nobody else needs them. */
  releaseCaches(): void {
    for (const release of this.#releases.splice(0)) release();
  }

  #run(source: Source): void {
    const { definition, dependencies, logger, signal, observer, queue, onFailure } = this.#options;
    const { client, clock, random } = dependencies;
    const run = source
      .start({
        client,
        clock,
        random,
        signal,
        logger: logger.with({ source: source.name }),
        enqueue: (request, options) => {
          const item = formatKey(request);
          observer?.triggered(definition.name, item, { type: 'source', name: source.name });
          enqueue(queue, item, { priority: 0, ...options });
        },
      })
      .catch((error: unknown) => {
        if (signal.aborted) return;
        const message = `the source ${source.name} failed: ${error instanceof Error ? error.message : String(error)}`;
        onFailure(new Error(message, { cause: error }));
      })
      .finally(() => this.#running.delete(run));
    this.#running.add(run);
  }

  /** Puts items of one source on the queue; nothing is made for observers where there are none. */
  #adder(role: SourceDefinition['role']): AddItem {
    const { queue, observer, definition } = this.#options;
    const add: AddItem = (item, event, options) => {
      const priority = priorityOf(event);
      if (options === undefined) queue.add(item, priority);
      else enqueue(queue, item, { priority, ...options });
    };
    if (observer === undefined) return add;
    return (item, event, options) => {
      observer.triggered(definition.name, item, { type: 'event', role, event });
      add(item, event, options);
    };
  }
}

function enqueue(
  queue: PriorityQueue,
  item: string,
  options: EnqueueOptions & Required<Pick<EnqueueOptions, 'priority'>>,
): void {
  const { priority, afterMs = 0, rateLimited = false } = options;
  if (rateLimited) queue.addRateLimited(item, priority);
  // Of two delays the shorter one counts, as in controller-runtime.
  if (afterMs > 0 || !rateLimited) queue.addAfter(item, afterMs, priority);
}

/** What was there before comes after what happens now (controller-runtime's pkg/handler/eventhandler.go). */
function priorityOf(event: InformerEvent): number {
  if (event.type === 'add') return event.isInInitialList ? lowPriority : 0;
  const isResent = event.type === 'update' && event.meta.resourceVersion === event.oldMeta.resourceVersion;
  return isResent ? lowPriority : 0;
}
