import { Event } from '@kubewright/api/core/v1';
import { isNotFound, mergePatch } from '@kubewright/client';
import type { Client } from '@kubewright/client';

import type { CorrelatedEvent } from './event-correlator.js';

/** Writes events to the server. */
export class EventSender {
  readonly #client: Client;
  readonly #signal: AbortSignal;

  constructor(options: { client: Client; signal: AbortSignal }) {
    this.#client = options.client;
    this.#signal = options.signal;
  }

  async send({ event, repeated }: CorrelatedEvent): Promise<void> {
    const signal = this.#signal;
    if (repeated) {
      const { count, lastTimestamp, message } = event;
      try {
        await this.#client.patch(Event, event.metadata, mergePatch({ count, lastTimestamp, message }), {
          signal,
        });
        return;
      } catch (error) {
        // Events are deleted after an hour; then this one is new again.
        if (!isNotFound(error)) throw error;
      }
    }
    await this.#client.create(event, { signal });
  }
}
