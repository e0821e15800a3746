import type { Logger } from '@kubewright/api';
import { encodeJson } from '../bytes/json.js';
import { internalError, isStatusError } from '../errors/status-error.js';
import type { ServerRequest, ServerResponse } from './server-request.js';

/**
 * Whatever went wrong, as a Status. A refusal is answered as it says; anything else is a fault of this server, which
 * is logged and answered with 500.
 */
export function errorResponse(error: unknown, request: ServerRequest, logger: Logger): ServerResponse {
  const known = isStatusError(error)
    ? error
    : internalError(error instanceof Error ? error : new Error(String(error)));
  if (known !== error) logger.error('request failed', { method: request.method, path: request.path, error });
  const { status } = known;
  const retryAfter = status.details?.retryAfterSeconds;
  const { reason, ...rest } = status;
  return {
    status: status.code,
    headers: {
      'content-type': 'application/json',
      ...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }),
    },
    body: [encodeJson((reason as string) === '' ? rest : status)],
  };
}
