import type { Timer } from '@kubewright/api';

import { Heap } from './heap.js';
import type { HeapNode } from './heap.js';
import { noQueueMetrics } from './queue-metrics.js';
import type { QueueMetrics } from './queue-metrics.js';
import type { WorkQueue, WorkQueueOptions } from './work-queue.js';

/*
 * What the second layer adds to the promises of the first:
 *  1. `addAfter` adds the item when the delay has passed on the clock, never before; a delay of 0 or less adds at once.
 *  2. An item is pending at most once. Of several delays the one that ends first wins, and a plain `add`, before or
 *     after, beats them all, as in controller-runtime's pkg/controller/priorityqueue (client-go's delaying_queue.go
 *     would hand the item out a second time when the delay ends).
 *  3. Items whose delay ends at the same instant are added in the order in which they were put.
 *  4. `shutDown` drops what is waiting and removes the timer.
 * At most one timer is set, whatever the number of items.
 */

export interface DelayingQueue extends WorkQueue {
  addAfter(item: string, delayMs: number): void;
  /** How many items wait for their delay. */
  readonly waiting: number;
  isWaiting(item: string): boolean;
}

interface WaitingItem extends HeapNode {
  readonly item: string;
  readyAt: number;
  order: number;
}

/** Timers of Node fire at once when the delay exceeds 2^31 - 1 ms; longer delays are waited for in pieces. */
const maxTimerMs = 2 ** 31 - 1;

/** The second layer: adds that wait. */
export class BaseDelayingQueue implements DelayingQueue {
  readonly #queue: WorkQueue;
  readonly #clock: WorkQueueOptions['clock'];
  readonly #metrics: QueueMetrics;
  readonly #heap = new Heap<WaitingItem>(
    (a, b) => a.readyAt < b.readyAt || (a.readyAt === b.readyAt && a.order < b.order),
  );
  readonly #waiting = new Map<string, WaitingItem>();
  #timer: Timer | undefined;
  #timerAt = 0;
  #order = 0;

  constructor(queue: WorkQueue, options: WorkQueueOptions) {
    this.#queue = queue;
    this.#clock = options.clock;
    this.#metrics = options.metrics ?? noQueueMetrics;
  }

  get length(): number {
    return this.#queue.length;
  }

  get processing(): number {
    return this.#queue.processing;
  }

  get shuttingDown(): boolean {
    return this.#queue.shuttingDown;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  has(item: string): boolean {
    return this.#queue.has(item);
  }

  isWaiting(item: string): boolean {
    return this.#waiting.has(item);
  }

  get(options?: { signal?: AbortSignal }): Promise<string | undefined> {
    return this.#queue.get(options);
  }

  done(item: string): void {
    this.#queue.done(item);
  }

  add(item: string): void {
    if (this.#waiting.size > 0) {
      const node = this.#waiting.get(item);
      if (node !== undefined) {
        this.#waiting.delete(item);
        this.#heap.remove(node);
        this.#arm();
      }
    }
    this.#queue.add(item);
  }

  addAfter(item: string, delayMs: number): void {
    if (this.#queue.shuttingDown) return;
    this.#metrics.retried();
    if (!(delayMs > 0)) {
      this.add(item);
      return;
    }
    if (this.#queue.has(item)) return;
    const readyAt = this.#clock.now() + delayMs;
    const node = this.#waiting.get(item);
    if (node === undefined) {
      const added: WaitingItem = { item, readyAt, order: this.#order++, index: -1 };
      this.#waiting.set(item, added);
      this.#heap.push(added);
    } else if (readyAt < node.readyAt) {
      node.readyAt = readyAt;
      node.order = this.#order++;
      this.#heap.update(node);
    }
    this.#arm();
  }

  shutDown(): void {
    this.#waiting.clear();
    this.#heap.clear();
    this.#arm();
    this.#queue.shutDown();
  }

  #arm(): void {
    const first = this.#heap.peek();
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
      this.#release();
    }, delayMs);
  }

  #release(): void {
    const now = this.#clock.now();
    for (
      let first = this.#heap.peek();
      first !== undefined && first.readyAt <= now;
      first = this.#heap.peek()
    ) {
      this.#heap.remove(first);
      this.#waiting.delete(first.item);
      this.#queue.add(first.item);
    }
    this.#arm();
  }
}
