import type { Clock, Logger, ObjectKey, Random } from '@kubewright/api';
import type { Client } from '@kubewright/client';

import type { CertificateMetrics } from '../metrics/metrics.js';
import type { WebhookDefinition } from '../webhook/definition.js';
import type { CertificateSource } from './certificate-source.js';

export interface ManagedCertificatesOptions {
  /** The Secret that replicas share. It is created when it does not exist. */
  secret: ObjectKey & { namespace: string };
  /** The service by which API servers reach the webhooks. */
  service: { namespace: string; name: string };
  /** More names and addresses of the certificate, besides those of the service. */
  names?: readonly string[];
  /**
   * Names of the MutatingWebhookConfigurations to inject the authorities into. Defaults to all that name the service, where
   * the manager has mutating webhooks, and else to none.
   */
  mutatingWebhookConfigurations?: readonly string[];
  /**
   * Names of the ValidatingWebhookConfigurations to inject the authorities into. Defaults to all that name the service, where
   * the manager has validating webhooks, and else to none.
   */
  validatingWebhookConfigurations?: readonly string[];
  /** Names of CustomResourceDefinitions that are converted. Defaults to those of the manager's conversions. */
  crds?: readonly string[];
  /** Defaults to 10 years. */
  caValidityMs?: number;
  /** Defaults to 1 year. */
  validityMs?: number;
  /** Defaults to 90000: kubelets and API servers have heard of everything by then. */
  overlapMs?: number;
  /** How often all is looked at. Defaults to 15000. */
  checkMs?: number;
}

/** What a manager gives to those who make certificates. */
export interface CertificateParts {
  /** A live client. */
  readonly client: Client;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly definitions: readonly WebhookDefinition[];
  /** Where reads of files are counted. */
  readonly metrics?: CertificateMetrics;
}

/** Makes a source of certificates out of what a manager has. */
export type CertificateProvider = (parts: CertificateParts) => CertificateSource;

/**
 * Certificates that the operator makes, keeps in a Secret, tells API servers of, and renews: nothing else needs to be
 * installed. The operator needs the first of these rights, the second for admission webhooks (`get` in place of `list` where they are
 * named), the third for conversions:
 *
 * ```text
 * +kubebuilder:rbac:groups="",namespace=system,resources=secrets,verbs=get;create;update
 * +kubebuilder:rbac:groups=admissionregistration.k8s.io,resources=mutatingwebhookconfigurations;validatingwebhookconfigurations,verbs=list;update
 * +kubebuilder:rbac:groups=apiextensions.k8s.io,resources=customresourcedefinitions,verbs=get;update
 * ```
 */
export function managedCertificates(options: ManagedCertificatesOptions): CertificateProvider {
  return (parts) => ({
    follow: async (onPair, signal) => {
      // Only who manages certificates pays for it.
      const { CertificateKeeper } = await import('./certificate-keeper.js');
      await new CertificateKeeper(options, parts, onPair).run(signal);
    },
  });
}
