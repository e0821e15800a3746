import { abortReason } from '@kubewright/api';
import type { Clock } from '@kubewright/api';

import { DelayedItems } from './delayed-items.js';
import { noQueueMetrics } from './queue-metrics.js';
import type { QueueMetrics } from './queue-metrics.js';
import type { QueuedItem } from './queued-item.js';
import type { RateLimiter } from './rate-limiter.js';
import { QueueItem, ReadyItems } from './ready-items.js';

/*
 * What the queue promises (after client-go's util/workqueue/doc.go and controller-runtime's pkg/controller/priorityqueue):
 *  1. Prioritising: of the items that are ready, one of the highest priority is handed out.
 *  2. Fair: within a priority, items are handed out in the order in which they became ready or were raised to it.
 *  3. Deduplicating: an item added several times before it is handed out is handed out once, with the highest priority
 *     of its adds, at the earliest of their times. No add makes it wait longer or lowers its priority.
 *  4. Stingy: an item is never handed out while it is being processed, that is between `get` and `done`.
 *  5. Dirty: an item added while it is being processed is handed out once more after `done`.
 *  6. Delayed: `addAfter` makes the item ready when the delay has passed on the clock, never before; a delay of 0 or
 *     less adds at once. A plain `add`, before or after, beats every delay.
 *  7. Slowing down: `addRateLimited` makes the item ready after the delay its rate limiter asks for, and returns that
 *     delay. Only `forget` resets its failures; neither adds nor being handed out do.
 *  8. An item counts as backing off from `addRateLimited` until it is next handed out. Items that wait for an `addAfter`
 *     do not.
 *  9. Every waiting `get` is served, one item each, in the order of the calls.
 * 10. Shutdown: after `shutDown` every `get`, waiting or later, yields undefined, adds are ignored, no timer is left, and
 *     what was not yet handed out is dropped: whoever comes next lists the world anew. (client-go drains the rest.)
 * 11. Handing over: after `suspend` the queue is shut down, too, but notes what is added, and `snapshot` says what it still
 *     had to do. Another queue that is given that by `restore` keeps priorities, the moments at which delays end, and
 *     failures, those of items that are being processed among them; what is due is handed out in the same order.
 * Not promised: that lower priorities get their turn while higher ones keep every worker busy; anything about the order
 * between an item put back by (5) and those added before `done`.
 * Adding, handing out and finishing cost the same whatever the number of items; delays cost its logarithm. At most one
 * timer is set.
 */

/** The queue of a controller's requests. Items are strings, compared by value; priorities are numbers, 0 unless said. */
export interface PriorityQueue {
  /** Marks the item as needing work. */
  add(item: string, priority?: number): void;
  /** Marks it as needing work when the delay has passed. */
  addAfter(item: string, delayMs: number, priority?: number): void;
  /** Marks it as needing work after the delay of its failures, which is returned, in milliseconds. */
  addRateLimited(item: string, priority?: number): number;
  /** Forgets the failures of the item; it does not take back what is already waiting. */
  forget(item: string): void;
  /** How many failures of the item were counted since it was last forgotten. */
  numRequeues(item: string): number;
  /** The next item, or undefined once the queue is shut down. Throws the reason of the signal. Call `done` afterwards. */
  get(options?: { signal?: AbortSignal }): Promise<string | undefined>;
  /** The next item if one is ready. Call `done` afterwards. */
  take(): string | undefined;
  /** The priority with which an item that is being processed was handed out. */
  priorityOf(item: string): number;
  /** Says that processing of an item ended, whatever its outcome. */
  done(item: string): void;
  shutDown(): void;
  /** Ends it as `shutDown` does, but keeps what is pending, and notes what is added, for `snapshot`. */
  suspend(): void;
  /** What needs work, waits, or is being processed: first what is handed out first. */
  snapshot(): QueuedItem[];
  /** Takes over what another queue had to do, as if it had been added here. Failures count where the rate limiter can `restore` them. */
  restore(items: readonly QueuedItem[]): void;
  /** Whether the item needs work: it is ready, or was added while it is being processed. */
  has(item: string): boolean;
  /** Whether the item waits for a delay. */
  isWaiting(item: string): boolean;
  /** How many items are ready to be handed out. */
  readonly length: number;
  /** How many items are being processed. */
  readonly processing: number;
  /** How many items wait for a delay. */
  readonly waiting: number;
  /** How many items wait because they failed. */
  readonly backingOff: number;
  readonly shuttingDown: boolean;
}

export interface PriorityQueueOptions {
  clock: Clock;
  rateLimiter: RateLimiter;
  metrics?: QueueMetrics;
  /** Called after each change that may matter to who waits for idleness. */
  onChange?: () => void;
}

