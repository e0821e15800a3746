import type { Logger } from '@kubewright/api';
import { internalError, isStatusError } from '../errors/status-error.js';
import { negotiate, PRETTY_JSON } from '../representation/representation.js';
import type { Representation } from '../representation/representation.js';
import { respond } from '../representation/respond.js';
import type { ServerRequest, ServerResponse } from './server-request.js';

/**
 * Whatever went wrong, as a Status. A refusal is answered as it says; anything else is a fault of this server, which
 * is logged and answered with 500.
 */
export async function errorResponse(
  error: unknown,
  request: ServerRequest,
  logger: Logger,
): Promise<ServerResponse> {
  const known = isStatusError(error)
    ? error
    : internalError(error instanceof Error ? error : new Error(String(error)));
  if (known !== error) logger.error('request failed', { method: request.method, path: request.path, error });
  const { status } = known;
  const retryAfter = status.details?.retryAfterSeconds;
  const { reason, ...rest } = status;
  const value = (reason as string) === '' ? rest : status;
  const response = await respond({ representation: representationOf(request) }, status.code, value);
  if (retryAfter === undefined) return response;
  return { ...response, headers: { ...response.headers, 'retry-after': String(retryAfter) } };
}

/** What the client reads, and JSON for people where it reads nothing that there is. */
function representationOf({ headers, path }: ServerRequest): Representation {
  const query = new URLSearchParams(path.includes('?') ? path.slice(path.indexOf('?') + 1) : '');
  try {
    return negotiate(headers, query, { transforms: false });
  } catch {
    return PRETTY_JSON;
  }
}
