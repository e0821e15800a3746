/** What a queue tells of itself; times are the clock's milliseconds. */
export interface QueueMetrics {
  /** The item needs work: it was added, or its delay has passed. */
  added(item: string, nowMs: number, priority: number): void;
  /** The priority of an item that needs work was raised. */
  raised(from: number, to: number): void;
  handedOut(item: string, nowMs: number, priority: number): void;
  finished(item: string, nowMs: number): void;
  /** The queue was shut down before the item was handed out. */
  dropped(item: string, priority: number): void;
  /** The item was added with a delay. */
  retried(): void;
}

const nothing = (): void => undefined;

export const noQueueMetrics: QueueMetrics = {
  added: nothing,
  raised: nothing,
  handedOut: nothing,
  finished: nothing,
  dropped: nothing,
  retried: nothing,
};
