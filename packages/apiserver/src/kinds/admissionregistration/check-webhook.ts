import type { MutatingWebhook, ValidatingWebhook } from '@kubewright/api/admissionregistration/v1';
import { deepClone } from '@kubewright/api';
import { fieldErrorMessage } from '../../errors/field-error.js';
import type { FieldError } from '../../errors/field-error.js';
import { WrongObjectError } from '../../errors/status-error.js';
import { builtinObjectSchema } from '../../schema/builtin-schema.js';
import { defaultWebhook } from './webhook-defaults.js';
import { webhookRules } from './webhook-rules.js';

/**
 * What the API server would say of one webhook of a MutatingWebhookConfiguration or ValidatingWebhookConfiguration:
 * values of the wrong type, unknown fields, then its rules, each as a sentence that begins with the path within the
 * webhook. Empty when it would be accepted. That names are unique is a matter of the whole configuration.
 */
export function checkWebhook(
  kind: 'MutatingWebhookConfiguration' | 'ValidatingWebhookConfiguration',
  webhook: MutatingWebhook | ValidatingWebhook,
): string[] {
  const configuration = {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind,
    metadata: { name: 'checked' },
    webhooks: [deepClone(webhook)],
  };
  try {
    const unknown = builtinObjectSchema('admissionregistration.k8s.io', 'v1', kind).decode(configuration);
    if (unknown.length > 0) return unknown.map((field) => `unknown field ${JSON.stringify(within(field))}`);
  } catch (error) {
    if (error instanceof WrongObjectError) return [error.fault];
    throw error;
  }
  for (const decoded of configuration.webhooks) defaultWebhook(decoded);
  const faults: FieldError[] = [];
  webhookRules(faults, configuration.webhooks);
  return faults.map((fault) => fieldErrorMessage({ ...fault, field: within(fault.field) }));
}

const within = (field: string): string => field.replace(/^webhooks\[0\]\./, '');
