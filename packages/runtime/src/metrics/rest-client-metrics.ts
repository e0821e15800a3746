import { counters, histograms } from './instruments.js';
import type { AnyFamily } from './instruments.js';
import type { RestClientMetrics } from './metrics.js';

/** Metrics of requests that are not kept unless asked for, as in controller-runtime's RegisterRESTClientMetrics. */
export interface RestClientMetricsOptions {
  /** `rest_client_request_duration_seconds`. */
  duration?: boolean;
  /** Its buckets, in seconds. */
  durationBuckets?: readonly number[];
  /** `rest_client_request_size_bytes` and `rest_client_response_size_bytes`. */
  sizes?: boolean;
}

const DURATION_BUCKETS = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30, 60];
const SIZE_BUCKETS = [64, 256, 512, 1024, 4096, 16384, 65536, 262144, 1048576, 4194304, 16777216];
const labels = ['verb', 'host'];

/** Requests to API servers: names, texts and buckets of controller-runtime's pkg/metrics/client_go_adapter.go. */
export function restClientMetrics(options: RestClientMetricsOptions): {
  families: AnyFamily[];
  restClient: RestClientMetrics;
} {
  const total = counters({
    name: 'rest_client_requests_total',
    help: 'Number of HTTP requests, partitioned by status code, method, and host.',
    labels: ['code', 'method', 'host'],
  });
  // client-go's `RequestRetry`, under the name and text of component-base's metrics/prometheus/restclient.
  const retries = counters({
    name: 'rest_client_request_retries_total',
    help: 'Number of request retries, partitioned by status code, verb, and host.',
    labels: ['code', 'verb', 'host'],
  });
  const families: AnyFamily[] = [total, retries];
  const histogram = (name: string, help: string, buckets: readonly number[]) => {
    const family = histograms({ name, help, labels, buckets });
    families.push(family);
    return (method: string, host: string, value: number) => {
      family.with(method, host).observe(value);
    };
  };
  const { duration = false, durationBuckets = DURATION_BUCKETS, sizes = false } = options;
  return {
    restClient: {
      requested: (code, method, host) => {
        total.with(code, method, host).inc();
      },
      retried: (code, method, host) => {
        retries.with(code, method, host).inc();
      },
      took: duration
        ? histogram(
            'rest_client_request_duration_seconds',
            'Request latency in seconds. Broken down by verb and host.',
            durationBuckets,
          )
        : undefined,
      sizes: sizes
        ? {
            sent: histogram(
              'rest_client_request_size_bytes',
              'Request size in bytes. Broken down by verb and host.',
              SIZE_BUCKETS,
            ),
            received: histogram(
              'rest_client_response_size_bytes',
              'Response size in bytes. Broken down by verb and host.',
              SIZE_BUCKETS,
            ),
          }
        : undefined,
    },
    families,
  };
}
