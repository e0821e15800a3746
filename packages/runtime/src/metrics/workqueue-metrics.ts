import type { Clock } from '@kubewright/api';
import type { Registry } from 'prom-client';

import type { QueueMetrics } from '../queue/queue-metrics.js';

type Prometheus = typeof import('prom-client');

/** 10 ns to 1000 s in powers of ten (controller-runtime's pkg/internal/metrics/workqueue.go). */
const seconds = Array.from({ length: 12 }, (_, power) => 10 ** (power - 8));

/** The metrics of work queues (client-go's util/workqueue/metrics.go, controller-runtime's names and labels), per queue. */
export function createQueueMetrics(
  { Counter, Gauge, Histogram }: Prometheus,
  options: { registry: Registry; clock: Clock },
): (name: string) => QueueMetrics {
  const registers = [options.registry];
  const labelNames = ['name', 'controller'] as const;
  const processing = new Map<string, Map<string, number>>();

  const depth = new Gauge({
    name: 'workqueue_depth',
    help: 'Current depth of workqueue by workqueue and priority',
    labelNames: ['name', 'controller', 'priority'] as const,
    registers,
  });
  const adds = new Counter({
    name: 'workqueue_adds_total',
    help: 'Total number of adds handled by workqueue',
    labelNames,
    registers,
  });
  const latency = new Histogram({
    name: 'workqueue_queue_duration_seconds',
    help: 'How long in seconds an item stays in workqueue before being requested',
    labelNames,
    buckets: seconds,
    registers,
  });
  const work = new Histogram({
    name: 'workqueue_work_duration_seconds',
    help: 'How long in seconds processing an item from workqueue takes.',
    labelNames,
    buckets: seconds,
    registers,
  });
  const retries = new Counter({
    name: 'workqueue_retries_total',
    help: 'Total number of retries handled by workqueue',
    labelNames,
    registers,
  });
  const agesOf = (name: string): number[] => {
    const now = options.clock.now();
    return [...(processing.get(name)?.values() ?? [])].map(
      (startedAt) => Math.max(now - startedAt, 0) / 1000,
    );
  };
  new Gauge({
    name: 'workqueue_unfinished_work_seconds',
    help: 'How many seconds of work has been done that is in progress and has not been observed by work_duration. Large values indicate stuck threads.',
    labelNames,
    registers,
    collect() {
      for (const name of processing.keys()) {
        this.set(
          { name, controller: name },
          agesOf(name).reduce((sum, age) => sum + age, 0),
        );
      }
    },
  });
  new Gauge({
    name: 'workqueue_longest_running_processor_seconds',
    help: 'How many seconds has the longest running processor for workqueue been running.',
    labelNames,
    registers,
    collect() {
      for (const name of processing.keys())
        this.set({ name, controller: name }, Math.max(0, ...agesOf(name)));
    },
  });

  return (name) => {
    const labels = { name, controller: name };
    const depthLabels = { ...labels, priority: '' };
    const addedAt = new Map<string, number>();
    const startedAt = new Map<string, number>();
    processing.set(name, startedAt);
    depth.set(depthLabels, 0);
    adds.inc(labels, 0);
    retries.inc(labels, 0);
    return {
      added: (item, nowMs) => {
        adds.inc(labels);
        depth.inc(depthLabels);
        addedAt.set(item, nowMs);
      },
      handedOut: (item, nowMs) => {
        depth.dec(depthLabels);
        startedAt.set(item, nowMs);
        latency.observe(labels, Math.max(nowMs - (addedAt.get(item) ?? nowMs), 0) / 1000);
        addedAt.delete(item);
      },
      finished: (item, nowMs) => {
        work.observe(labels, Math.max(nowMs - (startedAt.get(item) ?? nowMs), 0) / 1000);
        startedAt.delete(item);
      },
      dropped: (item) => {
        depth.dec(depthLabels);
        addedAt.delete(item);
      },
      retried: () => {
        retries.inc(labels);
      },
    };
  };
}
