import type { Registry } from 'prom-client';

type Prometheus = typeof import('prom-client');

/** prom-client's own 10 ms keep an idle process busy with 0.6 % of a core; these with 0.04 %. */
const EVENT_LOOP_PRECISION_MS = 50;

let shared: Registry | undefined;

/**
 * What Node tells of the process: prom-client's default metrics. They are one set for all managers of a process, for
 * they describe the process, and the observers behind them, once made, cannot be stopped.
 */
export function processRegistry(prometheus: Prometheus): Registry {
  if (shared === undefined) {
    shared = new prometheus.Registry();
    prometheus.collectDefaultMetrics({
      register: shared,
      eventLoopMonitoringPrecision: EVENT_LOOP_PRECISION_MS,
    });
  }
  return shared;
}
