import type { ValidatingWebhookConfiguration } from '@kubewright/api/admissionregistration/v1';
import { behaviour } from '../behaviour.js';
import { defaultWebhook } from './webhook-defaults.js';
import { validateWebhookConfiguration, webhookConfigurationTable } from './webhook-configuration.js';

/** registry/admissionregistration/validatingwebhookconfiguration/strategy.go. */
export const validatingWebhookConfiguration = behaviour<ValidatingWebhookConfiguration>({
  group: 'admissionregistration.k8s.io',
  kind: 'ValidatingWebhookConfiguration',
  hasStatus: false,
  hasGeneration: true,
  defaults: ({ webhooks }) => {
    for (const webhook of webhooks ?? []) {
      defaultWebhook(webhook);
    }
  },
  validate: validateWebhookConfiguration,
  table: webhookConfigurationTable,
});
