import { describe, expect, it } from 'vitest';
import { createApiServer } from '../create-api-server.js';
import { ManualClock } from '../test-support/manual-clock.js';
import { seededRandom } from '../test-support/seeded-random.js';
import { TestClient } from '../test-support/test-client.js';
import { TestWebhooks } from '../test-support/webhooks.js';
import type { WebhookOptions } from '../api-server.js';

const CONFIGURATIONS = '/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations';

async function callOf(
  options: WebhookOptions,
  objects: ReadonlyArray<readonly [string, object]> = [],
): Promise<{ connectTo: unknown; message: unknown }> {
  const webhooks = new TestWebhooks();
  const server = createApiServer({
    clock: new ManualClock(),
    random: seededRandom(),
    webhooks: { caller: webhooks, ...options },
  });
  const client = new TestClient(server.transport);
  for (const [path, body] of objects) expect((await client.create(path, body)).status).toBe(201);
  const rules = [{ operations: ['*'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] }];
  const clientConfig = { service: { namespace: 'default', name: 'hook', port: 443 } };
  const webhook = { name: 'a.example.com', sideEffects: 'None', admissionReviewVersions: ['v1'], rules };
  await client.create(CONFIGURATIONS, { metadata: { name: 'a' }, webhooks: [{ ...webhook, clientConfig }] });
  const { body } = await client.create('/api/v1/namespaces/default/configmaps', { metadata: { name: 'a' } });
  await server.close();
  return { connectTo: webhooks.calls[0]?.request.connectTo, message: body['message'] };
}

const failure = (why: string): string =>
  `Internal error occurred: failed calling webhook "a.example.com": failed to call webhook: Post "https://hook.default.svc:443/?timeout=10s": ${why}`;

const service = (port = 443): readonly [string, object] => [
  '/api/v1/namespaces/default/services',
  { metadata: { name: 'hook' }, spec: { ports: [{ name: 'https', port }] } },
];
const slice = (ready: boolean): readonly [string, object] => [
  '/apis/discovery.k8s.io/v1/namespaces/default/endpointslices',
  {
    metadata: { name: 'hook-1', labels: { 'kubernetes.io/service-name': 'hook' } },
    addressType: 'IPv4',
    ports: [
      { name: 'metrics', port: 8080, protocol: 'TCP' },
      { name: 'https', port: 9443, protocol: 'TCP' },
    ],
    endpoints: [{ addresses: ['10.244.0.7'], conditions: { ready } }],
  },
];

describe('where the service of a webhook is', () => {
  it('is what the options say', async () => {
    const { connectTo } = await callOf({ services: { 'default/hook': '127.0.0.1:9443' } });
    expect(connectTo).toEqual({ host: '127.0.0.1', port: 9443 });
  });

  it('is asked of the resolver of the options', async () => {
    const { connectTo } = await callOf({
      resolveService: ({ namespace, name, port }) => ({ host: `${name}.${namespace}`, port: port + 1 }),
    });
    expect(connectTo).toEqual({ host: 'hook.default', port: 444 });
  });

  it('is a ready endpoint of the service', async () => {
    const { connectTo } = await callOf({}, [service(), slice(true)]);
    expect(connectTo).toEqual({ host: '10.244.0.7', port: 9443 });
  });

  it.each([
    ['without the service', [], 'service "hook" not found'],
    ['without the port', [service(444)], 'no service port 443 found for service "hook"'],
    ['without endpoints', [service()], 'no endpoints available for service "hook"'],
    ['without ready endpoints', [service(), slice(false)], 'no endpoints available for service "hook"'],
  ] as const)('is nowhere %s', async (_, objects, why) => {
    expect((await callOf({}, objects)).message).toBe(failure(why));
  });
});