/** What items of an initial list or a resync are added with: live events come first (controller-runtime's `handler.LowPriority`). */
export const lowPriority = -100;

interface Waiter {
  resolve(item: string | undefined): void;
}

const nothing = () => undefined;

/** Makes an empty queue. The owner calls `shutDown` once, which frees the timer. */
export function createPriorityQueue(options: PriorityQueueOptions): PriorityQueue {
  return new ItemQueue(options);
}

class ItemQueue implements PriorityQueue {
  readonly #clock: Clock;
  readonly #limiter: RateLimiter;
  /** Absent where nobody counts, which saves reading the clock. */
  readonly #metrics: QueueMetrics | undefined;
  readonly #onChange: () => void;
  /** Everything that is ready, waits or is being processed. */
  readonly #items = new Map<string, QueueItem>();
  readonly #ready = new ReadyItems();
  readonly #delayed: DelayedItems;
  readonly #waiters = new Set<Waiter>();
  #processing = 0;
  #backingOff = 0;
  /** `suspended` is shut down for those who take, not for those who add. */
  #state: 'open' | 'suspended' | 'shutDown' = 'open';

  constructor(options: PriorityQueueOptions) {
    const { clock, rateLimiter, metrics, onChange } = options;
    this.#clock = clock;
    this.#limiter = rateLimiter;
    this.#metrics = metrics === noQueueMetrics ? undefined : metrics;
    this.#onChange = onChange ?? nothing;
    this.#delayed = new DelayedItems(clock, (items) => {
      for (const item of items) this.#need(item, item.priority);
      this.#serve();
      this.#onChange();
    });
  }

  get length(): number {
    return this.#ready.size;
  }

  get processing(): number {
    return this.#processing;
  }

  get waiting(): number {
    return this.#delayed.size;
  }

  get backingOff(): number {
    return this.#backingOff;
  }

  get shuttingDown(): boolean {
    return this.#state !== 'open';
  }

  has(name: string): boolean {
    const item = this.#items.get(name);
    return item !== undefined && isPending(item);
  }

  isWaiting(name: string): boolean {
    const item = this.#items.get(name);
    return item !== undefined && item.index >= 0;
  }

  priorityOf(name: string): number {
    return this.#items.get(name)?.handedOutPriority ?? 0;
  }

  add(name: string, priority = 0): void {
    if (this.#state === 'shutDown') return;
    this.#add(this.#item(name), priority);
  }

  addAfter(name: string, delayMs: number, priority = 0): void {
    if (this.#state === 'shutDown') return;
    this.#addAfter(this.#item(name), delayMs, priority);
  }

  addRateLimited(name: string, priority = 0): number {
    const delayMs = this.#limiter.when(name);
    if (this.#state === 'shutDown') return delayMs;
    const item = this.#item(name);
    this.#noteBackingOff(item);
    this.#addAfter(item, delayMs, priority);
    return delayMs;
  }

  forget(name: string): void {
    this.#limiter.forget(name);
  }

  numRequeues(name: string): number {
    return this.#limiter.numRequeues(name);
  }

  async get(options: { signal?: AbortSignal } = {}): Promise<string | undefined> {
    const { signal } = options;
    if (signal?.aborted === true) throw abortReason(signal);
    if (this.shuttingDown) return undefined;
    return this.take() ?? this.#wait(signal);
  }

  take(): string | undefined {
    if (this.#state !== 'open') return undefined;
    const item = this.#ready.shift();
    if (item === undefined) return undefined;
    this.#handOut(item);
    return item.name;
  }

  done(name: string): void {
    const item = this.#items.get(name);
    if (item?.isProcessing !== true) return;
    item.isProcessing = false;
    this.#processing -= 1;
    this.#metrics?.finished(name, this.#clock.now());
    if (item.isDirty) {
      item.isDirty = false;
      this.#ready.push(item);
      this.#serve();
    } else if (item.index < 0) {
      this.#items.delete(name);
    }
    this.#onChange();
  }

  shutDown(): void {
    this.#state = 'shutDown';
    this.#delayed.clear();
    for (const item of this.#items.values()) {
      if (isPending(item)) this.#metrics?.dropped(item.name, item.priority);
      this.#ready.remove(item);
      item.isDirty = false;
      if (!item.isProcessing) this.#items.delete(item.name);
    }
    this.#backingOff = 0;
    this.#dismissWaiters();
    this.#onChange();
  }

  suspend(): void {
    if (this.#state !== 'open') return;
    this.#state = 'suspended';
    this.#delayed.suspend();
    this.#dismissWaiters();
    this.#onChange();
  }

  snapshot(): QueuedItem[] {
    const all = [...this.#items.values()];
    const interrupted = all.filter(
      ({ isProcessing, isDirty, index }) => isProcessing && (isDirty || index < 0),
    );
    const delayed = all.filter(({ isDirty, index }) => index >= 0 && !isDirty);
    delayed.sort((a, b) => a.readyAt - b.readyAt || a.order - b.order);
    return [...this.#ready.inOrder(), ...interrupted, ...delayed].map((item) => {
      const { name, isProcessing, isBackingOff, isDirty, index, readyAt } = item;
      const failures = this.#limiter.numRequeues(name);
      return {
        item: name,
        priority: isProcessing && !isDirty && index < 0 ? item.handedOutPriority : item.priority,
        ...(index >= 0 && { dueAtMs: readyAt }),
        ...(failures > 0 && { failures }),
        ...(isBackingOff && { isBackingOff }),
      };
    });
  }

  restore(items: readonly QueuedItem[]): void {
    if (this.#state === 'shutDown') return;
    const now = this.#clock.now();
    for (const { item: name, priority, dueAtMs = now, failures = 0, isBackingOff = false } of items) {
      if (failures > 0) this.#limiter.restore?.(name, failures);
      const item = this.#item(name);
      if (isBackingOff) this.#noteBackingOff(item);
      if (dueAtMs > now) this.#delay(item, dueAtMs, priority);
      else this.#add(item, priority);
    }
  }

  #dismissWaiters(): void {
    for (const waiter of this.#waiters) waiter.resolve(undefined);
    this.#waiters.clear();
  }

  #noteBackingOff(item: QueueItem): void {
    if (item.isBackingOff) return;
    item.isBackingOff = true;
    this.#backingOff += 1;
  }

  #item(name: string): QueueItem {
    let item = this.#items.get(name);
    if (item === undefined) {
      item = new QueueItem(name);
      this.#items.set(name, item);
    }
    return item;
  }

  #add(item: QueueItem, priority: number): void {
    if (item.index >= 0) {
      this.#delayed.remove(item);
      this.#need(item, Math.max(item.priority, priority));
    } else if (isPending(item)) {
      this.#raise(item, priority);
      return;
    } else {
      this.#need(item, priority);
    }
    this.#serve();
    this.#onChange();
  }

  #addAfter(item: QueueItem, delayMs: number, priority: number): void {
    if (!(delayMs > 0)) {
      this.#add(item, priority);
      return;
    }
    this.#metrics?.retried();
    this.#delay(item, this.#clock.now() + delayMs, priority);
  }

  #delay(item: QueueItem, readyAt: number, priority: number): void {
    if (isPending(item)) {
      this.#raise(item, priority);
      return;
    }
    item.priority = item.index < 0 ? priority : Math.max(item.priority, priority);
    this.#delayed.put(item, readyAt);
    this.#onChange();
  }

  /** The item needs work from now on. */
  #need(item: QueueItem, priority: number): void {
    item.priority = priority;
    this.#metrics?.added(item.name, this.#clock.now(), priority);
    if (item.isProcessing) item.isDirty = true;
    else this.#ready.push(item);
  }

  #raise(item: QueueItem, priority: number): void {
    if (priority <= item.priority) return;
    this.#metrics?.raised(item.priority, priority);
    const isReady = item.level !== undefined;
    if (isReady) this.#ready.remove(item);
    item.priority = priority;
    if (isReady) this.#ready.push(item);
  }

  #serve(): void {
    if (this.#waiters.size === 0) return;
    for (const waiter of this.#waiters) {
      const name = this.take();
      if (name === undefined) return;
      this.#waiters.delete(waiter);
      waiter.resolve(name);
    }
  }

  #handOut(item: QueueItem): void {
    item.isProcessing = true;
    item.handedOutPriority = item.priority;
    this.#processing += 1;
    if (item.isBackingOff) {
      item.isBackingOff = false;
      this.#backingOff -= 1;
    }
    this.#metrics?.handedOut(item.name, this.#clock.now(), item.priority);
  }

  #wait(signal: AbortSignal | undefined): Promise<string | undefined> {
    return new Promise((resolve, reject) => {
      if (signal === undefined) {
        this.#waiters.add({ resolve });
        return;
      }
      const onAbort = () => {
        this.#waiters.delete(waiter);
        reject(abortReason(signal));
      };
      const waiter: Waiter = {
        resolve: (item) => {
          signal.removeEventListener('abort', onAbort);
          resolve(item);
        },
      };
      signal.addEventListener('abort', onAbort, { once: true });
      this.#waiters.add(waiter);
    });
  }
}

function isPending(item: QueueItem): boolean {
  return item.level !== undefined || item.isDirty;
}
