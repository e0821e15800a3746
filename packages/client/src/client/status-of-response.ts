import type { Status, StatusReason, TransportResponse } from '@kubewright/api';

import { ApiError } from '../errors.js';

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

/** The refusal that an answer holds. `request` is `GET /api/v1/pods`; it is named when the server names nothing. */
export function toApiError(response: TransportResponse, body: Uint8Array, request: string): ApiError {
  const text = new TextDecoder().decode(body);
  const status = parseStatus(text) ?? genericStatus(response.status, text, request);
  return new ApiError(status, { httpStatus: response.status, retryAfterMs: retryAfterMs(response) });
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

/** `Retry-After` in seconds; the form with a date is not used by API servers. */
function retryAfterMs(response: TransportResponse): number | undefined {
  const header = response.headers['retry-after'];
  const text = typeof header === 'string' ? header : header?.[0];
  return text !== undefined && /^\d+$/.test(text) ? Number(text) * 1000 : undefined;
}
