import { X509Certificate } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { defineKind, systemRandom } from '@kubewright/api';
import type { CustomResource } from '@kubewright/api';
import {
  MutatingWebhookConfiguration,
  ValidatingWebhookConfiguration,
} from '@kubewright/api/admissionregistration/v1';
import { CustomResourceDefinition } from '@kubewright/api/apiextensions/v1';
import { Secret } from '@kubewright/api/core/v1';
import { ApiError, createClient } from '@kubewright/client';

import { FakeApi } from '../test-support/fake-api.js';
import { ManualClock } from '../test-support/manual-clock.js';
import { recordingLogger } from '../test-support/recording-logger.js';
import { conversionFor } from '../webhook/conversion/conversion-builder.js';
import type { WebhookDefinition } from '../webhook/definition.js';
import { parseCertificates } from './certificate-chain.js';
import type { CertificatePair } from './certificate-source.js';
import { managedCertificates } from './managed-certificates.js';
import type { ManagedCertificatesOptions } from './managed-certificates.js';

const DAY_MS = 86_400_000;
const Widget = defineKind<CustomResource<object>>({ group: 'example.com', version: 'v1', kind: 'Widget' });
const service = { namespace: 'system', name: 'webhooks' };
const secretKey = { namespace: 'system', name: 'webhook-certificates' };

const rule = { apiGroups: [''], apiVersions: ['v1'], resources: ['pods'] };
const registration = (name: string, of = service) => ({
  name,
  admissionReviewVersions: ['v1'],
  sideEffects: 'None' as const,
  rules: [{ ...rule, operations: ['CREATE' as const] }],
  clientConfig: { service: { ...of, path: '/x' } },
});

const admission: WebhookDefinition = {
  endpoints: (['mutating', 'validating'] as const).map((type) => ({
    type,
    path: `/${type}`,
    handle: () => ({ allowed: true }),
  })),
};
const webhooks: readonly WebhookDefinition[] = [admission, conversionFor(Widget)];

/** Replicas of an operator on one server, at one time. */
class Replicas {
  readonly api = new FakeApi();
  readonly clock = new ManualClock();
  readonly client = createClient({ transport: this.api });
  readonly served: CertificatePair[] = [];
  readonly records: ReturnType<typeof recordingLogger>['records'][] = [];
  readonly #end = new AbortController();
  readonly #ended: Array<Promise<void>> = [];

  async install(): Promise<void> {
    const other = { namespace: 'system', name: 'other' };
    await this.client.create(
      MutatingWebhookConfiguration({
        metadata: { name: 'mine' },
        webhooks: [registration('m.example.com'), registration('o.example.com', other)],
      }),
    );
    await this.client.create(
      ValidatingWebhookConfiguration({
        metadata: { name: 'mine' },
        webhooks: [registration('v.example.com')],
      }),
    );
    await this.client.create(
      CustomResourceDefinition({
        metadata: { name: 'widgets.example.com' },
        spec: {
          group: 'example.com',
          names: { kind: 'Widget', plural: 'widgets' },
          scope: 'Namespaced',
          versions: [],
          conversion: {
            strategy: 'Webhook',
            webhook: { conversionReviewVersions: ['v1'], clientConfig: { service } },
          },
        },
      }),
    );
  }

