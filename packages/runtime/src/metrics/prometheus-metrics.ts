import { systemClock } from '@kubewright/api';
import type { Clock } from '@kubewright/api';
import type { Registry } from 'prom-client';

import type { Metrics } from './metrics.js';
import { createReconcileMetrics } from './reconcile-metrics.js';
import { createQueueMetrics } from './workqueue-metrics.js';

export interface PrometheusMetricsOptions {
  /** Where the metrics are registered; defaults to a registry of their own. */
  registry?: Registry;
  clock?: Clock;
}

export interface PrometheusMetrics extends Metrics {
  /** The registry, for metrics of one's own. */
  readonly registry: Registry;
  /** The text that Prometheus scrapes, of type `contentType`. */
  expose(): Promise<string>;
  readonly contentType: string;
}

/** Metrics for Prometheus under the names that controller-runtime and client-go give them. Loads prom-client. */
export async function createPrometheusMetrics(
  options: PrometheusMetricsOptions = {},
): Promise<PrometheusMetrics> {
  const { clock = systemClock } = options;
  const prometheus = await import('prom-client');
  const registry = options.registry ?? new prometheus.Registry();
  const reconciles = createReconcileMetrics(prometheus, registry);
  const queues = createQueueMetrics(prometheus, { registry, clock });
  return {
    registry,
    contentType: registry.contentType,
    expose: () => registry.metrics(),
    controller: ({ name, maxConcurrentReconciles }) => ({
      ...reconciles(name, maxConcurrentReconciles),
      queue: queues(name),
    }),
  };
}
