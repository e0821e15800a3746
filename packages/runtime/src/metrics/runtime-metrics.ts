import type { Clock } from '@kubewright/api';

import type { AnyFamily } from './instruments.js';
import type { Metrics } from './metrics.js';
import { reconcileMetrics } from './reconcile-metrics.js';
import { restClientMetrics } from './rest-client-metrics.js';
import type { RestClientMetricsOptions } from './rest-client-metrics.js';
import { certificateMetrics, leaderElectionMetrics, webhookMetrics } from './server-metrics.js';
import { queueMetrics } from './workqueue-metrics.js';

export interface RuntimeMetrics extends Metrics {
  readonly families: readonly AnyFamily[];
}

/** Everything the runtime counts, under the names that controller-runtime and client-go give it. Loads nothing. */
export function createRuntimeMetrics(options: {
  clock: Clock;
  restClient?: RestClientMetricsOptions | undefined;
}): RuntimeMetrics {
  const reconciles = reconcileMetrics();
  const queues = queueMetrics(options.clock);
  const requests = restClientMetrics(options.restClient ?? {});
  const webhooks = webhookMetrics();
  const elections = leaderElectionMetrics();
  const files = certificateMetrics();
  return {
    families: [reconciles, queues, requests, webhooks, elections, files].flatMap(({ families }) => families),
    controller: ({ name, maxConcurrentReconciles }) => ({
      ...reconciles.ofController(name, maxConcurrentReconciles),
      queue: queues.ofQueue(name),
      removed: () => {
        reconciles.drop(name);
        queues.drop(name);
      },
    }),
    hotLoop: reconciles.hotLoop,
    webhook: webhooks.ofPath,
    webhookPanicked: webhooks.panicked,
    leaderElection: elections.ofLease,
    certificates: files.certificates,
    restClient: requests.restClient,
  };
}
