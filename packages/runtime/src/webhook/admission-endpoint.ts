import type { Logger } from '@kubewright/api';

import { messageOf, toError } from '../internal/errors.js';
import type { ServerHandler, ServerRequest, ServerResponse } from '../server/handler.js';
import { isServerError } from '../server/server-error.js';
import { encodeReview, readReview } from './admission-review.js';
import type { AdmissionRequest, AdmissionResponse, IncomingReview } from './admission-review.js';
import { beginCall } from './call-context.js';
import type { WebhookParts } from './call-context.js';
import type { AdmissionHandler } from './definition.js';
import { errored } from './response.js';

/*
 * What an admission endpoint promises:
 *  1. A review is answered in its own version, v1 or v1beta1, with its uid, and with code 200 unless the handler names one.
 *  2. What is not a review is answered with HTTP status 400 (413 when it is too large), and controller-runtime's words.
 *  3. A handler that throws is answered for: code 500, logged and counted. The server goes on.
 *  4. The signal of a handler aborts when the API server has stopped waiting for it.
 */

const JSON_TYPE = { 'content-type': 'application/json' };

export interface AdmissionEndpointOptions extends WebhookParts {
  readonly path: string;
  readonly handle: AdmissionHandler;
  /** Is told of each handler that throws. */
  readonly onPanic: () => void;
}

/** Serves admission reviews (controller-runtime's pkg/webhook/admission/http.go and webhook.go). */
export function admissionEndpoint(options: AdmissionEndpointOptions): ServerHandler {
  const logger = options.logger.with({ webhook: options.path });
  return async (request) => {
    const read = await readRequest(request);
    if ('response' in read) {
      logger.error('bad request', { error: read.error });
      return read.response;
    }
    const { review } = read;
    const { uid } = review.request;
    const log = logger.with(fieldsOf(review.request));
    const call = beginCall(request, options, log);
    let response: AdmissionResponse;
    try {
      response = await options.handle(review.request, call.context);
    } catch (error) {
      options.onPanic();
      log.error('webhook failed', { error: toError(error) });
      response = errored(500, new Error(`panic: ${messageOf(error)} [recovered]`));
    } finally {
      call.end();
    }
    logAnswer(log, response);
    return { headers: JSON_TYPE, body: encodeReview(response, { apiVersion: review.apiVersion, uid }) };
  };
}

type ReadRequest = { review: IncomingReview } | { response: ServerResponse; error: Error };

async function readRequest(request: ServerRequest): Promise<ReadRequest> {
  let code = 400;
  try {
    const body = await request.body().catch((error: unknown) => {
      if (isServerError(error, 'BodyTooLarge')) code = 413;
      throw error;
    });
    if (body.length === 0) throw new Error('request body is empty');
    const { 'content-type': type = '' } = request.headers;
    if (type !== 'application/json') throw new Error(`contentType=${type}, expected application/json`);
    return { review: readReview(body) };
  } catch (error) {
    const body = encodeReview(errored(code, error), { uid: '' });
    return { error: toError(error), response: { status: code, headers: JSON_TYPE, body } };
  }
}

function fieldsOf({ uid, namespace, name, operation, resource, userInfo }: AdmissionRequest) {
  return {
    ...(namespace !== undefined && { namespace }),
    ...(name !== undefined && { name }),
    operation,
    resource: resource.resource,
    user: userInfo.username,
    requestID: uid,
  };
}

function logAnswer(log: Logger, { allowed, status }: AdmissionResponse): void {
  log.debug('webhook answered', {
    allowed,
    code: status?.code ?? 200,
    ...(!allowed && { reason: status?.message }),
  });
}
