import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { ManualClock } from '../test-support/manual-clock.js';
import type { FamilyDefinition } from './instruments.js';
import { createRuntimeMetrics } from './runtime-metrics.js';

const powersOfTen = [
  1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1, 10, 100, 1000,
]; /* prometheus.ExponentialBuckets(10e-9, 10, 12) */
const requestSeconds = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30, 60];
const requestBytes = [64, 256, 512, 1024, 4096, 16384, 65536, 262144, 1048576, 4194304, 16777216];
const reconcileSeconds = [
  0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.25, 1.5,
  1.75, 2, 2.5, 3, 3.5, 4, 4.5, 5, 6, 7, 8, 9, 10, 15, 20, 25, 30, 40, 50, 60,
];

type Upstream = [
  name: string,
  type: FamilyDefinition['type'],
  labels: string,
  help: string,
  buckets?: number[],
];

/* Read off the sources of controller-runtime v0.25.2, file by file. */
const upstream: Record<string, Upstream[]> = {
  'pkg/internal/controller/metrics/metrics.go': [
    [
      'controller_runtime_reconcile_total',
      'counter',
      'controller,result',
      'Total number of reconciliations per controller',
    ],
    [
      'controller_runtime_reconcile_errors_total',
      'counter',
      'controller',
      'Total number of reconciliation errors per controller',
    ],
    [
      'controller_runtime_terminal_reconcile_errors_total',
      'counter',
      'controller',
      'Total number of terminal reconciliation errors per controller',
    ],
    [
      'controller_runtime_reconcile_panics_total',
      'counter',
      'controller',
      'Total number of reconciliation panics per controller',
    ],
    [
      'controller_runtime_reconcile_time_seconds',
      'histogram',
      'controller',
      'Length of time per reconciliation per controller',
      reconcileSeconds,
    ],
    [
      'controller_runtime_max_concurrent_reconciles',
      'gauge',
      'controller',
      'Maximum number of concurrent reconciles per controller',
    ],
    [
      'controller_runtime_active_workers',
      'gauge',
      'controller',
      'Number of currently used workers per controller',
    ],
    [
      'controller_runtime_reconcile_timeouts_total',
      'counter',
      'controller',
      'Total number of reconciliation timeouts per controller',
    ],
  ],
  'pkg/internal/metrics/workqueue.go': [
    [
      'workqueue_depth',
      'gauge',
      'name,controller,priority',
      'Current depth of workqueue by workqueue and priority',
    ],
    ['workqueue_adds_total', 'counter', 'name,controller', 'Total number of adds handled by workqueue'],
    [
      'workqueue_queue_duration_seconds',
      'histogram',
      'name,controller',
      'How long in seconds an item stays in workqueue before being requested',
      powersOfTen,
    ],
    [
      'workqueue_work_duration_seconds',
      'histogram',
      'name,controller',
      'How long in seconds processing an item from workqueue takes.',
      powersOfTen,
    ],
    [
      'workqueue_unfinished_work_seconds',
      'gauge',
      'name,controller',
      "How many seconds of work has been done that is in progress and hasn't been observed by work_duration. Large values indicate stuck threads. One can deduce the number of stuck threads by observing the rate at which this increases.",
    ],
    [
      'workqueue_longest_running_processor_seconds',
      'gauge',
      'name,controller',
      'How many seconds has the longest running processor for workqueue been running.',
    ],
    [
      'workqueue_retries_total',
      'counter',
      'name,controller',
      'Total number of items added to the workqueue with a non-zero delay (rate-limited requeues, explicit RequeueAfter or AddAfter calls)',
    ],
  ],
  'pkg/metrics/client_go_adapter.go': [
    [
      'rest_client_requests_total',
      'counter',
      'code,method,host',
      'Number of HTTP requests, partitioned by status code, method, and host.',
    ],
    [
      'rest_client_request_duration_seconds',
      'histogram',
      'verb,host',
      'Request latency in seconds. Broken down by verb and host.',
      requestSeconds,
    ],
    [
      'rest_client_request_size_bytes',
      'histogram',
      'verb,host',
      'Request size in bytes. Broken down by verb and host.',
      requestBytes,
    ],
    [
      'rest_client_response_size_bytes',
      'histogram',
      'verb,host',
      'Response size in bytes. Broken down by verb and host.',
      requestBytes,
    ],
  ],
  'pkg/metrics/leaderelection.go': [
    [
      'leader_election_master_status',
      'gauge',
      'name',
      "Gauge of if the reporting system is master of the relevant lease, 0 indicates backup, 1 indicates master. 'name' is the string used to identify the lease. Please make sure to group by name.",
    ],
    [
      'leader_election_slowpath_total',
      'counter',
      'name',
      "Total number of slow path exercised in renewing leader leases. 'name' is the string used to identify the lease. Please make sure to group by name.",
    ],
  ],
  'pkg/webhook/internal/metrics/metrics.go': [
    [
      'controller_runtime_webhook_latency_seconds',
      'histogram',
      'webhook',
      'Histogram of the latency of processing admission requests',
      powersOfTen,
    ],
    [
      'controller_runtime_webhook_requests_total',
      'counter',
      'webhook,code',
      'Total number of admission requests by HTTP status code.',
    ],
    [
      'controller_runtime_webhook_requests_in_flight',
      'gauge',
      'webhook',
      'Current number of admission requests being served.',
    ],
  ],
  'pkg/webhook/admission/metrics/metrics.go': [
    ['controller_runtime_webhook_panics_total', 'counter', '', 'Total number of webhook panics'],
  ],
  'pkg/webhook/conversion/metrics/metrics.go': [
    [
      'controller_runtime_conversion_webhook_panics_total',
      'counter',
      '',
      'Total number of conversion webhook panics',
    ],
  ],
  "k8s.io/component-base's metrics/prometheus/restclient/metrics.go": [
    [
      'rest_client_request_retries_total',
      'counter',
      'code,verb,host',
      'Number of request retries, partitioned by status code, verb, and host.',
    ],
  ],
  'pkg/certwatcher/metrics/metrics.go': [
    ['certwatcher_read_certificate_total', 'counter', '', 'Total number of certificate reads'],
    ['certwatcher_read_certificate_errors_total', 'counter', '', 'Total number of certificate read errors'],
  ],
};

