import { isoTime } from '@kubewright/api';
import type { Clock, Kind, Random } from '@kubewright/api';
import { Event } from '@kubewright/api/core/v1';
import { mergePatch } from '@kubewright/client';

import { LeastRecentlyUsed } from '../internal/least-recently-used.js';
import { eventOf, nameOf } from './event-object.js';
import type { EventParts, NamedEvent } from './event-object.js';
import type { EventApi, EventWrite } from './event-write.js';
import { maxEntries, SpamFilter, subjectOf } from './spam-filter.js';

const kind = Event as unknown as Kind;

interface Seen {
  readonly name: string;
  readonly firstTimestamp: string | undefined;
  count: number;
}

/** The messages of similar events, as long as they are few. */
interface Similar {
  readonly messages: Set<string>;
  lastAt: number;
}

// The limits of client-go's tools/record/events_cache.go.
const maxSimilar = 10;
const similarForMs = 600_000;

/**
 * Events of the core API: joins those that repeat, and those that differ by their message alone once there are ten of them
 * in ten minutes; drops those of a source that talks too much (client-go's `EventCorrelator`).
 */
export class EventCorrelator implements EventApi {
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #filter: SpamFilter;
  readonly #seen = new LeastRecentlyUsed<Seen>(maxEntries);
  readonly #similar = new LeastRecentlyUsed<Similar>(maxEntries);

  constructor({ clock, random }: { clock: Clock; random: Random }) {
    this.#clock = clock;
    this.#random = random;
    this.#filter = new SpamFilter(clock);
  }

  record(parts: EventParts): EventWrite | undefined {
    const event = eventOf(parts);
    const subject = subjectOf(event.source?.component, event.involvedObject, event.type);
    const group = `${subject}\n${event.reason}`;
    if (!this.#isOneOfMany(group, event.message ?? '')) {
      return this.#count(event, subject, `${group}\n${event.action}\n${event.message}`);
    }
    const name = nameOf(event.involvedObject.name ?? '', this.#clock.now(), this.#random);
    const message = `(combined from similar events): ${event.message}`;
    return this.#count({ ...event, metadata: { ...event.metadata, name }, message }, subject, group);
  }

  pending(): EventWrite[] {
    return [];
  }

  stop(): void {
    // There are no timers.
  }

  #isOneOfMany(group: string, message: string): boolean {
    const now = this.#clock.now();
    let similar = this.#similar.get(group);
    if (similar === undefined || now - similar.lastAt > similarForMs) {
      similar = { messages: new Set(), lastAt: now };
      this.#similar.set(group, similar);
    }
    similar.lastAt = now;
    similar.messages.add(message);
    if (similar.messages.size < maxSimilar) return false;
    for (const first of similar.messages) {
      similar.messages.delete(first);
      break;
    }
    return true;
  }

  #count(event: NamedEvent, subject: string, key: string): EventWrite | undefined {
    const seen = this.#seen.get(key);
    if (seen === undefined) {
      const { firstTimestamp, metadata } = event;
      this.#seen.set(key, { name: metadata.name, firstTimestamp, count: 1 });
    } else {
      seen.count += 1;
    }
    if (!this.#filter.passes(subject)) return undefined;
    if (seen === undefined) return { event, kind };
    const { name, count, firstTimestamp } = seen;
    const lastTimestamp = isoTime(this.#clock.now());
    return {
      kind,
      event: {
        ...event,
        metadata: { ...event.metadata, name },
        count,
        ...(firstTimestamp !== undefined && { firstTimestamp }),
      },
      patch: mergePatch({ count, lastTimestamp, message: event.message }),
    };
  }
}
