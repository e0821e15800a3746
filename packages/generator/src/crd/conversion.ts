import type { CustomResourceConversion, CustomResourceDefinition } from '@kubewright/api/apiextensions/v1';

/** The webhook that converts between the versions of a kind, as kubebuilder's patches write it. */
export interface ConversionWebhook {
  readonly service: {
    readonly name: string;
    readonly namespace: string;
    /** Default `/convert`. */
    readonly path?: string;
    /** Default: the server's, 443. */
    readonly port?: number;
  };
  /** Versions of the review that the webhook speaks. Default `['v1']`. */
  readonly reviewVersions?: readonly string[];
  /** The certificate whose authority cert-manager writes into the CRD: `namespace/name`. */
  readonly injectCaFrom?: string;
  /** The authority itself, where nobody injects it: PEM in base64. */
  readonly caBundle?: string;
}

/** Makes the server convert the CRD's objects by the webhook. */
export function addConversion(crd: CustomResourceDefinition, webhook: ConversionWebhook): void {
  const { name, namespace, path = '/convert', port } = webhook.service;
  const conversion: CustomResourceConversion = {
    strategy: 'Webhook',
    webhook: {
      clientConfig: {
        service: { name, namespace, path, ...(port === undefined ? {} : { port }) },
        ...(webhook.caBundle === undefined ? {} : { caBundle: webhook.caBundle }),
      },
      conversionReviewVersions: [...(webhook.reviewVersions ?? ['v1'])],
    },
  };
  crd.spec.conversion = conversion;
  if (webhook.injectCaFrom !== undefined) {
    const metadata = (crd.metadata ??= {});
    metadata.annotations = {
      ...metadata.annotations,
      'cert-manager.io/inject-ca-from': webhook.injectCaFrom,
    };
  }
}
