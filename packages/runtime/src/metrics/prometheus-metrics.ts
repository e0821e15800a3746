import { systemClock } from '@kubewright/api';
import type { Clock } from '@kubewright/api';
import type { Metric, Registry } from 'prom-client';

import type { AnyFamily } from './instruments.js';
import type { Metrics } from './metrics.js';
import { processRegistry } from './process-metrics.js';
import type { RestClientMetricsOptions } from './rest-client-metrics.js';
import { createRuntimeMetrics } from './runtime-metrics.js';
import type { RuntimeMetrics } from './runtime-metrics.js';

export interface PrometheusMetricsOptions {
  /** Where the metrics are registered; defaults to a registry of their own. */
  registry?: Registry;
  clock?: Clock;
  /** Metrics of requests beyond `rest_client_requests_total`. */
  restClient?: RestClientMetricsOptions;
  /** Whether `expose` tells of the Node process too (`process_*`, `nodejs_*`). Defaults to true, unless the registry does. */
  process?: boolean;
}

/** The text that Prometheus scrapes. */
export interface Exposition {
  /** The registry, for metrics of one's own. */
  readonly registry: Registry;
  readonly contentType: string;
  expose(): Promise<string>;
}

export interface PrometheusMetrics extends Metrics, Exposition {}

/** Metrics for Prometheus under the names that controller-runtime and client-go give them. Loads prom-client. */
export async function createPrometheusMetrics(
  options: PrometheusMetricsOptions = {},
): Promise<PrometheusMetrics> {
  const { clock = systemClock, restClient } = options;
  const metrics = createRuntimeMetrics({ clock, restClient });
  return { ...metrics, ...(await expositionOf(metrics, options)) };
}

/** Shows metrics to a registry of prom-client, which is loaded only here. */
export async function expositionOf(
  metrics: RuntimeMetrics,
  options: Pick<PrometheusMetricsOptions, 'registry' | 'process'> = {},
): Promise<Exposition> {
  const { default: prometheus } = await import('prom-client');
  const registry = options.registry ?? new prometheus.Registry();
  for (const family of metrics.families) registry.registerMetric(asMetric(family));
  const hasOwn = registry.getSingleMetric('process_cpu_seconds_total') !== undefined;
  const ofProcess = (options.process ?? !hasOwn) ? processRegistry(prometheus) : undefined;
  return {
    registry,
    contentType: registry.contentType,
    expose: async () => {
      const text = await registry.metrics();
      return ofProcess === undefined ? text : `${text}\n${await ofProcess.metrics()}`;
    },
  };
}

/** What a registry asks of a metric, and no more: it is never observed through prom-client. */
function asMetric(family: AnyFamily): Metric {
  const { name, help, type, labels } = family.definition;
  return {
    name,
    help,
    type,
    labelNames: labels,
    aggregator: 'sum',
    get: () => Promise.resolve({ name, help, type, aggregator: 'sum', values: family.samples() }),
    reset: () => {
      family.reset();
    },
  } as unknown as Metric;
}
