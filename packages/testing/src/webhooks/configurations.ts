import type { KubernetesObject } from '@kubewright/api';
import {
  MutatingWebhookConfiguration,
  ValidatingWebhookConfiguration,
} from '@kubewright/api/admissionregistration/v1';
import type { WebhookClientConfig } from '@kubewright/api/admissionregistration/v1';
import type { CustomResourceDefinition } from '@kubewright/api/apiextensions/v1';
import type { Operation, WebhookDefinition, WebhookEndpoint } from '@kubewright/runtime';

/** Where webhooks are served, and what an API server must trust to call them. */
export interface ServedAt {
  /** `https://127.0.0.1:40123` */
  readonly url: string;
  /** PEM. */
  readonly caBundle: string;
}

export type WebhookConfiguration = MutatingWebhookConfiguration | ValidatingWebhookConfiguration;

/** Whether an object of a manifest registers admission webhooks. */
export function isWebhookConfiguration(object: KubernetesObject | null): object is WebhookConfiguration {
  return (
    object?.apiVersion === 'admissionregistration.k8s.io/v1' &&
    (object.kind === 'MutatingWebhookConfiguration' || object.kind === 'ValidatingWebhookConfiguration')
  );
}

/** The configuration with each service replaced by where its webhooks are served (envtest's webhook.go). */
export function redirected<T extends WebhookConfiguration>(configuration: T, at: ServedAt): T {
  const webhooks = (configuration.webhooks ?? []).map((webhook) => ({
    ...webhook,
    clientConfig: clientConfig(at, webhook.clientConfig.service?.path ?? webhook.clientConfig.url ?? '/'),
  }));
  return { ...configuration, webhooks } as T;
}

function clientConfig({ url, caBundle }: ServedAt, pathOrUrl: string): WebhookClientConfig {
  const path = pathOrUrl.startsWith('https:') ? new URL(pathOrUrl).pathname : pathOrUrl;
  return {
    url: url + (path.startsWith('/') ? path : `/${path}`),
    caBundle: Buffer.from(caBundle).toString('base64'),
  };
}

/**
 * The configurations that kubebuilder's markers would generate for these webhooks with their defaults: fail closed, no
 * side effects. Webhooks that name no kind need a manifest.
 */
export function configurationsOf(
  definitions: readonly WebhookDefinition[],
  at: ServedAt,
): WebhookConfiguration[] {
  const webhooks = (type: 'mutating' | 'validating') =>
    definitions
      .flatMap(({ endpoints }) => endpoints)
      .flatMap((endpoint) => (endpoint.type === type ? registration(endpoint, at) : []));
  const [mutating, validating] = [webhooks('mutating'), webhooks('validating')];
  return [
    ...(mutating.length === 0
      ? []
      : [
          MutatingWebhookConfiguration({
            metadata: { name: 'mutating-webhook-configuration' },
            webhooks: mutating,
          }),
        ]),
    ...(validating.length === 0
      ? []
      : [
          ValidatingWebhookConfiguration({
            metadata: { name: 'validating-webhook-configuration' },
            webhooks: validating,
          }),
        ]),
  ];
}

function registration(
  { type, path, kind, operations = [] }: Extract<WebhookEndpoint, { type: 'mutating' | 'validating' }>,
  at: ServedAt,
) {
  if (kind === undefined || operations.length === 0) return [];
  const { group, version, plural } = kind;
  return [
    {
      name: `${type === 'mutating' ? 'm' : 'v'}${kind.kind.toLowerCase()}-${version}.kb.io`,
      admissionReviewVersions: ['v1'],
      clientConfig: clientConfig(at, path),
      rules: [
        {
          apiGroups: [group],
          apiVersions: [version],
          operations: [...operations] as Operation[],
          resources: [plural],
        },
      ],
      failurePolicy: 'Fail' as const,
      sideEffects: 'None' as const,
    },
  ];
}

/** The definition as it was, or, when its kind is converted by one of these webhooks, with them as its converter. */
export function withConversion(
  crd: CustomResourceDefinition,
  definitions: readonly WebhookDefinition[],
  at: ServedAt,
): CustomResourceDefinition {
  const { group, names, conversion } = crd.spec;
  const converts = definitions
    .flatMap(({ endpoints }) => endpoints)
    .find(
      (endpoint) =>
        endpoint.type === 'conversion' &&
        endpoint.converter.group === group &&
        endpoint.converter.kind === names.kind,
    );
  if (converts === undefined) return crd;
  const { conversionReviewVersions = ['v1'] } = conversion?.webhook ?? {};
  const webhook = { conversionReviewVersions, clientConfig: clientConfig(at, converts.path) };
  return { ...crd, spec: { ...crd.spec, conversion: { strategy: 'Webhook', webhook } } };
}
