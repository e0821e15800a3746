/** What a queue tells of itself; times are the clock's milliseconds. */
export interface QueueMetrics {
  added(item: string, nowMs: number): void;
  handedOut(item: string, nowMs: number): void;
  finished(item: string, nowMs: number): void;
  /** The queue was shut down before the item was handed out. */
  dropped(item: string): void;
  /** The item was added with a delay. */
  retried(): void;
}

const nothing = (): void => undefined;

export const noQueueMetrics: QueueMetrics = {
  added: nothing,
  handedOut: nothing,
  finished: nothing,
  dropped: nothing,
  retried: nothing,
};
