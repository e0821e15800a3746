import { noQueueMetrics } from '../queue/queue-metrics.js';
import type { QueueMetrics } from '../queue/queue-metrics.js';

/** What one controller reports. */
export interface ControllerMetrics {
  readonly queue: QueueMetrics;
  started(): void;
  finished(outcome: 'success' | 'requeue_after' | 'error', seconds: number): void;
  terminalError(): void;
  timedOut(): void;
}

/** Where the numbers of a manager go; `createPrometheusMetrics` is one place. */
export interface Metrics {
  controller(options: { name: string; maxConcurrentReconciles: number }): ControllerMetrics;
}

const nothing = () => undefined;

const noControllerMetrics: ControllerMetrics = {
  queue: noQueueMetrics,
  started: nothing,
  finished: nothing,
  terminalError: nothing,
  timedOut: nothing,
};

/** Counts nothing: the default. */
export const noMetrics: Metrics = { controller: () => noControllerMetrics };
