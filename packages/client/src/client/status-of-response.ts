import type { Status, StatusReason, TransportRequest, TransportResponse } from '@kubewright/api';

import { ApiError } from '../errors.js';
import { hintFor } from './hints.js';
import { retryAfterMs } from './retry.js';

/** The reason of an HTTP status whose body is no Status (apimachinery's `NewGenericServerResponse`). */
const REASONS: Readonly<Record<number, StatusReason>> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  405: 'MethodNotAllowed',
  406: 'NotAcceptable',
  409: 'Conflict',
  410: 'Gone',
  413: 'RequestEntityTooLarge',
  415: 'UnsupportedMediaType',
  422: 'Invalid',
  429: 'TooManyRequests',
  500: 'InternalError',
  503: 'ServiceUnavailable',
  504: 'Timeout',
};

const EXCERPT_CHARACTERS = 200;

/** The refusal that an answer holds. The request is named when the server names nothing. */
export function toApiError(
  response: TransportResponse,
  body: Uint8Array,
  request: Pick<TransportRequest, 'method' | 'path'>,
): ApiError {
  const text = new TextDecoder().decode(body);
  const status = parseStatus(text) ?? genericStatus(response.status, text, describe(request));
  return new ApiError(status, {
    httpStatus: response.status,
    retryAfterMs: retryAfterMs(response),
    hint: hintFor(status, response.status, request),
  });
}

/** `GET /api/v1/pods`, without the query. */
export function describe(request: { method: string; path: string }): string {
  const query = request.path.indexOf('?');
  return `${request.method} ${query < 0 ? request.path : request.path.slice(0, query)}`;
}

function parseStatus(text: string): Status | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && (value as Status).kind === 'Status'
      ? (value as Status)
      : undefined;
  } catch {
    return undefined;
  }
}

function genericStatus(code: number, text: string, request: string): Status {
  const said = text.trim().replace(/\s+/g, ' ').slice(0, EXCERPT_CHARACTERS);
  return {
    kind: 'Status',
    apiVersion: 'v1',
    status: 'Failure',
    code,
    reason: REASONS[code] ?? '',
    message: `${request}: the server answered ${code}${said === '' ? ' without saying why' : `: ${said}`}`,
  };
}
