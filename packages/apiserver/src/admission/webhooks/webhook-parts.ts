import type { Logger } from '@kubewright/api';
import { admissionForbidden } from '../forbidden.js';
import type { AdmissionAttributes } from '../admission.js';
import type { ServedResource } from '../../resources/served-resource.js';
import { admissionRequest } from './admission-review.js';
import type { CallParts } from './call-webhook.js';
import type { VersionedObjects } from './versioned-objects.js';
import type { WebhookConfigurations } from './webhook-configurations.js';
import type { Invocation, MatcherParts } from './webhook-matcher.js';

/** What both plugins that call webhooks need. */
export interface WebhookParts extends CallParts, MatcherParts {
  readonly configurations: WebhookConfigurations;
  readonly logger: Logger;
  readonly resources: MatcherParts['resources'] & { workingOf(resource: ServedResource): ServedResource };
}

/** Whether the conditions of a webhook let it be called. Throws StatusError 403 when nobody can tell. */
export async function meetsConditions(
  invocation: Invocation,
  attributes: AdmissionAttributes,
  { object, oldObject }: VersionedObjects,
): Promise<boolean> {
  const { matchConditions, ignoresFailure } = invocation.webhook;
  if (matchConditions === undefined) return true;
  const request = admissionRequest(invocation, attributes);
  const { matches, errors } = await matchConditions.evaluate({ object, oldObject, request });
  if (!matches) return false;
  if (errors.length === 0) return true;
  if (ignoresFailure) return false;
  const text = errors.length === 1 ? (errors[0] as string) : `[${errors.join(', ')}]`;
  throw admissionForbidden({ ...attributes, object: undefined }, text);
}
