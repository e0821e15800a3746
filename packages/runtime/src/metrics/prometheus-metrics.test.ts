import { describe, expect, it } from 'vitest';
import type { Transport } from '@kubewright/api';
import { ConfigMap } from '@kubewright/api/core/v1';
import { createClient } from '@kubewright/client';

import { controllerFor } from '../controller/builder.js';
import { requeueAfter } from '../controller/result.js';
import { TerminalError } from '../errors.js';
import { createManager } from '../manager/manager.js';
import { failure, FakeApi } from '../test-support/fake-api.js';
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
      if (name === 'again') return { requeue: true };
      return name === 'later' ? requeueAfter(1000) : undefined;
    });
    const harness = new ManagerHarness({ controllers: [controller], metrics });
    for (const name of ['good', 'fails', 'never', 'later', 'again'])
      await harness.client.create(configMap(name));
    await harness.start();
    const text = await metrics.expose();
    const total = (result: string) =>
      valueOf(text, `controller_runtime_reconcile_total{controller="configmap",result="${result}"}`);
    expect(['success', 'error', 'requeue_after', 'requeue'].map(total)).toEqual([1, 2, 1, 1]);
    expect(valueOf(text, 'controller_runtime_reconcile_errors_total{controller="configmap"}')).toBe(2);
    expect(valueOf(text, 'controller_runtime_terminal_reconcile_errors_total{controller="configmap"}')).toBe(
      1,
    );
    expect(valueOf(text, 'controller_runtime_reconcile_timeouts_total{controller="configmap"}')).toBe(0);
    expect(valueOf(text, 'controller_runtime_reconcile_time_seconds_count{controller="configmap"}')).toBe(5);
    expect(valueOf(text, 'controller_runtime_max_concurrent_reconciles{controller="configmap"}')).toBe(1);
    expect(valueOf(text, 'controller_runtime_active_workers{controller="configmap"}')).toBe(0);
    const queue = '{name="configmap",controller="configmap"}';
    expect(valueOf(text, `workqueue_adds_total${queue}`)).toBe(5);
    expect(valueOf(text, `workqueue_retries_total${queue}`)).toBe(3);
    expect(valueOf(text, `workqueue_queue_duration_seconds_count${queue}`)).toBe(5);
    expect(valueOf(text, `workqueue_work_duration_seconds_count${queue}`)).toBe(5);
    await harness.stop();
  });

  it('stand beside metrics of the user and of the process', async () => {
    const metrics = await createPrometheusMetrics({ clock: new ManualClock() });
    const { default: prometheus } = await import('prom-client');
    const own = new prometheus.Counter({ name: 'own_total', help: 'Own', registers: [metrics.registry] });
    own.inc(2);
    const text = await metrics.expose();
    expect(valueOf(text, 'own_total')).toBe(2);
    expect(valueOf(text, 'process_resident_memory_bytes')).toBeGreaterThan(0);
    expect(valueOf(text, 'nodejs_heap_size_used_bytes')).toBeGreaterThan(0);
    const other = await createPrometheusMetrics({ clock: new ManualClock(), process: false });
    expect(await other.expose()).not.toContain('process_');
  });

  it('tell of leaders, webhooks and certificates', async () => {
    const metrics = await createPrometheusMetrics({ clock: new ManualClock(), process: false });
    metrics.leaderElection('app').leading(true);
    const hook = metrics.webhook('/validate');
    hook.started();
    hook.started();
    hook.finished(200, 0.002);
    metrics.webhookPanicked('conversion');
    metrics.certificates.read();
    const text = await metrics.expose();
    expect(valueOf(text, 'leader_election_master_status{name="app"}')).toBe(1);
    expect(valueOf(text, 'controller_runtime_webhook_requests_in_flight{webhook="/validate"}')).toBe(1);
    expect(valueOf(text, 'controller_runtime_webhook_requests_total{webhook="/validate",code="500"}')).toBe(
      0,
    );
    expect(
      valueOf(text, 'controller_runtime_webhook_latency_seconds_bucket{le="0.01",webhook="/validate"}'),
    ).toBe(1);
    expect(valueOf(text, 'controller_runtime_conversion_webhook_panics_total')).toBe(1);
    expect(valueOf(text, 'certwatcher_read_certificate_total')).toBe(1);
  });

  it.each([
    [10, 10, 0],
    [25, 25, 0],
    [26, 25, 1],
    [30, 25, 5],
  ])('of %d priorities tell %d apart, and take %d together', async (priorities, apart, together) => {
    const clock = new ManualClock();
    const metrics = await createPrometheusMetrics({ clock, process: false });
    const { queue } = metrics.controller({ name: 'c', maxConcurrentReconciles: 1 });
    // The priority 0 is always told.
    for (let priority = 0; priority < priorities; priority += 1) {
      queue.added(`item-${priority}`, clock.now(), priority);
      queue.added(`other-${priority}`, clock.now(), priority);
      queue.handedOut(`other-${priority}`, clock.now(), priority);
    }
    const text = await metrics.expose();
    const lines = text.split('\n').filter((line) => line.startsWith('workqueue_depth{'));
    const placeholder = 'workqueue_depth{name="c",controller="c",priority="exceeded_cardinality_limit"}';
    expect(lines.filter((line) => /priority="\d+"} 1$/.test(line))).toHaveLength(apart);
    expect(lines).toHaveLength(apart + (together > 0 ? 1 : 0));
    expect(valueOf(text, placeholder) ?? 0).toBe(together);
    for (let time = 0; time < 200; time += 1) queue.added(`more-${time}`, clock.now(), 1);
    const more = await metrics.expose();
    expect(valueOf(more, 'workqueue_depth{name="c",controller="c",priority="1"}')).toBe(201);
    expect(valueOf(more, placeholder) ?? 0).toBe(together);
  });

  it('of a controller end when it is taken out of its manager', async () => {
    const metrics = await createPrometheusMetrics({ process: false });
    const [one, two] = ['one', 'two'].map((name) =>
      controllerFor(ConfigMap)
        .named(name)
        .reconcileRequest(() => undefined),
    );
    const harness = new ManagerHarness({ controllers: [one!, two!], metrics });
    await harness.start();
    await harness.client.create(configMap('a'));
    await settleMicrotasks();
    const linesOf = async (name: string) =>
      (await metrics.expose()).split('\n').filter((line) => line.includes(`controller="${name}"`)).length;
    const before = [await linesOf('one'), await linesOf('two')];
    expect(before[0]).toBe(before[1]);
    await harness.manager.remove(one!);
    expect([await linesOf('one'), await linesOf('two')]).toEqual([0, before[1]]);
    await harness.stop();
  });

  it('count requests that are sent again', async () => {
    const metrics = await createPrometheusMetrics({ process: false });
    const api = new FakeApi();
    const clock = new ManualClock();
    const transport: Transport = {
      request: async (request) => {
        const answer = await api.request(request);
        return answer.status === 429 ? { ...answer, headers: { 'retry-after': '1' } } : answer;
      },
      close: () => api.close(),
    };
    api.intercept = () => failure(429, 'TooManyRequests', 'slow down');
    const manager = createManager({ client: createClient({ transport, clock }), metrics, clock });
    const listing = manager.apiReader.list(ConfigMap);
    await clock.advance(1500);
    api.intercept = undefined;
    await clock.advance(1000);
    await listing;
    expect(await metrics.expose()).toContain(
      'rest_client_request_retries_total{code="429",verb="GET",host="in-process"} 2\n',
    );
  });

  it('tell the depth of a queue, and how long work has been going on', async () => {
    const clock = new ManualClock();
    const metrics = await createPrometheusMetrics({ clock });
    const { queue } = metrics.controller({ name: 'c', maxConcurrentReconciles: 3 });
    queue.added('a', clock.now(), -100);
    queue.added('b', clock.now(), -100);
    queue.added('c', clock.now(), -100);
    clock.advanceSync(500);
    queue.handedOut('a', clock.now(), -100);
    clock.advanceSync(1000);
    queue.raised(-100, 5);
    queue.handedOut('b', clock.now(), 5);
    clock.advanceSync(2000);
    const labels = 'name="c",controller="c"';
    const before = await metrics.expose();
    expect(valueOf(before, `workqueue_depth{${labels},priority="-100"}`)).toBe(1);
    expect(valueOf(before, `workqueue_unfinished_work_seconds{${labels}}`)).toBe(5);
    expect(valueOf(before, `workqueue_longest_running_processor_seconds{${labels}}`)).toBe(3);
    expect(valueOf(before, `workqueue_queue_duration_seconds_sum{${labels}}`)).toBe(2);
    queue.finished('a', clock.now());
    queue.dropped('c', -100);
    const after = await metrics.expose();
    expect(valueOf(after, `workqueue_depth{${labels},priority="-100"}`)).toBe(0);
    expect(valueOf(after, `workqueue_unfinished_work_seconds{${labels}}`)).toBe(2);
    expect(valueOf(after, `workqueue_work_duration_seconds_sum{${labels}}`)).toBe(3);
    await settleMicrotasks();
  });
});
