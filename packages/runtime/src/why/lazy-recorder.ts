import type { Client } from '@kubewright/client';

import type { Request } from '../controller/definition.js';
import type { ObservedReconcile, ReconcileObserver, Trigger } from '../controller/reconcile-observer.js';
import type { Runnable } from '../manager/runnable.js';
import type { ReconcileExplanation } from './explanation.js';
import type { HotLoop } from './hot-loops.js';
import type { ReconcileFailure } from './last-failures.js';
import type { ReconcileCounts } from './reconcile-counts.js';
import type { ReconcileRecorder, Why, WhyFilter } from './why.js';

const unobserved: ObservedReconcile = {
  client: (client: Client) => client,
  finished: () => undefined,
};

/**
 * A recorder that is loaded when the manager starts, before its caches: those who do not ask why do not load it. Until
 * then there is nothing to tell.
 */
export class LazyRecorder implements ReconcileObserver, Why, Runnable {
  readonly name = 'the recorder of reconciles';
  readonly group = 'servers';
  readonly #load: () => Promise<ReconcileRecorder>;
  #loading: Promise<ReconcileRecorder> | undefined;
  #recorder: ReconcileRecorder | undefined;

  constructor(load: () => Promise<ReconcileRecorder>) {
    this.#load = load;
  }

  async start(): Promise<void> {
    this.#recorder = await (this.#loading ??= this.#load());
  }

  async whenReady(): Promise<void> {
    this.#recorder = await (this.#loading ??= this.#load());
  }

  triggered(controller: string, item: string, trigger: Trigger): void {
    this.#recorder?.triggered(controller, item, trigger);
  }

  dropped(controller: string, item: string): void {
    this.#recorder?.dropped(controller, item);
  }

  started(controller: string, request: Request, reconcileID: string): ObservedReconcile {
    return this.#recorder?.started(controller, request, reconcileID) ?? unobserved;
  }

  reconciles(filter?: WhyFilter): ReconcileExplanation[] {
    return this.#recorder?.reconciles(filter) ?? [];
  }

  explain(key: string): ReconcileExplanation[] {
    return this.#recorder?.explain(key) ?? [];
  }

  controllers(): string[] {
    return this.#recorder?.controllers() ?? [];
  }

  hotLoops(): HotLoop[] {
    return this.#recorder?.hotLoops() ?? [];
  }

  failures(): ReconcileFailure[] {
    return this.#recorder?.failures() ?? [];
  }

  counts(controller: string): ReconcileCounts {
    return this.#recorder?.counts(controller) ?? { total: 0, failed: 0, perSecond: 0 };
  }
}
