import { Counter, Gauge, Histogram } from 'prom-client';
import type { Registry } from 'prom-client';
import type { AppPhase } from './api/v1/app.js';

/** What the operator counts, beside what every operator does. */
export interface AppMetrics {
  /** An App has come to a phase, or, without one, is gone. */
  phase(app: string, phase: AppPhase | undefined): void;
  /** A rollout has ended. */
  rollout(result: 'complete' | 'failed', durationMs: number): void;
  /** An App asked for a host that another one has. */
  hostConflict(): void;
}

const PHASES: readonly AppPhase[] = ['Pending', 'Running', 'Updating', 'Failed'];

/** Metrics in a registry of prom-client, which the operator shows on /metrics. Only the replica that leads has figures. */
export function createAppMetrics(registry: Registry): AppMetrics {
  const registers = [registry];
  const phases = new Map<string, AppPhase>();
  new Gauge({
    name: 'app_operator_apps',
    help: 'Number of Apps by phase',
    labelNames: ['phase'],
    registers,
    collect() {
      for (const phase of PHASES) this.set({ phase }, 0);
      for (const phase of phases.values()) this.inc({ phase });
    },
  });
  const rollouts = new Histogram({
    name: 'app_operator_rollout_duration_seconds',
    help: 'How long rollouts of Apps took, by how they ended',
    labelNames: ['result'],
    buckets: [1, 5, 10, 30, 60, 120, 300, 600],
    registers,
  });
  const conflicts = new Counter({
    name: 'app_operator_host_conflicts_total',
    help: 'Number of times an App asked for a host that another one has',
    registers,
  });
  return {
    phase(app, phase) {
      if (phase === undefined) phases.delete(app);
      else phases.set(app, phase);
    },
    rollout: (result, durationMs) => {
      rollouts.observe({ result }, durationMs / 1000);
    },
    hostConflict: () => {
      conflicts.inc();
    },
  };
}
