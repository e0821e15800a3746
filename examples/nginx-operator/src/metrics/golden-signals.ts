import { Counter, Gauge, Histogram } from 'prom-client';
import type { Registry } from 'prom-client';

/**
 * The four golden signals of what users ask this operator for: an nginx as the spec says. Those of the machinery below
 * (reconciles, queue, requests) come from the runtime.
 */
export interface GoldenSignals {
  /** Latency: from the first sight of a spec until its pods are available. */
  readonly rolloutSeconds: Histogram;
  /** Traffic: attempts to reconcile, the book's `reconciles_total`. */
  readonly reconciles: Counter;
  /** Errors: by the reason of the condition OperatorDegraded. */
  readonly failures: Counter<'reason'>;
  /** Saturation: operands that are not yet what their spec says. */
  readonly rolloutsInProgress: Gauge;
}

/** Registers the metrics; once in a registry. */
export function createGoldenSignals(registry: Registry): GoldenSignals {
  const registers = [registry];
  return {
    rolloutSeconds: new Histogram({
      name: 'nginx_operator_rollout_seconds',
      help: 'Time from the first sight of a spec until its pods are available',
      buckets: [0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600],
      registers,
    }),
    reconciles: new Counter({
      name: 'nginx_operator_reconciles_total',
      help: 'Number of total reconciliation attempts',
      registers,
    }),
    failures: new Counter({
      name: 'nginx_operator_failures_total',
      help: 'Reconciliations that left the operator degraded, by the reason of its condition',
      labelNames: ['reason'],
      registers,
    }),
    rolloutsInProgress: new Gauge({
      name: 'nginx_operator_rollouts_in_progress',
      help: 'Operands that are not yet what their spec says',
      registers,
    }),
  };
}
