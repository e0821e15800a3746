import type { Clock, Logger, Random } from '@kubewright/api';
import type { Client } from '@kubewright/client';

import type { Request } from './definition.js';
import type { EnqueueOptions } from './event-handler.js';

/**
 * Something besides the cluster that asks for reconciles: a channel, a timer, a webhook (controller-runtime's
 * `source.Source`). A controller starts it with the informers of its other sources, and ends it when it stops itself.
 */
export interface Source {
  /** For logs, error messages, and the reasons of a reconcile. */
  readonly name: string;
  /**
   * Works until the signal of the context aborts, and resolves when nothing of it is left. Resolving earlier is fine: it
   * has no more to say. A rejection stops the controller, and the manager with it.
   */
  start(context: SourceContext): Promise<void>;
  /** Resolves when the controller may begin to reconcile; by default that is at once. */
  whenReady?(signal: AbortSignal): Promise<void>;
}

/** What a source works with. */
export interface SourceContext {
  /** Asks for a reconcile. After the end of the controller it does nothing. */
  readonly enqueue: (request: Request, options?: EnqueueOptions) => void;
  /** Reads from the cache. */
  readonly client: Client;
  readonly clock: Clock;
  readonly random: Random;
  /** Names the controller and the source. */
  readonly logger: Logger;
  /** Aborts when the controller stops. */
  readonly signal: AbortSignal;
}
