import { counters, gauges, histograms, POWERS_OF_TEN_SECONDS } from './instruments.js';
import type { AnyFamily } from './instruments.js';
import type { CertificateMetrics, LeaderElectionMetrics, WebhookMetrics } from './metrics.js';

/** Webhooks: controller-runtime's pkg/webhook/internal/metrics, pkg/webhook/{admission,conversion}/metrics. */
export function webhookMetrics(): {
  families: AnyFamily[];
  ofPath: (path: string) => WebhookMetrics;
  panicked: (type: 'admission' | 'conversion') => void;
} {
  const latency = histograms({
    name: 'controller_runtime_webhook_latency_seconds',
    help: 'Histogram of the latency of processing admission requests',
    labels: ['webhook'],
    buckets: POWERS_OF_TEN_SECONDS,
  });
  const total = counters({
    name: 'controller_runtime_webhook_requests_total',
    help: 'Total number of admission requests by HTTP status code.',
    labels: ['webhook', 'code'],
  });
  const inFlight = gauges({
    name: 'controller_runtime_webhook_requests_in_flight',
    help: 'Current number of admission requests being served.',
    labels: ['webhook'],
  });
  const panics = {
    admission: counters({
      name: 'controller_runtime_webhook_panics_total',
      help: 'Total number of webhook panics',
      labels: [],
    }),
    conversion: counters({
      name: 'controller_runtime_conversion_webhook_panics_total',
      help: 'Total number of conversion webhook panics',
      labels: [],
    }),
  };
  for (const family of Object.values(panics)) family.with();
  const ofPath = (path: string): WebhookMetrics => {
    const ownLatency = latency.with(path);
    const ownInFlight = inFlight.with(path);
    for (const code of ['200', '500']) total.with(path, code);
    return {
      started: () => {
        ownInFlight.inc();
      },
      finished: (statusCode, seconds) => {
        ownInFlight.dec();
        ownLatency.observe(seconds);
        total.with(path, String(statusCode)).inc();
      },
    };
  };
  const panicked = (type: 'admission' | 'conversion') => {
    panics[type].with().inc();
  };
  return { families: [latency, total, inFlight, panics.admission, panics.conversion], ofPath, panicked };
}

/** Leader election: controller-runtime's pkg/metrics/leaderelection.go, which forgets to register the second. */
export function leaderElectionMetrics(): {
  families: AnyFamily[];
  ofLease: (lease: string) => LeaderElectionMetrics;
} {
  const leading = gauges({
    name: 'leader_election_master_status',
    help: "Gauge of if the reporting system is master of the relevant lease, 0 indicates backup, 1 indicates master. 'name' is the string used to identify the lease. Please make sure to group by name.",
    labels: ['name'],
  });
  const slowPath = counters({
    name: 'leader_election_slowpath_total',
    help: "Total number of slow path exercised in renewing leader leases. 'name' is the string used to identify the lease. Please make sure to group by name.",
    labels: ['name'],
  });
  const ofLease = (lease: string): LeaderElectionMetrics => ({
    leading: (isLeader) => {
      leading.with(lease).set(isLeader ? 1 : 0);
    },
    slowPath: () => {
      slowPath.with(lease).inc();
    },
  });
  return { families: [leading, slowPath], ofLease };
}

/** Certificates read from files: controller-runtime's pkg/certwatcher/metrics/metrics.go. */
export function certificateMetrics(): { families: AnyFamily[]; certificates: CertificateMetrics } {
  const reads = counters({
    name: 'certwatcher_read_certificate_total',
    help: 'Total number of certificate reads',
    labels: [],
  });
  const failures = counters({
    name: 'certwatcher_read_certificate_errors_total',
    help: 'Total number of certificate read errors',
    labels: [],
  });
  const read = reads.with();
  const failed = failures.with();
  const certificates: CertificateMetrics = {
    read: () => {
      read.inc();
    },
    failed: () => {
      failed.inc();
    },
  };
  return { families: [reads, failures], certificates };
}
