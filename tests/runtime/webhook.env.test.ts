import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defineKind } from '@kubewright/api';
import type { CustomResource } from '@kubewright/api';
import { ValidatingWebhookConfiguration } from '@kubewright/api/admissionregistration/v1';
import { CustomResourceDefinition } from '@kubewright/api/apiextensions/v1';
import { ConfigMap, Secret, Service } from '@kubewright/api/core/v1';
import { createClient, mergePatch } from '@kubewright/client';
import type { ApiError, Client } from '@kubewright/client';
import {
  admissionHandler,
  allowed,
  conversionFor,
  createManager,
  managedCertificates,
  webhookFor,
} from '@kubewright/runtime';
import { startTestEnvironment } from '@kubewright/testing';
import type { TestEnvironment } from '@kubewright/testing';

// The same on the embedded server and on a real kube-apiserver.

interface WidgetSpec {
  size?: number;
  color?: string;
}
type Widget = CustomResource<WidgetSpec>;
const group = 'webhooks.example.com';
const Widget = defineKind<Widget>({ group, version: 'v1', kind: 'Widget' });
type OldWidget = CustomResource<{ replicas: number }>;
const OldWidget = defineKind<OldWidget>({ group, version: 'v1alpha1', kind: 'Widget' });

const anything = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
const version = (name: string, storage: boolean) => ({
  name,
  served: true,
  storage,
  schema: { openAPIV3Schema: { type: 'object', properties: { spec: anything } } },
});
const crd = CustomResourceDefinition({
  metadata: { name: `widgets.${group}` },
  spec: {
    group,
    names: { kind: 'Widget', plural: 'widgets' },
    scope: 'Namespaced',
    versions: [version('v1', true), version('v1alpha1', false)],
  },
});

const dryRuns: boolean[] = [];
let release: () => void = () => undefined;
const widgetWebhook = webhookFor(Widget)
  .defaulter((widget, { user }) => {
    widget.spec.size ??= 1;
    (widget.metadata!.annotations ??= {})['by'] = user.username ?? '';
  })
  .validator({
    create: ({ spec }, { warn, dryRun, fields }) => {
      dryRuns.push(dryRun);
      if (spec.color === 'puce') warn('spec.color: puce is deprecated, use red');
      if (spec.color === 'none') throw new Error('none is not a color');
      if ((spec.size ?? 0) > 10) fields.invalid('spec.size', spec.size, 'must be at most 10');
    },
    update: ({ spec }, { oldObject, fields }) => {
      if (spec.color !== oldObject.spec.color) fields.forbidden('spec.color', 'may not be changed');
    },
    delete: ({ spec }) => {
      if (spec.color === 'gold') throw new Error('gold is kept');
    },
  });

const widgetConversion = conversionFor(Widget).spoke(OldWidget, {
  keepHub: true,
  toHub: ({ spec }, { kept }) => {
    if (spec.replicas < 0) throw new Error('spec.replicas must not be negative');
    return { spec: { ...kept?.spec, size: spec.replicas } };
  },
  fromHub: ({ spec }) => ({ spec: { replicas: spec.size ?? 0 } }),
});

const slow = admissionHandler({
  path: '/slow',
  handle: ({ name }) =>
    name === 'slow' || name === 'slow-ignored'
      ? new Promise((resolve) => (release = () => resolve(allowed())))
      : allowed(),
});

let env: TestEnvironment;
beforeAll(async () => {
  env = await startTestEnvironment({ crds: [crd], webhooks: [widgetWebhook, widgetConversion, slow] });
});
afterAll(() => env.stop());

const draft = (name: string, spec: WidgetSpec) => Widget({ metadata: { name, namespace: 'default' }, spec });
const refusal = (promise: Promise<unknown>): Promise<ApiError> =>
  promise.then(
    () => {
      throw new Error('was not refused');
    },
    (error: unknown) => error as ApiError,
  );

