import type { MutatingWebhookConfiguration } from '@kubewright/api/admissionregistration/v1';
import { behaviour } from '../behaviour.js';
import { defaultWebhook } from './webhook-defaults.js';
import { validateWebhookConfiguration, webhookConfigurationTable } from './webhook-configuration.js';

/** registry/admissionregistration/mutatingwebhookconfiguration/strategy.go. */
export const mutatingWebhookConfiguration = behaviour<MutatingWebhookConfiguration>({
  group: 'admissionregistration.k8s.io',
  kind: 'MutatingWebhookConfiguration',
  hasStatus: false,
  hasGeneration: true,
  defaults: ({ webhooks }) => {
    for (const webhook of webhooks ?? []) {
      defaultWebhook(webhook);
      webhook.reinvocationPolicy ??= 'Never';
    }
  },
  validate: validateWebhookConfiguration,
  table: webhookConfigurationTable,
});
