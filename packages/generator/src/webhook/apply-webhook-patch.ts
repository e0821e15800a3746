import { applyStrategicMergePatch } from '@kubewright/api';
import type { Webhook } from './to-webhook.js';
import { WebhookMarkerError } from './webhook-error.js';
import type { WebhookMarker } from './webhook-marker.js';

const HINT = 'it is a strategic merge patch of the webhook as JSON, in backticks';

/** What the marker's `patch` makes of its webhook. Throws WebhookMarkerError. */
export async function applyWebhookPatch(
  webhook: Webhook,
  { patch, mutating }: WebhookMarker,
): Promise<Webhook> {
  // Schemas weigh a megabyte, and few markers have a patch.
  const { openApiLookup } = await import('@kubewright/api/schema');
  const type = mutating ? 'MutatingWebhook' : 'ValidatingWebhook';
  try {
    const patched = applyStrategicMergePatch(
      webhook,
      JSON.parse(patch) as unknown,
      openApiLookup(`io.k8s.api.admissionregistration.v1.${type}`),
    );
    return sortedByKey(patched) as unknown as Webhook;
  } catch (error) {
    const { message } = error as Error;
    throw new WebhookMarkerError(
      `failed to apply patch: failed to apply strategic merge patch: ${message}`,
      HINT,
    );
  }
}

const sortedByKey = (object: object): object =>
  Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)));
