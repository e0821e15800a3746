import { describe, expect, it } from 'vitest';
import { useServer } from '../../test-support/use-server.js';
import { TestWebhooks } from '../../test-support/webhooks.js';

const EXEC = '/api/v1/namespaces/default/pods/p/exec?command=ls&command=-l&stdout=true&stdin=false';

describe('admission of connections', () => {
  const webhooks = new TestWebhooks();
  const test = useServer({ webhooks: { caller: webhooks } });

  async function configure(): Promise<void> {
    webhooks.calls.length = 0;
    const rules = [
      { operations: ['CONNECT'], apiGroups: [''], apiVersions: ['v1'], resources: ['pods/exec'] },
    ];
    const clientConfig = { url: 'https://127.0.0.1:9443/connect' };
    const webhook = { name: 'a.example.com', sideEffects: 'None', admissionReviewVersions: ['v1'] };
    await test.client.create('/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations', {
      metadata: { name: 'a' },
      webhooks: [{ ...webhook, rules, clientConfig }],
    });
  }

  // As kube-apiserver 1.36.1 asks.
  it('shows the options as the object, before anybody looks for the pod', async () => {
    await configure();
    webhooks.on('/connect', () => ({ allowed: true }));
    expect((await test.client.create(EXEC, undefined)).status).toBe(404);
    const kind = { group: '', version: 'v1', kind: 'PodExecOptions' };
    const resource = { group: '', version: 'v1', resource: 'pods' };
    expect(webhooks.calls[0]?.review.request).toMatchObject({
      kind,
      resource,
      subResource: 'exec',
      requestKind: kind,
      requestResource: resource,
      requestSubResource: 'exec',
      name: 'p',
      namespace: 'default',
      operation: 'CONNECT',
      object: { kind: 'PodExecOptions', apiVersion: 'v1', stdout: true, command: ['ls', '-l'] },
      oldObject: null,
      dryRun: false,
      options: null,
    });
  });

  it('refuses connections', async () => {
    await configure();
    webhooks.on('/connect', () => ({ allowed: false, status: { message: 'not into this one' } }));
    const { status, body } = await test.client.get(EXEC);
    expect(status).toBe(400);
    expect(body['message']).toBe('admission webhook "a.example.com" denied the request: not into this one');
  });

  it('knows no dry run', async () => {
    const { status, body } = await test.client.get(`${EXEC}&dryRun=All`);
    expect([status, body['message']]).toEqual([400, 'dryRun is not supported']);
  });
});
