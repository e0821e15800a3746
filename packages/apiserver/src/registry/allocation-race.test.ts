import { describe, expect, it } from 'vitest';
import { useServer } from '../test-support/use-server.js';
import { TestWebhooks } from '../test-support/webhooks.js';

const SERVICES = '/api/v1/namespaces/default/services';

describe('what is allocated while admission takes its time', () => {
  const webhooks = new TestWebhooks();
  const test = useServer({ webhooks: { caller: webhooks } });

  it('is not given to two', async () => {
    const rules = [{ operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['services'] }];
    const clientConfig = { url: 'https://127.0.0.1:9443/hold' };
    const webhook = {
      name: 'a.example.com',
      sideEffects: 'None',
      admissionReviewVersions: ['v1'],
      rules,
      clientConfig,
    };
    await test.client.create('/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations', {
      metadata: { name: 'a' },
      webhooks: [webhook],
    });
    // Both are asked about before either is answered for.
    const release: Array<() => void> = [];
    const bothHeld = new Promise<void>((resolve) => {
      webhooks.on('/hold', async () => {
        await new Promise<void>((go) => {
          release.push(go);
          if (release.length === 2) resolve();
          if (release.length > 2) go();
        });
        return { allowed: true };
      });
    });
    const clusterIP = '10.96.0.77';
    const create = (name: string) =>
      test.client.create(SERVICES, { metadata: { name }, spec: { clusterIP, ports: [{ port: 80 }] } });
    const pending = [create('a'), create('b')];
    await bothHeld;
    for (const go of release) go();
    const answers = await Promise.all(pending);
    expect(answers.map(({ status }) => status)).toEqual([201, 422]);
    expect(answers[1]?.body['message']).toContain('provided IP is already allocated');
  });
});
