import type { Clock } from '@kubewright/api';

import type { QueueMetrics } from '../queue/queue-metrics.js';
import { counters, gauges, histograms, POWERS_OF_TEN_SECONDS } from './instruments.js';
import type { AnyFamily, Gauge } from './instruments.js';

const labels = ['name', 'controller'];

/** How many priorities of a queue have a depth of their own; those that come later share one (as in controller-runtime). */
const MAX_PRIORITIES = 25;
const OTHER_PRIORITIES = 'exceeded_cardinality_limit';

/** The metrics of work queues, per queue: names, texts and buckets of controller-runtime's pkg/internal/metrics/workqueue.go. */
export function queueMetrics(clock: Clock): {
  families: AnyFamily[];
  ofQueue(name: string): QueueMetrics;
  drop(name: string): void;
} {
  const processing = new Map<string, Map<string, number>>();
  const depth = gauges({
    name: 'workqueue_depth',
    help: 'Current depth of workqueue by workqueue and priority',
    labels: ['name', 'controller', 'priority'],
  });
  const adds = counters({
    name: 'workqueue_adds_total',
    help: 'Total number of adds handled by workqueue',
    labels,
  });
  const latency = histograms({
    name: 'workqueue_queue_duration_seconds',
    help: 'How long in seconds an item stays in workqueue before being requested',
    labels,
    buckets: POWERS_OF_TEN_SECONDS,
  });
  const work = histograms({
    name: 'workqueue_work_duration_seconds',
    help: 'How long in seconds processing an item from workqueue takes.',
    labels,
    buckets: POWERS_OF_TEN_SECONDS,
  });
  const retries = counters({
    name: 'workqueue_retries_total',
    help: 'Total number of items added to the workqueue with a non-zero delay (rate-limited requeues, explicit RequeueAfter or AddAfter calls)',
    labels,
  });
  const forEachQueue = (use: (name: string, ages: number[]) => void) => {
    const now = clock.now();
    for (const [name, started] of processing) {
      use(
        name,
        Array.from(started.values(), (startedAt) => Math.max(now - startedAt, 0) / 1000),
      );
    }
  };
  const unfinished = gauges(
    {
      name: 'workqueue_unfinished_work_seconds',
      help: "How many seconds of work has been done that is in progress and hasn't been observed by work_duration. Large values indicate stuck threads. One can deduce the number of stuck threads by observing the rate at which this increases.",
      labels,
    },
    () => {
      forEachQueue((name, ages) => {
        unfinished.with(name, name).set(ages.reduce((sum, age) => sum + age, 0));
      });
    },
  );
  const longest = gauges(
    {
      name: 'workqueue_longest_running_processor_seconds',
      help: 'How many seconds has the longest running processor for workqueue been running.',
      labels,
    },
    () => {
      forEachQueue((name, ages) => {
        longest.with(name, name).set(ages.reduce((most, age) => Math.max(most, age), 0));
      });
    },
  );

  const ofQueue = (name: string): QueueMetrics => {
    const addedAt = new Map<string, number>();
    const startedAt = new Map<string, number>();
    processing.set(name, startedAt);
    const depths = new Map<number, Gauge>([[0, depth.with(name, name, '0')]]);
    let others: Gauge | undefined;
    const depthOf = (priority: number): Gauge => {
      const known = depths.get(priority) ?? others;
      if (known !== undefined) return known;
      if (depths.size === MAX_PRIORITIES) return (others = depth.with(name, name, OTHER_PRIORITIES));
      const own = depth.with(name, name, String(priority));
      depths.set(priority, own);
      return own;
    };
    const ownAdds = adds.with(name, name);
    const ownRetries = retries.with(name, name);
    const ownLatency = latency.with(name, name);
    const ownWork = work.with(name, name);
    return {
      added: (item, nowMs, priority) => {
        ownAdds.inc();
        depthOf(priority).inc();
        addedAt.set(item, nowMs);
      },
      handedOut: (item, nowMs, priority) => {
        depthOf(priority).dec();
        startedAt.set(item, nowMs);
        ownLatency.observe(Math.max(nowMs - (addedAt.get(item) ?? nowMs), 0) / 1000);
        addedAt.delete(item);
      },
      finished: (item, nowMs) => {
        ownWork.observe(Math.max(nowMs - (startedAt.get(item) ?? nowMs), 0) / 1000);
        startedAt.delete(item);
      },
      raised: (from, to) => {
        depthOf(from).dec();
        depthOf(to).inc();
      },
      dropped: (item, priority) => {
        depthOf(priority).dec();
        addedAt.delete(item);
      },
      retried: () => {
        ownRetries.inc();
      },
    };
  };
  const families = [depth, adds, latency, work, unfinished, longest, retries];
  const drop = (name: string): void => {
    processing.delete(name);
    for (const family of families) family.drop(name);
  };
  return { families, ofQueue, drop };
}
