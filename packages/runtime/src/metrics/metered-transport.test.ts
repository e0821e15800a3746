import type { Transport, TransportResponse } from '@kubewright/api';
import { ConfigMap } from '@kubewright/api/core/v1';
import { createClient } from '@kubewright/client';
import { describe, expect, it } from 'vitest';

import { FakeApi } from '../test-support/fake-api.js';
import { configMap } from '../test-support/informer-harness.js';
import { ManualClock } from '../test-support/manual-clock.js';
import { meterRequests } from './metered-transport.js';
import { createPrometheusMetrics } from './prometheus-metrics.js';

async function setUp(restClient = {}) {
  const clock = new ManualClock();
  const metrics = await createPrometheusMetrics({ clock, restClient, process: false });
  const api = new FakeApi();
  const slow: Transport = {
    request: async (request): Promise<TransportResponse> => {
      clock.advanceSync(300);
      return api.request(request);
    },
    close: () => api.close(),
  };
  const interceptors = [meterRequests({ metrics: metrics.restClient, host: 'kube:6443', clock })];
  return { metrics, api, client: createClient({ transport: slow, interceptors }) };
}

const requests = (code: string, method: string) =>
  `rest_client_requests_total{code="${code}",method="${method}",host="kube:6443"} 1\n`;

describe('metrics of requests', () => {
  it('count requests by code, method and host, and those without an answer', async () => {
    const { metrics, api, client } = await setUp();
    await client.create(configMap('a'));
    await client.get(ConfigMap, 'default/missing').catch(() => undefined);
    api.intercept = () => {
      throw new Error('connection refused');
    };
    await expect(client.list(ConfigMap)).rejects.toThrow('connection refused');
    const text = await metrics.expose();
    expect(text).toContain(requests('201', 'POST'));
    expect(text).toContain(requests('404', 'GET'));
    expect(text).toContain(requests('<error>', 'GET'));
    expect(text).not.toContain('rest_client_request_duration_seconds');
  });

  it('tell durations and sizes when asked to', async () => {
    const { metrics, client } = await setUp({ duration: true, sizes: true });
    const { metadata } = await client.create(configMap('a'));
    expect(metadata.name).toBe('a');
    const text = await metrics.expose();
    const labels = 'verb="POST",host="kube:6443"';
    expect(text).toContain(`rest_client_request_duration_seconds_bucket{le="0.25",${labels}} 0`);
    expect(text).toContain(`rest_client_request_duration_seconds_bucket{le="0.5",${labels}} 1`);
    expect(text).toContain(`rest_client_request_size_bytes_count{${labels}} 1`);
    expect(text).toMatch(/rest_client_response_size_bytes_sum\{.*\} \d\d\d/);
  });
});
