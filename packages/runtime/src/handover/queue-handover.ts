import type { QueuedItem } from '../queue/queued-item.js';

/*
 * What the hand-over of queues promises. It is for development, where a program is started anew with other code while
 * its objects stay: see `kubewright dev`.
 *  1. What the controllers of one manager had to do when it stopped is told to controllers of the same names in the next:
 *     what was queued, what waited for a delay, what was backing off, and what a reconcile was interrupted in.
 *  2. Priorities stay. Delays end at the moment at which they would have ended. Failures are counted on, so that the next
 *     delay is as long as it would have been, where the rate limiter can `restore` them.
 *  3. Objects are listed anew, as at every start, and so are all reconciled once: a delay that was handed over matters
 *     for requests that no object stands for, or that the new code leaves waiting.
 *  4. What is left by a controller that is not there any more is told, and dropped once all controllers run.
 *     If the manager stops before that, it is handed on.
 *  5. What cannot be read is ignored as a whole; nothing is restored of it.
 * Not promised: which reconciles had been tried before, and why; anything about queues of a manager that was killed.
 */

/** The queue of one controller, as it is told to the next process. */
export interface ControllerQueue {
  readonly controller: string;
  readonly items: readonly QueuedItem[];
}

/** What a controller gives, to be asked at the end. */
export interface HandedOverQueue {
  snapshot(): QueuedItem[];
  restore(items: readonly QueuedItem[]): void;
}

/** Carries the queues of a manager from the one before it, and to the one after it. */
export class QueueHandover {
  readonly #queues = new Map<string, HandedOverQueue>();
  readonly #unclaimed = new Map<string, readonly QueuedItem[]>();

  /** Called by each controller once, before it works. */
  connect(controller: string, queue: HandedOverQueue): void {
    this.#queues.set(controller, queue);
    const items = this.#unclaimed.get(controller);
    if (items === undefined) return;
    this.#unclaimed.delete(controller);
    queue.restore(items);
  }

  /** Gives the controllers what was left for them, those that are still to come too. Called once. */
  restore(left: readonly ControllerQueue[]): void {
    for (const { controller, items } of left) {
      const queue = this.#queues.get(controller);
      if (queue === undefined) this.#unclaimed.set(controller, items);
      else queue.restore(items);
    }
  }

  /** What nobody has asked for; it is forgotten. */
  dropUnclaimed(): ControllerQueue[] {
    const dropped = this.#left();
    this.#unclaimed.clear();
    return dropped;
  }

  /** What is left to do, without controllers that have nothing. */
  collect(): ControllerQueue[] {
    const own = [...this.#queues].map(([controller, queue]) => ({ controller, items: queue.snapshot() }));
    return [...own, ...this.#left()].filter(({ items }) => items.length > 0);
  }

  #left(): ControllerQueue[] {
    return [...this.#unclaimed].map(([controller, items]) => ({ controller, items }));
  }
}
