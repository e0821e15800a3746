import type { Clock, Random, StatusReason } from '@kubewright/api';
import { badRequestError, internalError, StatusError, timeoutError } from '../../errors/status-error.js';
import type { WebhookClient } from '../../webhook-client/webhook-client.js';
import type { AdmissionAttributes } from '../admission.js';
import { admissionRequest, encodeAdmissionReview, readAdmissionAnswer } from './admission-review.js';
import type { AdmissionAnswer, AnswerStatus } from './admission-review.js';
import type { VersionedObjects } from './versioned-objects.js';
import type { Invocation } from './webhook-matcher.js';

/** A webhook that could not be called, or answered nothing that can be used; its failurePolicy decides. */
export class CallingWebhookError extends Error {
  override readonly name = 'CallingWebhookError';

  constructor(webhook: string, reason: Error) {
    super(`failed calling webhook ${JSON.stringify(webhook)}: ${reason.message}`, { cause: reason });
  }

  toStatusError(): StatusError {
    return internalError(this);
  }
}

export interface CallParts {
  readonly client: WebhookClient;
  readonly clock: Clock;
  readonly random: Random;
}

/**
 * Asks a webhook. Throws CallingWebhookError when it does not answer, and StatusError when it denies the request or
 * must not be asked because of a dry run.
 */
export async function callWebhook(
  { client, clock, random }: CallParts,
  invocation: Invocation,
  attributes: AdmissionAttributes,
  objects: Pick<VersionedObjects, 'object' | 'oldObject'>,
  { mutating }: { mutating: boolean },
): Promise<AdmissionAnswer> {
  const { webhook } = invocation;
  if (attributes.dryRun && !webhook.allowsDryRun)
    throw badRequestError(`admission webhook ${JSON.stringify(webhook.name)} does not support dry run`);
  const { reviewVersion } = webhook;
  const timeoutMs = Math.min(webhook.timeoutMs, attributes.deadline() - clock.now());
  if (timeoutMs <= 0) throw overdue();
  let answer: AdmissionAnswer;
  try {
    if (reviewVersion === undefined) throw new Error(NO_VERSION);
    const uid = random.uuid();
    const request = admissionRequest(invocation, attributes);
    const body = encodeAdmissionReview(reviewVersion, uid, request, objects);
    const text = await post(client, invocation, { body, timeoutMs });
    answer = readAdmissionAnswer(text, { uid, version: reviewVersion, mutating });
  } catch (error) {
    if (clock.now() >= attributes.deadline()) throw overdue();
    throw new CallingWebhookError(webhook.name, error as Error);
  }
  for (const warning of answer.warnings) attributes.warn(warning);
  if (!answer.allowed) throw deniedError(webhook.name, answer.status);
  return answer;
}

const NO_VERSION =
  'could not create admission objects: webhook does not accept known AdmissionReview versions (v1, v1beta1)';

// Whatever the failurePolicy: nobody waits for the request any more (apiserver `endpoints/handlers/finisher`).
const overdue = (): StatusError =>
  timeoutError('request did not complete within requested timeout - context deadline exceeded');

async function post(
  client: WebhookClient,
  { webhook }: Invocation,
  { body, timeoutMs }: { body: Uint8Array; timeoutMs: number },
): Promise<string> {
  try {
    return await client.post(webhook.target, body, timeoutMs);
  } catch (error) {
    throw new Error(`failed to call webhook: ${(error as Error).message}`, { cause: error });
  }
}

/** What the client of a denied request is told (apiserver `plugin/webhook/errors/statuserror.go`). */
function deniedError(webhook: string, status: AnswerStatus = {}): StatusError {
  const { code = 0, message = '', reason = '', details } = status;
  const denied = `admission webhook ${JSON.stringify(webhook)} denied the request`;
  const why = message === '' ? reason : message;
  return new StatusError({
    // Codes beyond three digits cannot be sent.
    code: code < 400 || code > 999 ? 400 : code,
    reason: reason as StatusReason,
    message: why === '' ? `${denied} without explanation` : `${denied}: ${why}`,
    ...(details === undefined || details === null ? {} : { details }),
  });
}
