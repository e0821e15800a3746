import type { Clock, KubernetesObject, Logger, Random } from '@kubewright/api';
import type { Client } from '@kubewright/client';

import type { ActivityPart } from '../activity/activity.js';
import { EventCorrelator } from './event-correlator.js';
import type { EventDetails, EventRecorder } from './event-recorder.js';
import { eventOf } from './event-object.js';
import { EventSender } from './event-sender.js';

export interface EventBroadcasterOptions {
  client: Client;
  clock: Clock;
  random: Random;
  logger: Logger;
  onChange?: () => void;
}

/** Events that may wait to be sent; beyond that new ones are dropped (client-go's `maxQueuedEvents`). */
const maxQueuedEvents = 1000;

/*
 * What recorders promise (after client-go's tools/record):
 *  1. `event` returns at once and never throws; a failure to send is logged once per event.
 *  2. Events are sent in the order in which they were recorded, one at a time.
 *  3. The same event about the same object is one Event with a growing `count`.
 *  4. A source that talks too much about one object is cut off: 25 events at once, then one in 5 minutes.
 *  5. `stop` sends what is waiting.
 */

/** The way of events to the server, shared by the recorders of a manager. */
export class EventBroadcaster implements ActivityPart {
  readonly #options: EventBroadcasterOptions;
  readonly #correlator: EventCorrelator;
  readonly #sender: EventSender;
  readonly #abandoned = new AbortController();
  readonly #waiting: Array<() => Promise<void>> = [];
  #sending: Promise<void> | undefined;
  #stopped = false;

  constructor(options: EventBroadcasterOptions) {
    this.#options = options;
    this.#correlator = new EventCorrelator({ clock: options.clock });
    this.#sender = new EventSender({ client: options.client, signal: this.#abandoned.signal });
  }

  /** A recorder whose events name this component as their source. */
  recorder(component: string): EventRecorder {
    return {
      event: (object, details) => {
        this.#record(component, object, details);
      },
    };
  }

  isIdle(): boolean {
    return this.#sending === undefined;
  }

  busyWith(): string[] {
    return ['events are being sent'];
  }

  /** Refuses new events, and resolves when the waiting ones are sent. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#sending;
  }

  /** Drops what is not sent yet. */
  abandon(reason: Error): void {
    this.#stopped = true;
    this.#waiting.length = 0;
    this.#abandoned.abort(reason);
  }

  #record(component: string, object: KubernetesObject, details: EventDetails): void {
    const { clock, random, logger } = this.#options;
    try {
      const event = eventOf({ object, details, component, nowMs: clock.now(), random });
      const about = {
        object: object.metadata?.name,
        namespace: object.metadata?.namespace,
        reason: details.reason,
      };
      if (this.#stopped || this.#waiting.length >= maxQueuedEvents) {
        logger.warn('event dropped', {
          ...about,
          why: this.#stopped ? 'the manager has stopped' : 'too many are waiting',
        });
        return;
      }
      const correlated = this.#correlator.correlate(event);
      if (correlated === undefined) {
        logger.debug('event dropped', { ...about, why: 'too many about this object' });
        return;
      }
      this.#waiting.push(async () => {
        try {
          await this.#sender.send(correlated);
        } catch (error) {
          logger.warn('event not sent', { ...about, error });
        }
      });
      if (this.#sending === undefined) {
        this.#sending = this.#drain();
        this.#options.onChange?.();
      }
    } catch (error) {
      logger.warn('event not recorded', { reason: details.reason, error });
    }
  }

  async #drain(): Promise<void> {
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) await next();
    this.#sending = undefined;
    this.#options.onChange?.();
  }
}