const definitions = createRuntimeMetrics({
  clock: new ManualClock(),
  restClient: { duration: true, sizes: true },
}).families.map(({ definition }) => definition);

describe('the metrics of the runtime', () => {
  it.each(Object.entries(upstream))('are those of %s', (_file, list) => {
    for (const [name, type, labels, help, buckets] of list) {
      const found = definitions.find((definition) => definition.name === name);
      expect(found, name).toMatchObject({ name, type, help });
      expect(found?.labels.join(','), name).toBe(labels);
      expect(
        found?.buckets?.map((bound) => Number(bound.toPrecision(12))),
        name,
      ).toEqual(buckets);
    }
  });

  it('are only those, and kubewright_*', () => {
    const known = Object.values(upstream).flatMap((list) => list.map(([name]) => name));
    const own = definitions.map(({ name }) => name).filter((name) => !known.includes(name));
    expect(own.filter((name) => !name.startsWith('kubewright_'))).toEqual([]);
  });

  it('stand in docs/metrics.md, each with its type, labels and text', () => {
    const rows = definitions.map(
      ({ name, type, labels, help }) =>
        `| \`${name}\` | ${type} | ${labels.map((label) => `\`${label}\``).join(', ')} | ${help} |`,
    );
    const document = readFileSync(new URL('../../../../docs/metrics.md', import.meta.url), 'utf8');
    const listed = document.split('\n').flatMap((line) => {
      const normal = line.replace(/\s+/g, ' ').trim();
      return /^\| `(controller_runtime|workqueue|rest_client|leader|certwatcher|kubewright)_/.test(normal)
        ? [normal]
        : [];
    });
    expect(listed.toSorted()).toEqual(rows.map((row) => row.replace(/\s+/g, ' ')).toSorted());
  });
});
