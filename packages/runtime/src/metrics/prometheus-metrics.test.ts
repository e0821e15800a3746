import { describe, expect, it } from 'vitest';
import { ConfigMap } from '@kubewright/api/core/v1';

import { controllerFor } from '../controller/builder.js';
import { requeueAfter } from '../controller/result.js';
import { TerminalError } from '../errors.js';
import { configMap } from '../test-support/informer-harness.js';
import { ManagerHarness } from '../test-support/manager-harness.js';
import { ManualClock, settleMicrotasks } from '../test-support/manual-clock.js';
import { createPrometheusMetrics } from './prometheus-metrics.js';

/** The value of a series in the text that Prometheus scrapes. */
function valueOf(text: string, series: string): number | undefined {
  const line = text.split('\n').find((candidate) => candidate.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
}

describe('the Prometheus metrics', () => {
  it('count reconciles by outcome, under the names of controller-runtime', async () => {
    const metrics = await createPrometheusMetrics({ clock: new ManualClock() });
    const controller = controllerFor(ConfigMap).reconcileRequest(({ name }) => {
      if (name === 'fails') throw new Error('no');
      if (name === 'never') throw new TerminalError('never');
      return name === 'later' ? requeueAfter(1000) : undefined;
    });
    const harness = new ManagerHarness({ controllers: [controller], metrics });
    for (const name of ['good', 'fails', 'never', 'later']) await harness.client.create(configMap(name));
    await harness.start();
    const text = await metrics.expose();
    const total = (result: string) =>
      valueOf(text, `controller_runtime_reconcile_total{controller="configmap",result="${result}"}`);
    expect(['success', 'error', 'requeue_after', 'requeue'].map(total)).toEqual([1, 2, 1, 0]);
    expect(valueOf(text, 'controller_runtime_reconcile_errors_total{controller="configmap"}')).toBe(2);
    expect(valueOf(text, 'controller_runtime_terminal_reconcile_errors_total{controller="configmap"}')).toBe(
      1,
    );
    expect(valueOf(text, 'controller_runtime_reconcile_timeouts_total{controller="configmap"}')).toBe(0);
    expect(valueOf(text, 'controller_runtime_reconcile_time_seconds_count{controller="configmap"}')).toBe(4);
    expect(valueOf(text, 'controller_runtime_max_concurrent_reconciles{controller="configmap"}')).toBe(1);
    expect(valueOf(text, 'controller_runtime_active_workers{controller="configmap"}')).toBe(0);
    const queue = '{name="configmap",controller="configmap"}';
    expect(valueOf(text, `workqueue_adds_total${queue}`)).toBe(4);
    expect(valueOf(text, `workqueue_retries_total${queue}`)).toBe(2);
    expect(valueOf(text, `workqueue_queue_duration_seconds_count${queue}`)).toBe(4);
    expect(valueOf(text, `workqueue_work_duration_seconds_count${queue}`)).toBe(4);
    await harness.stop();
  });

  it('tell the depth of a queue, and how long work has been going on', async () => {
    const clock = new ManualClock();
    const metrics = await createPrometheusMetrics({ clock });
    const { queue } = metrics.controller({ name: 'c', maxConcurrentReconciles: 3 });
    queue.added('a', clock.now());
    queue.added('b', clock.now());
    queue.added('c', clock.now());
    clock.advanceSync(500);
    queue.handedOut('a', clock.now());
    clock.advanceSync(1000);
    queue.handedOut('b', clock.now());
    clock.advanceSync(2000);
    const labels = 'name="c",controller="c"';
    const before = await metrics.expose();
    expect(valueOf(before, `workqueue_depth{${labels},priority=""}`)).toBe(1);
    expect(valueOf(before, `workqueue_unfinished_work_seconds{${labels}}`)).toBe(5);
    expect(valueOf(before, `workqueue_longest_running_processor_seconds{${labels}}`)).toBe(3);
    expect(valueOf(before, `workqueue_queue_duration_seconds_sum{${labels}}`)).toBe(2);
    queue.finished('a', clock.now());
    queue.dropped('c');
    const after = await metrics.expose();
    expect(valueOf(after, `workqueue_depth{${labels},priority=""}`)).toBe(0);
    expect(valueOf(after, `workqueue_unfinished_work_seconds{${labels}}`)).toBe(2);
    expect(valueOf(after, `workqueue_work_duration_seconds_sum{${labels}}`)).toBe(3);
    await settleMicrotasks();
  });
});
