import { sleep } from '@kubewright/api';
import type { Clock, Logger, Random } from '@kubewright/api';
import { isAlreadyExists, isApiError, isNotFound, isTransportError } from '@kubewright/client';
import type { Client } from '@kubewright/client';

import type { EventWrite } from './event-write.js';

export interface EventSenderOptions {
  client: Client;
  clock: Clock;
  random: Random;
  logger: Logger;
  /** Ends everything. */
  signal: AbortSignal;
  /** Ends waiting for another attempt. */
  hurry: AbortSignal;
  /** Told when it begins and ends to wait for another attempt. */
  onWaiting: (isWaiting: boolean) => void;
}

// client-go's tools/record/event.go.
const maxTries = 12;
const retryAfterMs = 10_000;

/** Writes events to the server, one after the other. */
export class EventSender {
  readonly #options: EventSenderOptions;

  constructor(options: EventSenderOptions) {
    this.#options = options;
  }

  /**
   * Never throws. What the server refuses is logged and dropped, quietly where that is in the nature of things: the
   * namespace is being deleted, or the event is there. When the server cannot be reached it is tried again.
   */
  async send(write: EventWrite): Promise<void> {
    const { clock, random, logger, signal, hurry, onWaiting } = this.#options;
    const { name, namespace } = write.event.metadata;
    for (let tries = 1; ; tries++) {
      try {
        await this.#write(write);
        return;
      } catch (error) {
        const fields = { event: name, namespace, error };
        if (isExpected(error)) {
          logger.debug('event refused', fields);
          return;
        }
        if (!isTransportError(error) || tries >= maxTries || signal.aborted || hurry.aborted) {
          logger.warn('event not sent', fields);
          return;
        }
        logger.debug('event not sent yet', fields);
      }
      onWaiting(true);
      // The first wait is of any length, so that not all begin again at once.
      const delayMs = tries === 1 ? retryAfterMs * random.next() : retryAfterMs;
      await sleep(clock, delayMs, hurry).catch(() => undefined);
      onWaiting(false);
    }
  }

  async #write({ kind, event, patch }: EventWrite): Promise<void> {
    const { client, signal } = this.#options;
    if (patch !== undefined) {
      try {
        await client.patch(kind, event.metadata, patch, { signal });
        return;
      } catch (error) {
        // Events are deleted after an hour; then this one is new again.
        if (!isNotFound(error)) throw error;
      }
    }
    await client.create(event, { signal });
  }
}

function isExpected(error: unknown): boolean {
  if (isAlreadyExists(error)) return true;
  if (!isApiError(error)) return false;
  return error.status.details?.causes?.some(({ reason }) => reason === 'NamespaceTerminating') ?? false;
}
