import type { KubernetesObject } from '@kubewright/api';
import type { MutatingWebhook, ValidatingWebhook } from '@kubewright/api/admissionregistration/v1';
import type { FieldError } from '../../errors/field-error.js';
import type { TableLayout } from '../behaviour.js';
import { AGE, column, NAME } from '../shared/columns.js';
import { age } from '../shared/duration.js';
import { webhookRules } from './webhook-rules.js';

/** What the two kinds of webhook configuration have in common. */
interface WebhookConfiguration extends KubernetesObject {
  webhooks?: Array<MutatingWebhook | ValidatingWebhook>;
}

export const webhookConfigurationTable: TableLayout<WebhookConfiguration> = {
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
};

export function validateWebhookConfiguration({ webhooks }: WebhookConfiguration): FieldError[] {
  const errors: FieldError[] = [];
  webhookRules(errors, webhooks);
  return errors;
}
