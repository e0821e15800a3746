import type { Clock, Timer } from '@kubewright/api';

import { Heap } from './heap.js';
import type { QueueItem } from './ready-items.js';

/** Timers of Node fire at once when the delay exceeds 2^31 - 1 ms; longer delays are waited for in pieces. */
const maxTimerMs = 2 ** 31 - 1;

/** The items that wait for a moment, with one timer for the earliest. */
export class DelayedItems {
  readonly #clock: Clock;
  readonly #release: (items: readonly QueueItem[]) => void;
  readonly #heap = new Heap<QueueItem>(
    (a, b) => a.readyAt < b.readyAt || (a.readyAt === b.readyAt && a.order < b.order),
  );
  #timer: Timer | undefined;
  #timerAt = 0;
  #order = 0;
  #isSuspended = false;

  /** `release` is given the items whose moment has come, those of the same moment in the order in which they were put. */
  constructor(clock: Clock, release: (items: readonly QueueItem[]) => void) {
    this.#clock = clock;
    this.#release = release;
  }

  get size(): number {
    return this.#heap.size;
  }

  /** Lets the item wait until `readyAt`, or until the moment it already waits for, if that is earlier. */
  put(item: QueueItem, readyAt: number): void {
    const isNew = item.index < 0;
    if (!isNew && readyAt >= item.readyAt) return;
    item.readyAt = readyAt;
    item.order = this.#order++;
    if (isNew) this.#heap.push(item);
    else this.#heap.update(item);
    this.#arm();
  }

  remove(item: QueueItem): void {
    this.#heap.remove(item);
    this.#arm();
  }

  clear(): void {
    this.#heap.clear();
    this.#arm();
  }

  /** Releases nothing any more, and leaves no timer. */
  suspend(): void {
    this.#isSuspended = true;
    this.#arm();
  }

  #arm(): void {
    const first = this.#isSuspended ? undefined : this.#heap.peek();
    if (this.#timer !== undefined) {
      if (first !== undefined && first.readyAt === this.#timerAt) return;
      this.#timer.cancel();
      this.#timer = undefined;
    }
    if (first === undefined) return;
    this.#timerAt = first.readyAt;
    const delayMs = Math.min(Math.max(first.readyAt - this.#clock.now(), 0), maxTimerMs);
    this.#timer = this.#clock.setTimer(() => {
      this.#timer = undefined;
      this.#expire();
    }, delayMs);
  }

  #expire(): void {
    const now = this.#clock.now();
    const due: QueueItem[] = [];
    for (
      let first = this.#heap.peek();
      first !== undefined && first.readyAt <= now;
      first = this.#heap.peek()
    ) {
      this.#heap.remove(first);
      due.push(first);
    }
    if (due.length > 0) this.#release(due);
    this.#arm();
  }
}