  start(options: Partial<ManagedCertificatesOptions> = {}, definitions = webhooks): Promise<void> {
    const { logger, records } = recordingLogger();
    const index = this.records.push(records) - 1;
    const { client, clock } = this;
    const source = managedCertificates({ secret: secretKey, service, ...options })({
      client,
      clock,
      random: systemRandom,
      logger,
      definitions,
    });
    const ended = source.follow((pair) => {
      this.served[index] = pair;
    }, this.#end.signal);
    this.#ended.push(ended);
    return ended;
  }

  /** Waits until every replica waits for time to pass. */
  async idle(): Promise<void> {
    while (
      this.clock.pending < this.#ended.length ||
      this.served.filter(Boolean).length < this.#ended.length
    ) {
      await Promise.race([new Promise((resolve) => setImmediate(resolve)), ...this.#ended]);
      if (this.clock.pending > 0 && this.served.filter(Boolean).length < this.#ended.length)
        await this.clock.advance(100);
    }
  }

  async advance(ms: number): Promise<void> {
    await this.clock.advance(ms);
    await this.idle();
  }

  async stop(): Promise<void> {
    this.#end.abort(new Error('end of the test'));
    await Promise.all(this.#ended);
    expect(this.clock.pending).toBe(0);
  }

  /** The bundles by which API servers judge the operator. */
  async bundles(): Promise<Array<string | undefined>> {
    const mutating = await this.client.get(MutatingWebhookConfiguration, 'mine');
    const validating = await this.client.get(ValidatingWebhookConfiguration, 'mine');
    const crd = await this.client.get(CustomResourceDefinition, 'widgets.example.com');
    return [
      mutating.webhooks![0]!.clientConfig.caBundle,
      validating.webhooks![0]!.clientConfig.caBundle,
      crd.spec.conversion!.webhook!.clientConfig!.caBundle,
    ].map((text) => (text === undefined ? undefined : Buffer.from(text, 'base64').toString()));
  }

  /** Whether every API server trusts what every replica serves, now. */
  async assertTrusted(): Promise<void> {
    const now = this.clock.now();
    const [bundle, ...others] = await this.bundles();
    expect(others).toEqual([bundle, bundle]);
    const authorities = parseCertificates(bundle ?? '').filter(({ notAfterMs }) => notAfterMs > now);
    for (const certificate of new Set(this.served.map((pair) => pair.certificate))) {
      const leaf = new X509Certificate(certificate);
      expect(Date.parse(leaf.validTo)).toBeGreaterThan(now);
      expect(leaf.checkHost('webhooks.system.svc')).toBeDefined();
      expect(authorities.some(({ x509 }) => leaf.verify(x509.publicKey))).toBe(true);
    }
  }
}

const running = async (replicas: number, options: Partial<ManagedCertificatesOptions> = {}) => {
  const all = new Replicas();
  await all.install();
  for (let i = 0; i < replicas; i++) void all.start(options).catch(() => undefined);
  await all.idle();
  return all;
};

const only = (type: 'mutating' | 'validating'): WebhookDefinition[] => [
  { endpoints: admission.endpoints.filter((endpoint) => endpoint.type === type) },
];

describe('managed certificates', () => {
  it('are made, kept in a Secret, injected where the service is named, and served', async () => {
    const one = await running(1);
    await one.assertTrusted();
    const secret = await one.client.get(Secret, secretKey);
    expect(secret.type).toBe('kubernetes.io/tls');
    expect(Buffer.from(secret.data!['tls.crt']!, 'base64').toString()).toBe(one.served[0]!.certificate);
    const { webhooks } = await one.client.get(MutatingWebhookConfiguration, 'mine');
    expect(webhooks![1]!.clientConfig.caBundle).toBeUndefined();
    const { subjectAltName } = new X509Certificate(one.served[0]!.certificate);
    expect(subjectAltName).toBe(
      'DNS:webhooks.system.svc, DNS:webhooks.system.svc.cluster.local, DNS:webhooks.system',
    );
    await one.stop();
  });

  it('write nothing when everything is right', async () => {
    const one = await running(1);
    one.api.requests.length = 0;
    await one.advance(60_000);
    expect(one.api.requests.filter((request) => !request.startsWith('GET'))).toEqual([]);
    expect(one.api.requests.length).toBeGreaterThan(0);
    await one.stop();
  });

  it('are the same for replicas that start at the same time', async () => {
    const three = await running(3);
    await three.advance(1000);
    const [first] = three.served;
    expect(three.served).toEqual([first, first, first]);
    await three.assertTrusted();
    await three.stop();
  });

  it('are renewed, and at no moment an API server meets one that it does not trust', async () => {
    const options = {
      checkMs: DAY_MS,
      overlapMs: DAY_MS,
      caValidityMs: 12 * DAY_MS,
      validityMs: 6 * DAY_MS,
    };
    const two = await running(2, options);
    const leaves = new Set<string>();
    const authorities = new Set<string>();
    for (let at = 0; at < 18 * DAY_MS; at += options.checkMs) {
      await two.advance(options.checkMs);
      await two.assertTrusted();
      leaves.add(two.served[0]!.certificate);
      for (const { pem } of parseCertificates((await two.bundles())[0]!)) authorities.add(pem);
    }
    // A certificate every 4 days, an authority every 8, which is gone from the bundles after 12.
    expect(leaves.size).toBeGreaterThanOrEqual(5);
    expect(authorities.size).toBe(3);
    expect(parseCertificates((await two.bundles())[0]!)).toHaveLength(2);
    await two.stop();
  });

  it('are put right when somebody edits or deletes them', async () => {
    const one = await running(1);
    const before = [...one.served];
    const bundles = await one.bundles();
    const edits: Array<() => Promise<unknown>> = [
      () => one.client.delete(Secret, secretKey),
      async () => {
        const secret = await one.client.get(Secret, secretKey);
        await one.client.update({ ...secret, data: { ...secret.data, 'ca.crt': '' } });
      },
      async () => {
        const configuration = await one.client.get(ValidatingWebhookConfiguration, 'mine');
        configuration.webhooks![0]!.clientConfig.caBundle = 'eA==';
        await one.client.update(configuration);
      },
    ];
    for (const edit of edits) {
      await edit();
      await one.advance(15_000);
      expect(await one.bundles()).toEqual(bundles);
      expect(one.served).toEqual(before);
      await one.assertTrusted();
    }
    const secret = await one.client.get(Secret, secretKey);
    await one.client.update({ ...secret, data: { ...secret.data, 'tls.key': 'eA==' } });
    await one.advance(15_000);
    expect(one.served).not.toEqual(before);
    await one.assertTrusted();
    await one.stop();
  });

  it.each([
    { name: 'conversions', definitions: [conversionFor(Widget)], reads: /\/customresourcedefinitions\// },
    { name: 'mutating ones', definitions: only('mutating'), reads: /\/mutatingwebhookconfigurations$/ },
    { name: 'validating ones', definitions: only('validating'), reads: /\/validatingwebhookconfigurations$/ },
  ])('read only what registers the webhooks that there are: $name', async ({ definitions, reads }) => {
    const one = new Replicas();
    await one.install();
    const from = one.api.requests.length;
    void one.start({}, definitions).catch(() => undefined);
    await one.idle();
    const read = one.api.requests.slice(from).filter((request) => /^GET (?!.*\/secrets)/.test(request));
    expect(new Set(read)).toEqual(new Set([expect.stringMatching(reads)]));
    await one.stop();
  });

  it('wait for what is not installed yet, and say so', async () => {
    const one = new Replicas();
    void one.start({ mutatingWebhookConfigurations: ['mine'] }).catch(() => undefined);
    await one.idle();
    expect(one.records[0]).toContainEqual({
      level: 'warn',
      message: 'there is nothing to inject the CA bundle into: install it',
      fields: { secret: 'system/webhook-certificates', kind: 'MutatingWebhookConfiguration', name: 'mine' },
    });
    await one.install();
    await one.advance(15_000);
    await one.assertTrusted();
    await one.stop();
  });

  it('fail in a sentence when the operator lacks rights', async () => {
    const one = new Replicas();
    one.api.intercept = () => {
      throw new ApiError({ code: 403, reason: 'Forbidden', message: 'secrets is forbidden' });
    };
    await expect(one.start()).rejects.toThrow(
      'certificates cannot be managed: secrets is forbidden: give the operator the rights that the documentation of managedCertificates lists',
    );
  });
});
