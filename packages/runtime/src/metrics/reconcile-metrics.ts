import { counters, gauges, histograms } from './instruments.js';
import type { AnyFamily } from './instruments.js';
import type { ControllerMetrics } from './metrics.js';

const labels = ['controller'];

/** The metrics of reconciles, per controller: names, texts and buckets of controller-runtime's pkg/internal/controller/metrics/metrics.go. */
export function reconcileMetrics(): {
  families: AnyFamily[];
  hotLoop: (controller: string) => void;
  drop: (controller: string) => void;
  ofController(controller: string, maxConcurrentReconciles: number): Omit<ControllerMetrics, 'queue'>;
} {
  const total = counters({
    name: 'controller_runtime_reconcile_total',
    help: 'Total number of reconciliations per controller',
    labels: ['controller', 'result'],
  });
  const errors = counters({
    name: 'controller_runtime_reconcile_errors_total',
    help: 'Total number of reconciliation errors per controller',
    labels,
  });
  const terminal = counters({
    name: 'controller_runtime_terminal_reconcile_errors_total',
    help: 'Total number of terminal reconciliation errors per controller',
    labels,
  });
  const panics = counters({
    name: 'controller_runtime_reconcile_panics_total',
    help: 'Total number of reconciliation panics per controller',
    labels,
  });
  const timeouts = counters({
    name: 'controller_runtime_reconcile_timeouts_total',
    help: 'Total number of reconciliation timeouts per controller',
    labels,
  });
  const time = histograms({
    name: 'controller_runtime_reconcile_time_seconds',
    help: 'Length of time per reconciliation per controller',
    labels,
    buckets: [
      0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.25,
      1.5, 1.75, 2, 2.5, 3, 3.5, 4, 4.5, 5, 6, 7, 8, 9, 10, 15, 20, 25, 30, 40, 50, 60,
    ],
  });
  const workers = gauges({
    name: 'controller_runtime_max_concurrent_reconciles',
    help: 'Maximum number of concurrent reconciles per controller',
    labels,
  });
  const active = gauges({
    name: 'controller_runtime_active_workers',
    help: 'Number of currently used workers per controller',
    labels,
  });
  const hotLoops = counters({
    name: 'kubewright_hot_loops_total',
    help: 'Total number of objects found to be reconciled again and again by their own writes, per controller',
    labels,
  });

  const ofController = (
    controller: string,
    maxConcurrentReconciles: number,
  ): Omit<ControllerMetrics, 'queue'> => {
    workers.with(controller).set(maxConcurrentReconciles);
    const ownPanics = panics.with(controller);
    const results = {
      success: total.with(controller, 'success'),
      requeue: total.with(controller, 'requeue'),
      requeue_after: total.with(controller, 'requeue_after'),
      error: total.with(controller, 'error'),
    };
    const ownErrors = errors.with(controller);
    const ownTerminal = terminal.with(controller);
    const ownTimeouts = timeouts.with(controller);
    const ownTime = time.with(controller);
    const ownActive = active.with(controller);
    hotLoops.with(controller);
    return {
      started: () => {
        ownActive.inc();
      },
      finished: (result, seconds) => {
        ownActive.dec();
        ownTime.observe(seconds);
        results[result].inc();
        if (result === 'error') ownErrors.inc();
      },
      terminalError: () => {
        ownTerminal.inc();
      },
      timedOut: () => {
        ownTimeouts.inc();
      },
      panicked: () => {
        ownPanics.inc();
      },
    };
  };
  const families = [total, errors, terminal, panics, timeouts, time, workers, active, hotLoops];
  return {
    families,
    ofController,
    drop: (controller) => {
      for (const family of families) family.drop(controller);
    },
    hotLoop: (controller) => {
      hotLoops.with(controller).inc();
    },
  };
}
