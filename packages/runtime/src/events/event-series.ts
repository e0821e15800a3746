import { isoMicroTime } from '@kubewright/api';
import type { Clock, Kind, Timer } from '@kubewright/api';
import { Event } from '@kubewright/api/events/v1';
import { mergePatch } from '@kubewright/client';

import { seriesEventOf } from './event-object.js';
import type { EventParts, NamedSeriesEvent } from './event-object.js';
import type { EventApi, EventWrite } from './event-write.js';
import { maxEntries, SpamFilter, subjectOf } from './spam-filter.js';

const kind = Event as unknown as Kind;

interface Entry {
  readonly event: NamedSeriesEvent;
  lastAt: number;
  /** How often it occurred; what is more than one occurrence is a series. */
  count: number;
  /** How often it occurred, as the server knows it. */
  sent: number;
}

// After client-go's tools/events/event_broadcaster.go.
const finishAfterMs = 360_000;
const refreshAfterMs = 1_800_000;

export interface EventSeriesOptions {
  clock: Clock;
  /** Tells the instances of a controller apart. */
  host: string;
  /** Takes what is to be written without being recorded: how a series goes on, and how it ended. */
  write: (write: EventWrite) => void;
}

/**
 * Events of events.k8s.io: those that are the same but for their note are a series. Its second occurrence is written, then
 * its count every 30 minutes, and for the last time when nothing was added for 6 minutes. Unlike client-go, no more than
 * 4,096 are remembered, and new ones about an object are limited as those of the core API are.
 */
export class EventSeriesTracker implements EventApi {
  readonly #options: EventSeriesOptions;
  readonly #filter: SpamFilter;
  readonly #entries = new Map<string, Entry>();
  #timer: Timer | undefined;
  #refreshedAt: number;

  constructor(options: EventSeriesOptions) {
    this.#options = options;
    this.#filter = new SpamFilter(options.clock);
    this.#refreshedAt = options.clock.now();
  }

  record(parts: EventParts): EventWrite | undefined {
    const { clock, host } = this.#options;
    const event = seriesEventOf(parts, host);
    const subject = subjectOf(event.reportingController, event.regarding, event.type);
    const key = [subject, event.regarding.resourceVersion, event.reason, event.action, related(event)].join(
      '\n',
    );
    const known = this.#entries.get(key);
    if (known !== undefined) {
      known.count += 1;
      known.lastAt = clock.now();
      return known.count === 2 ? heartbeat(known) : undefined;
    }
    if (!this.#filter.passes(subject)) return undefined;
    this.#entries.set(key, { event, lastAt: clock.now(), count: 1, sent: 1 });
    if (this.#entries.size > maxEntries) this.#forgetOldest();
    this.#timer ??= this.#later();
    return { kind, event };
  }

  pending(): EventWrite[] {
    return [...this.#entries.values()].filter((entry) => entry.sent < entry.count).map(heartbeat);
  }

  stop(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
  }

  #later(): Timer {
    return this.#options.clock.setTimer(
      () => {
        this.#sweep();
        this.#timer = this.#entries.size > 0 ? this.#later() : undefined;
      },
      finishAfterMs,
      { unref: true },
    );
  }

  #sweep(): void {
    const now = this.#options.clock.now();
    const isRefresh = now - this.#refreshedAt >= refreshAfterMs;
    if (isRefresh) this.#refreshedAt = now;
    for (const [key, entry] of this.#entries) {
      const isOver = now - entry.lastAt >= finishAfterMs;
      if ((isOver || isRefresh) && entry.sent < entry.count) this.#options.write(heartbeat(entry));
      if (isOver) this.#entries.delete(key);
    }
  }

  #forgetOldest(): void {
    for (const [key, entry] of this.#entries) {
      this.#entries.delete(key);
      if (entry.sent < entry.count) this.#options.write(heartbeat(entry));
      return;
    }
  }
}

const related = ({ related: about }: NamedSeriesEvent): string =>
  about === undefined ? '' : [about.kind, about.namespace, about.name, about.uid].join('/');

function heartbeat(entry: Entry): EventWrite {
  entry.sent = entry.count;
  const series = { count: entry.count, lastObservedTime: isoMicroTime(entry.lastAt) };
  return { kind, event: { ...entry.event, series }, patch: mergePatch({ series }) };
}
