import { hostname } from 'node:os';

import type { Clock, KubernetesObject, Logger, Random } from '@kubewright/api';
import type { Client } from '@kubewright/client';

import type { ActivityPart } from '../activity/activity.js';
import { EventCorrelator } from './event-correlator.js';
import type { EventDetails, EventRecorder } from './event-recorder.js';
import { EventSender } from './event-sender.js';
import { EventSeriesTracker } from './event-series.js';
import type { EventApi, EventWrite } from './event-write.js';

/** The API by which events are written. */
export type EventApiVersion = 'events.k8s.io/v1' | 'v1';

export interface EventBroadcasterOptions {
  client: Client;
  clock: Clock;
  random: Random;
  logger: Logger;
  onChange?: () => void;
  /** Defaults to `events.k8s.io/v1`, as in controller-runtime, where the core API is deprecated. */
  apiVersion?: EventApiVersion;
  /** Tells the instances of a controller apart. Defaults to the host's name. */
  host?: string;
}

/** Events that may wait to be sent; beyond that new ones are dropped (client-go's `maxQueuedEvents`). */
const maxQueuedEvents = 1000;

/*
 * What recorders promise (after client-go's tools/events and tools/record):
 *  1. `event` returns at once and never throws; a failure to send is logged once per event.
 *  2. Events are sent in the order in which they were recorded, one at a time.
 *  3. The same event about the same object is one Event with a growing count: a series in events.k8s.io; in the core API
 *     also those that differ by their message alone, once there are ten of them in ten minutes.
 *  4. A source that talks too much about one object is cut off: 25 events at once, then one in 5 minutes.
 *  5. What the server refuses is dropped; while it cannot be reached an event is tried 12 times, 10 seconds apart.
 *  6. However many events are recorded, what is kept of them is bounded: 1,000 wait, 4,096 are remembered.
 *  7. `stop` sends what is waiting, and the last counts of series; it waits for no second attempt.
 */

/** The way of events to the server, shared by the recorders of a manager. */
export class EventBroadcaster implements ActivityPart {
  readonly #options: EventBroadcasterOptions;
  readonly #api: EventApi;
  readonly #sender: EventSender;
  readonly #abandoned = new AbortController();
  readonly #hurry = new AbortController();
  readonly #waiting: EventWrite[] = [];
  #sending: Promise<void> | undefined;
  #isBackingOff = false;
  #stopped = false;
  #dropped = 0;

  constructor(options: EventBroadcasterOptions) {
    const { client, clock, random, logger, apiVersion = 'events.k8s.io/v1', host } = options;
    this.#options = options;
    this.#api =
      apiVersion === 'v1'
        ? new EventCorrelator({ clock, random })
        : new EventSeriesTracker({
            clock,
            host: host ?? hostname(),
            write: (write) => {
              this.#enqueue(write);
            },
          });
    this.#sender = new EventSender({
      client,
      clock,
      random,
      logger,
      signal: this.#abandoned.signal,
      hurry: this.#hurry.signal,
      onWaiting: (isWaiting) => {
        this.#isBackingOff = isWaiting;
        options.onChange?.();
      },
    });
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
    return this.#sending === undefined || this.#isBackingOff;
  }

  busyWith(): string[] {
    return ['events are being sent'];
  }

  /** Refuses new events, and resolves when the waiting ones are sent. */
  async stop(): Promise<void> {
    if (!this.#stopped) {
      this.#stopped = true;
      this.#api.stop();
      this.#hurry.abort(new Error('the manager is stopping'));
      for (const write of this.#api.pending()) this.#enqueue(write);
    }
    await this.#sending;
  }

  /** Drops what is not sent yet. */
  abandon(reason: Error): void {
    this.#stopped = true;
    this.#api.stop();
    this.#waiting.length = 0;
    this.#hurry.abort(reason);
    this.#abandoned.abort(reason);
  }

  #record(component: string, object: KubernetesObject, details: EventDetails): void {
    const { clock, random, logger } = this.#options;
    try {
      const about = {
        object: object.metadata?.name,
        namespace: object.metadata?.namespace,
        reason: details.reason,
      };
      if (this.#stopped) {
        logger.warn('event dropped', { ...about, why: 'the manager has stopped' });
        return;
      }
      if (this.#waiting.length >= maxQueuedEvents) {
        // Said once: a line for each would be a storm of its own.
        if (this.#dropped++ === 0) logger.warn('event dropped', { ...about, why: 'too many are waiting' });
        return;
      }
      const write = this.#api.record({ object, details, component, nowMs: clock.now(), random });
      if (write !== undefined) this.#enqueue(write);
    } catch (error) {
      logger.warn('event not recorded', { reason: details.reason, error });
    }
  }

  #enqueue(write: EventWrite): void {
    this.#waiting.push(write);
    if (this.#sending !== undefined) return;
    this.#sending = this.#drain();
    this.#options.onChange?.();
  }

  async #drain(): Promise<void> {
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift())
      await this.#sender.send(next);
    if (this.#dropped > 0) this.#options.logger.warn('events dropped', { count: this.#dropped });
    this.#dropped = 0;
    this.#sending = undefined;
    this.#options.onChange?.();
  }
}