describe('admission webhooks', () => {
  it('fill in what is missing; fields that nobody knows stay', async () => {
    const spec = { color: 'red', unknown: { deep: [1, null] } } as WidgetSpec;
    const created = await env.client.create(draft('defaulted', spec));
    expect(created.spec).toEqual({ ...spec, size: 1 });
    expect(created.metadata.annotations?.['by']).toMatch(/admin|masters|system/);
  });

  it('warn, and the client is shown', async () => {
    const warnings: string[] = [];
    const client = createClient({
      transport: env.client.transport,
      onWarning: ({ text }) => void warnings.push(text),
    });
    await client.create(draft('warned', { color: 'puce' }));
    expect(warnings).toEqual(['spec.color: puce is deprecated, use red']);
  });

  it('refuse with a message, a code and a reason', async () => {
    const { message, httpStatus, reason } = await refusal(
      env.client.create(draft('denied', { color: 'none' })),
    );
    expect([httpStatus, reason, message]).toEqual([
      403,
      'Forbidden',
      'admission webhook "vwidget-v1.kb.io" denied the request: none is not a color',
    ]);
  });

  it('refuse with the errors of fields', async () => {
    const { message, httpStatus, status } = await refusal(env.client.create(draft('large', { size: 11 })));
    expect([httpStatus, message]).toEqual([
      422,
      `admission webhook "vwidget-v1.kb.io" denied the request: Widget.${group} "large" is invalid: spec.size: Invalid value: 11: must be at most 10`,
    ]);
    expect(status.details).toMatchObject({
      name: 'large',
      group,
      kind: 'Widget',
      causes: [{ field: 'spec.size' }],
    });
  });

  it('see the object before an update, and the one that is deleted', async () => {
    const created = await env.client.create(draft('gold', { color: 'gold' }));
    const changed = refusal(env.client.update({ ...created, spec: { color: 'red' } }));
    expect((await changed).message).toContain('spec.color: Forbidden: may not be changed');
    expect((await refusal(env.client.delete(Widget, 'default/gold'))).message).toContain('gold is kept');
  });

  it('are told of dry runs', async () => {
    dryRuns.length = 0;
    await env.client.create(draft('dry', {}), { dryRun: true });
    await env.client.create(draft('wet', {}));
    expect(dryRuns).toEqual([true, false]);
  });
});

describe('conversion webhooks', () => {
  it('serve each version from the one that is stored, and lose nothing on the way', async () => {
    await env.client.create(draft('converted', { size: 3, color: 'blue' }));
    const old = await env.client.get(OldWidget, 'default/converted');
    expect([old.apiVersion, old.spec]).toEqual([`${group}/v1alpha1`, { replicas: 3 }]);
    const updated = await env.client.update({ ...old, spec: { replicas: 4 } });
    expect(updated.spec).toEqual({ replicas: 4 });
    const hub = await env.client.get(Widget, 'default/converted');
    expect(hub.spec).toEqual({ size: 4, color: 'blue' });
    expect(Object.keys(hub.metadata.annotations ?? {})).toEqual(['by']);
  });

  it('convert lists', async () => {
    const { items } = await env.client.list(OldWidget, { namespace: 'default' });
    expect(items.find(({ metadata }) => metadata.name === 'converted')?.spec).toEqual({ replicas: 4 });
  });

  it('say why they cannot', async () => {
    const negative = OldWidget({
      metadata: { name: 'negative', namespace: 'default' },
      spec: { replicas: -1 },
    });
    expect((await refusal(env.client.create(negative))).message).toBe(
      `Internal error occurred: Internal error occurred: conversion webhook for ${group}/v1alpha1, Kind=Widget failed: cannot convert Widget default/negative from ${group}/v1alpha1 to ${group}/v1: spec.replicas must not be negative`,
    );
  });
});

