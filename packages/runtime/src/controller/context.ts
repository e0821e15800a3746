import type { Clock, Logger, Random } from '@kubewright/api';
import type { Client } from '@kubewright/client';

import type { EventRecorder } from '../events/event-recorder.js';
import type { ReconcileContext, Request } from './definition.js';
import type { ObservedReconcile } from './reconcile-observer.js';

/** What the contexts of one controller share. */
export interface ContextParts {
  client: Client;
  apiReader: Client;
  events: EventRecorder;
  clock: Clock;
  random: Random;
  logger: Logger;
}

/** Short, as git's are: it has to tell runs apart in a log, not in the world. */
export function newReconcileID(random: Random): string {
  return random.uuid().slice(-12);
}

/** The context of one run; its logger is made when first used. */
export class RunContext implements ReconcileContext {
  readonly request: Request;
  readonly signal: AbortSignal;
  readonly #parts: ContextParts;
  readonly #observed: ObservedReconcile | undefined;
  readonly #reconcileID: string | undefined;
  #client: Client | undefined;
  #apiReader: Client | undefined;
  #log: Logger | undefined;

  constructor(
    parts: ContextParts,
    run: {
      request: Request;
      signal: AbortSignal;
      observed?: ObservedReconcile | undefined;
      /** Made when first needed, unless somebody else knows it already. */
      reconcileID?: string | undefined;
    },
  ) {
    this.#parts = parts;
    this.request = run.request;
    this.signal = run.signal;
    this.#observed = run.observed;
    this.#reconcileID = run.reconcileID;
  }

  get client(): Client {
    this.#client ??= this.#observed?.client(this.#parts.client) ?? this.#parts.client;
    return this.#client;
  }

  get apiReader(): Client {
    this.#apiReader ??= this.#observed?.client(this.#parts.apiReader) ?? this.#parts.apiReader;
    return this.#apiReader;
  }

  get events(): EventRecorder {
    return this.#parts.events;
  }

  get clock(): Clock {
    return this.#parts.clock;
  }

  get log(): Logger {
    const { logger, random } = this.#parts;
    const { namespace, name } = this.request;
    this.#log ??= logger.with({
      ...(namespace !== undefined && { namespace }),
      name,
      reconcileID: this.#reconcileID ?? newReconcileID(random),
    });
    return this.#log;
  }
}
