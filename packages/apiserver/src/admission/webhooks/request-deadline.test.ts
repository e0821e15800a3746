import { expect, it } from 'vitest';
import { createApiServer } from '../../create-api-server.js';
import { ManualClock } from '../../test-support/manual-clock.js';
import { seededRandom } from '../../test-support/seeded-random.js';
import { TestClient } from '../../test-support/test-client.js';
import { TestWebhooks } from '../../test-support/webhooks.js';

it('gives all webhooks of a request 34 seconds together, whatever their failure policy', async () => {
  const clock = new ManualClock();
  const webhooks = new TestWebhooks();
  for (const path of ['/a', '/b', '/c']) webhooks.on(path, () => new Promise(() => undefined));
  const server = createApiServer({ clock, random: seededRandom(), webhooks: { caller: webhooks } });
  const client = new TestClient(server.transport);
  const webhook = (name: string) => ({
    name: `${name}.example.com`,
    clientConfig: { url: `https://127.0.0.1:9443/${name}` },
    sideEffects: 'None',
    admissionReviewVersions: ['v1'],
    failurePolicy: 'Ignore',
    timeoutSeconds: 20,
    rules: [{ operations: ['*'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] }],
  });
  await client.create('/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations', {
    metadata: { name: 'slow' },
    webhooks: ['a', 'b', 'c'].map(webhook),
  });
  const answer = client.create('/api/v1/namespaces/default/configmaps', { metadata: { name: 'x' } });
  const called = async (count: number) => {
    while (webhooks.calls.length < count) await new Promise((resolve) => setImmediate(resolve));
  };
  await called(1);
  clock.advance(20_000);
  await called(2);
  clock.advance(14_000);
  const { status, body } = await answer;
  expect(webhooks.calls.map(({ path }) => path)).toEqual(['/a?timeout=20s', '/b?timeout=14s']);
  expect([status, body]).toMatchObject([
    504,
    {
      reason: 'Timeout',
      message: 'Timeout: request did not complete within requested timeout - context deadline exceeded',
    },
  ]);
  await server.close();
});
