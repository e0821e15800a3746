import type { MutatingWebhookConfiguration } from '@kubewright/api/admissionregistration/v1';
import type { FieldError } from '../../errors/field-error.js';
import { behaviour } from '../behaviour.js';
import { AGE, column, NAME } from '../shared/columns.js';
import { age } from '../shared/duration.js';
import { defaultWebhook } from './webhook-defaults.js';
import { webhookRules } from './webhook-rules.js';

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
  validate: validateConfiguration,
  table: {
    columns: [
      NAME,
      column(
        'Webhooks',
        'integer',
        'Webhooks indicates the number of webhooks registered in this configuration',
      ),
      AGE,
    ],
    row: ({ metadata, webhooks }, nowMs) => [
      metadata?.name,
      webhooks?.length ?? 0,
      age(metadata?.creationTimestamp, nowMs),
    ],
  },
});

function validateConfiguration({ webhooks }: MutatingWebhookConfiguration): FieldError[] {
  const errors: FieldError[] = [];
  webhookRules(errors, webhooks);
  return errors;
}