describe('a slow webhook', () => {
  async function register(client: Client, name: string, failurePolicy: 'Fail' | 'Ignore') {
    const template = await client.get(ValidatingWebhookConfiguration, 'validating-webhook-configuration');
    const { clientConfig } = template.webhooks![0]!;
    const url = new URL('/slow', clientConfig.url).href;
    await client.create(
      ValidatingWebhookConfiguration({
        metadata: { name },
        webhooks: [
          {
            name: `${name}.example.com`,
            admissionReviewVersions: ['v1'],
            clientConfig: { ...clientConfig, url },
            objectSelector: { matchLabels: { slow: name } },
            rules: [
              { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['configmaps'] },
            ],
            sideEffects: 'None',
            failurePolicy,
            timeoutSeconds: 1,
          },
        ],
      }),
    );
  }

  it.each([
    ['slow', 'Fail'],
    ['slow-ignored', 'Ignore'],
  ] as const)('named %s is given up on: %s', async (name, failurePolicy) => {
    await register(env.client, name, failurePolicy);
    const attempt = () =>
      env.client.create(ConfigMap({ metadata: { name, namespace: 'default', labels: { slow: name } } }), {
        dryRun: true,
      });
    if (failurePolicy === 'Fail') {
      await env.eventually(async () => {
        const { message, httpStatus } = await refusal(attempt());
        expect(httpStatus).toBe(500);
        expect(message).toMatch(
          /^Internal error occurred: failed calling webhook "slow\.example\.com": failed to call webhook: Post "https:\/\/127\.0\.0\.1:\d+\/slow\?timeout=1s": context deadline exceeded/,
        );
      });
    } else await attempt();
    release();
    await env.client.delete(ValidatingWebhookConfiguration, name);
  });
});

it('patches are admitted as updates', async () => {
  await env.client.create(draft('patched', { color: 'red' }));
  const patch = mergePatch({ spec: { color: 'blue' } });
  const { message } = await refusal(env.client.patch(Widget, 'default/patched', patch));
  expect(message).toContain('spec.color: Forbidden: may not be changed');
});

it('certificates that the operator manages are trusted, and replaced without a call that fails', async () => {
  const { client } = env;
  const service = { namespace: 'default', name: 'managed-webhook' };
  await client.create(
    Service({ metadata: service, spec: { type: 'ExternalName', externalName: '127.0.0.1', ports: [] } }),
  );
  const secret = { namespace: 'default', name: 'managed-webhook-certificates' };
  let calls = 0;
  const manager = createManager({
    client,
    webhooks: {
      host: '127.0.0.1',
      port: 0,
      handlers: [admissionHandler({ path: '/managed', handle: () => (calls++, allowed()) })],
      certificates: managedCertificates({ secret, service, checkMs: 50, overlapMs: 1000 }),
    },
  });
  const stopped = manager.start();
  await manager.whenReady();
  await manager.webhooks!.startedChecker();
  const configuration = ValidatingWebhookConfiguration({
    metadata: { name: 'managed' },
    webhooks: [
      {
        name: 'managed.example.com',
        admissionReviewVersions: ['v1'],
        clientConfig: { service: { ...service, path: '/managed', port: manager.webhooks!.address!.port } },
        objectSelector: { matchLabels: { managed: 'yes' } },
        rules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['configmaps'] }],
        sideEffects: 'None',
      },
    ],
  });
  await client.create(configuration);
  const metadata = { name: 'managed', namespace: 'default', labels: { managed: 'yes' } };
  const call = () => client.create(ConfigMap({ metadata }), { dryRun: true });
  const leafOf = async () => (await client.get(Secret, secret)).data!['tls.crt'];
  // Until the bundle is injected nobody trusts it.
  await env.eventually(async () => {
    await call();
    expect(calls).toBeGreaterThan(0);
  });
  const [leaf, before] = [await leafOf(), calls];
  // An authority whose key is lost is replaced.
  await client.patch(Secret, secret, mergePatch({ data: { 'ca.key': 'eA==' } }));
  const end = Date.now() + 30_000;
  let after = 0;
  while (after < 5 && Date.now() < end) {
    await call();
    if ((await leafOf()) !== leaf) after++;
  }
  expect([after, calls > before + 5]).toEqual([5, true]);
  await client.delete(configuration);
  await manager.stop();
  await stopped;
});
