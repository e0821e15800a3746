import type { AdmissionAttributes, AdmissionPlugin } from '../admission.js';
import { CallingWebhookError, callWebhook } from './call-webhook.js';
import { VersionedObjects } from './versioned-objects.js';
import { isExempt, matchWebhook } from './webhook-matcher.js';
import type { Invocation } from './webhook-matcher.js';
import { meetsConditions } from './webhook-parts.js';
import type { WebhookParts } from './webhook-parts.js';

/** Lets webhooks refuse requests, all at the same time (apiserver `plugin/webhook/validating/dispatcher.go`). */
export function validatingWebhooks(parts: WebhookParts): AdmissionPlugin {
  return {
    name: 'ValidatingAdmissionWebhook',
    validate(attributes) {
      const { webhooks } = parts.configurations;
      if (webhooks.length === 0 || isExempt(attributes)) return undefined;
      const matching = webhooks.flatMap((webhook) => matchWebhook(parts, webhook, attributes) ?? []);
      return matching.length === 0 ? undefined : dispatch(parts, attributes, matching);
    },
  };
}

async function dispatch(
  parts: WebhookParts,
  attributes: AdmissionAttributes,
  matching: readonly Invocation[],
): Promise<void> {
  const calls: Array<{ invocation: Invocation; objects: VersionedObjects }> = [];
  const versions = new Map<Invocation['resource'], VersionedObjects>();
  for (const invocation of matching) {
    let objects = versions.get(invocation.resource);
    if (objects === undefined) {
      objects = new VersionedObjects(attributes, parts.resources.workingOf(attributes.resource));
      await objects.to(invocation.resource);
      versions.set(invocation.resource, objects);
    }
    if (await meetsConditions(invocation, attributes, objects)) calls.push({ invocation, objects });
  }
  // The first refusal in time decides; all are waited for, so that nothing goes on behind an answer.
  const refusals: unknown[] = [];
  await Promise.all(
    calls.map(async ({ invocation, objects }) => {
      try {
        await callWebhook(parts, invocation, attributes, objects, { mutating: false });
      } catch (error) {
        const { name, ignoresFailure } = invocation.webhook;
        if (!(error instanceof CallingWebhookError)) refusals.push(error);
        else if (!ignoresFailure) refusals.push(error.toStatusError());
        else parts.logger.warn('failed calling webhook, failing open', { webhook: name, error });
      }
    }),
  );
  if (refusals.length > 0) throw refusals[0];
}
