import type { RuleWithOperations, WebhookClientConfig } from '@kubewright/api/admissionregistration/v1';
import type { LabelSelector } from '@kubewright/api';

interface Webhook {
  clientConfig: WebhookClientConfig;
  failurePolicy?: 'Fail' | 'Ignore';
  matchPolicy?: 'Equivalent' | 'Exact';
  namespaceSelector?: LabelSelector;
  objectSelector?: LabelSelector;
  timeoutSeconds?: number;
  rules?: RuleWithOperations[];
}

/** Defaults of both kinds of webhooks (apis/admissionregistration/v1/defaults.go). In place. */
export function defaultWebhook(webhook: Webhook): void {
  webhook.failurePolicy ??= 'Fail';
  webhook.matchPolicy ??= 'Equivalent';
  webhook.namespaceSelector ??= {};
  webhook.objectSelector ??= {};
  webhook.timeoutSeconds ??= 10;
  for (const rule of webhook.rules ?? []) rule.scope ??= '*';
  if (webhook.clientConfig?.service !== undefined) webhook.clientConfig.service.port ??= 443;
}
