import type { Clock } from '@kubewright/api';

import { LeastRecentlyUsed } from '../internal/least-recently-used.js';
import { TokenBucket } from '../internal/token-bucket.js';
import type { NamedEvent } from './event-object.js';

/** An event to send: a new one, or one more occurrence of one that was sent before. */
export interface CorrelatedEvent {
  readonly event: NamedEvent;
  /** True when the Event of this name exists and only its count and time change. */
  readonly repeated: boolean;
}

interface Seen {
  name: string;
  firstTimestamp: string | undefined;
  count: number;
}

/** The limits of client-go's tools/record/events_cache.go. */
const maxEntries = 4096;
const burst = 25;
const perSecond = 1 / 300;

/** Joins repeated events, and drops those of a source that repeats itself too fast. */
export class EventCorrelator {
  readonly #clock: Clock;
  readonly #seen = new LeastRecentlyUsed<Seen>(maxEntries);
  readonly #buckets = new LeastRecentlyUsed<TokenBucket>(maxEntries);

  constructor(options: { clock: Clock }) {
    this.#clock = options.clock;
  }

  correlate(event: NamedEvent): CorrelatedEvent | undefined {
    const { involvedObject: about, source, type, reason, message, action } = event;
    const objectKey = [
      source?.component,
      about.kind,
      about.apiVersion,
      about.namespace,
      about.name,
      about.uid,
    ].join('\n');
    let bucket = this.#buckets.get(objectKey);
    if (bucket === undefined) {
      bucket = new TokenBucket({ clock: this.#clock, perSecond, burst });
      this.#buckets.set(objectKey, bucket);
    }
    if (!bucket.tryTake()) return undefined;
    const key = [objectKey, type, reason, action, message].join('\n');
    const seen = this.#seen.get(key);
    if (seen === undefined) {
      this.#seen.set(key, { name: event.metadata.name, firstTimestamp: event.firstTimestamp, count: 1 });
      return { event, repeated: false };
    }
    seen.count += 1;
    return {
      repeated: true,
      event: {
        ...event,
        metadata: { ...event.metadata, name: seen.name },
        count: seen.count,
        ...(seen.firstTimestamp !== undefined && { firstTimestamp: seen.firstTimestamp }),
      },
    };
  }
}
