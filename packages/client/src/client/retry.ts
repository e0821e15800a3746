import type { TransportRequest, TransportResponse } from '@kubewright/api';

import { isTransportError } from '../transport/errors.js';

/** A request that is about to be sent once more. */
export interface Retry {
  /** `GET /api/v1/pods`. */
  readonly request: string;
  /** 1 for the first repetition. */
  readonly attempt: number;
  /** How long it waits, as the server asked. */
  readonly delayMs: number;
  /** The HTTP status of the answer before; undefined when there was none. */
  readonly status?: number | undefined;
  /** Why there was no answer. */
  readonly error?: unknown;
}

/** Told of a repetition before its wait. It must not throw. */
export type RetryListener = (retry: Retry) => void;

/** client-go's rest/request.go. */
export const DEFAULT_MAX_RETRIES = 10;

/** What client-go waits when a connection was lost (rest/with_retry.go, `retryAfterResponse`). */
const LOST_CONNECTION_DELAY_MS = 1000;

/**
 * How long to wait before the request is sent again; undefined when the answer stands. As client-go: 429 and every 5xx
 * with a `Retry-After` in seconds, whatever the method, as the server has not begun with such a request.
 */
export function retryDelayOf(response: TransportResponse): number | undefined {
  if (response.status !== 429 && response.status < 500) return undefined;
  return retryAfterMs(response);
}

/** The same of a request without an answer: a GET whose connection was lost. A write may have been carried out. */
export function retryDelayAfter(error: unknown, method: TransportRequest['method']): number | undefined {
  return method === 'GET' && isTransportError(error, 'ConnectionLost') ? LOST_CONNECTION_DELAY_MS : undefined;
}

/** `Retry-After` in seconds; the form with a date is not used by API servers. */
export function retryAfterMs(response: TransportResponse): number | undefined {
  const header = response.headers['retry-after'];
  const text = typeof header === 'string' ? header : header?.[0];
  return text !== undefined && /^\d+$/.test(text) ? Number(text) * 1000 : undefined;
}
