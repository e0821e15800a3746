import type { Clock, Logger, Random } from '@kubewright/api';
import type { Client } from '@kubewright/client';

import type { EventRecorder } from '../events/event-recorder.js';
import type { ReconcileContext, Request } from './definition.js';

/** What the contexts of one controller share. */
export interface ContextParts {
  client: Client;
  apiReader: Client;
  events: EventRecorder;
  clock: Clock;
  random: Random;
  logger: Logger;
}

/** The context of one run; its logger is made when first used. */
export class RunContext implements ReconcileContext {
  readonly request: Request;
  readonly signal: AbortSignal;
  readonly #parts: ContextParts;
  #log: Logger | undefined;

  constructor(parts: ContextParts, request: Request, signal: AbortSignal) {
    this.#parts = parts;
    this.request = request;
    this.signal = signal;
  }

  get client(): Client {
    return this.#parts.client;
  }

  get apiReader(): Client {
    return this.#parts.apiReader;
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
      reconcileID: random.uuid(),
    });
    return this.#log;
  }
}
