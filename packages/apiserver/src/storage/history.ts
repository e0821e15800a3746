import { CompactedError } from './storage.js';
import type { StorageEvent, StoredEntry } from './storage.js';

export interface HistoryLimits {
  readonly maxEvents: number;
  readonly maxBytes: number;
}

/** The latest writes, in order, as many as the limits allow. Removal from the front costs nothing to speak of. */
export class History {
  private events: StorageEvent[] = [];
  private head = 0;
  private bytes = 0;
  private compacted: number;
  private readonly limits: HistoryLimits;

  constructor(startRevision: number, limits: HistoryLimits) {
    this.limits = limits;
    this.compacted = startRevision;
  }

  /** The earliest revision whose state can still be told. */
  get oldestRevision(): number {
    return this.compacted;
  }

  append(event: StorageEvent): void {
    this.events.push(event);
    this.bytes += event.entry.bytes.length;
    while (this.events.length - this.head > this.limits.maxEvents || this.bytes > this.limits.maxBytes)
      this.dropOldest();
  }

  /** The writes after `revision`, oldest first. Throws CompactedError when some of them are forgotten. */
  *after(revision: number): Generator<StorageEvent, void> {
    if (revision < this.compacted) throw new CompactedError(revision, this.compacted);
    for (let at = this.indexAfter(revision); at < this.events.length; at++)
      yield this.events[at] as StorageEvent;
  }

  /** For each key under `prefix` written after `revision`: its state at that revision (undefined: it was not there). */
  stateBefore(revision: number, prefix: string): Map<string, StoredEntry | undefined> {
    const states = new Map<string, StoredEntry | undefined>();
    for (const { entry, previous } of this.after(revision)) {
      if (entry.key.startsWith(prefix) && !states.has(entry.key)) states.set(entry.key, previous);
    }
    return states;
  }

  private dropOldest(): void {
    const oldest = this.events[this.head] as StorageEvent;
    this.compacted = oldest.revision;
    this.bytes -= oldest.entry.bytes.length;
    this.head += 1;
    if (this.head > 1024 && this.head * 2 > this.events.length) {
      this.events = this.events.slice(this.head);
      this.head = 0;
    } else {
      // The slot would keep the forgotten object alive.
      delete this.events[this.head - 1];
    }
  }

  private indexAfter(revision: number): number {
    let low = this.head;
    let high = this.events.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.events[middle] as StorageEvent).revision <= revision) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
