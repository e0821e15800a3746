import type { Registry } from 'prom-client';

import type { ControllerMetrics } from './metrics.js';

type Prometheus = typeof import('prom-client');

/** The buckets of controller-runtime's pkg/internal/controller/metrics/metrics.go. */
const seconds = [
  0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.25, 1.5,
  1.75, 2, 2.5, 3, 3.5, 4, 4.5, 5, 6, 7, 8, 9, 10, 15, 20, 25, 30, 40, 50, 60,
];

/** The metrics of reconciles (controller-runtime's pkg/internal/controller/metrics/metrics.go), per controller. */
export function createReconcileMetrics(
  { Counter, Gauge, Histogram }: Prometheus,
  registry: Registry,
): (controller: string, maxConcurrentReconciles: number) => Omit<ControllerMetrics, 'queue'> {
  const registers = [registry];
  const labelNames = ['controller'] as const;
  const total = new Counter({
    name: 'controller_runtime_reconcile_total',
    help: 'Total number of reconciliations per controller',
    labelNames: ['controller', 'result'] as const,
    registers,
  });
  const errors = new Counter({
    name: 'controller_runtime_reconcile_errors_total',
    help: 'Total number of reconciliation errors per controller',
    labelNames,
    registers,
  });
  const terminal = new Counter({
    name: 'controller_runtime_terminal_reconcile_errors_total',
    help: 'Total number of terminal reconciliation errors per controller',
    labelNames,
    registers,
  });
  const timeouts = new Counter({
    name: 'controller_runtime_reconcile_timeouts_total',
    help: 'Total number of reconciliation timeouts per controller',
    labelNames,
    registers,
  });
  const time = new Histogram({
    name: 'controller_runtime_reconcile_time_seconds',
    help: 'Length of time per reconciliation per controller',
    labelNames,
    buckets: seconds,
    registers,
  });
  const workers = new Gauge({
    name: 'controller_runtime_max_concurrent_reconciles',
    help: 'Maximum number of concurrent reconciles per controller',
    labelNames,
    registers,
  });
  const active = new Gauge({
    name: 'controller_runtime_active_workers',
    help: 'Number of currently used workers per controller',
    labelNames,
    registers,
  });

  return (controller, maxConcurrentReconciles) => {
    const labels = { controller };
    for (const result of ['error', 'requeue_after', 'requeue', 'success'])
      total.inc({ controller, result }, 0);
    for (const counter of [errors, terminal, timeouts]) counter.inc(labels, 0);
    workers.set(labels, maxConcurrentReconciles);
    active.set(labels, 0);
    return {
      started: () => {
        active.inc(labels);
      },
      finished: (result, tookSeconds) => {
        active.dec(labels);
        time.observe(labels, tookSeconds);
        total.inc({ controller, result });
        if (result === 'error') errors.inc(labels);
      },
      terminalError: () => {
        terminal.inc(labels);
      },
      timedOut: () => {
        timeouts.inc(labels);
      },
    };
  };
}
