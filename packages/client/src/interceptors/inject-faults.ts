import { abortReason, sleep, systemClock } from '@kubewright/api';
import type { Clock, Status, StatusReason, TransportRequest, TransportResponse } from '@kubewright/api';

import { TransportError } from '../transport/errors.js';
import type { Interceptor } from '../transport/interceptors.js';
import { requestInfoOf } from './request-info.js';
import type { RequestInfo } from './request-info.js';

/** What goes wrong with which requests. */
export interface Fault {
  /** Parts of the request that must be equal, or a predicate. Unset: every request. */
  when?: Partial<RequestInfo> | ((info: RequestInfo, request: TransportRequest) => boolean) | undefined;
  /** So many matching requests pass first. Defaults to 0. */
  after?: number | undefined;
  /** So many matching requests meet it. Defaults to all. */
  times?: number | undefined;
  /** The request waits before anything else happens. */
  delayMs?: number | undefined;
  /** No answer comes; the server never sees the request. */
  error?: Error | undefined;
  /** The server carries the request out, but its answer is lost: a TransportError 'ConnectionLost'. */
  loseAnswer?: boolean | undefined;
  /** The answer; the server never sees the request. */
  answer?: FaultAnswer | undefined;
}

export interface FaultAnswer {
  /** The HTTP status. */
  status: number;
  /** Makes the body a Status of that reason. */
  reason?: StatusReason | undefined;
  message?: string | undefined;
  /** Sent as JSON instead of a Status. */
  body?: unknown;
  /** Of the `Retry-After` header. */
  retryAfterSeconds?: number | undefined;
}

/**
 * Makes requests fail, wait or meet another answer, for tests of what an operator does then (controller-runtime's
 * `client/interceptor`; to replace whole methods of a client see `extendClient`). Of several faults that match a request
 * the first is met.
 */
export function injectFaults(
  faults: readonly Fault[],
  { clock = systemClock }: { clock?: Clock } = {},
): Interceptor {
  const seen = faults.map(() => 0);
  const meet = (request: TransportRequest): Fault | undefined => {
    const info = requestInfoOf(request);
    for (const [index, fault] of faults.entries()) {
      if (!matches(fault, info, request)) continue;
      const count = (seen[index] ?? 0) + 1;
      seen[index] = count;
      const { after = 0, times = Infinity } = fault;
      if (count > after && count <= after + times) return fault;
    }
    return undefined;
  };
  return async (request, next) => {
    const fault = meet(request);
    if (fault === undefined) return next(request);
    if (fault.delayMs !== undefined) await sleep(clock, fault.delayMs, request.signal);
    if (request.signal?.aborted === true) throw abortReason(request.signal);
    if (fault.error !== undefined) throw fault.error;
    if (fault.answer !== undefined) return answerOf(fault.answer);
    const response = await next(request);
    if (fault.loseAnswer !== true) return response;
    await response.body.bytes();
    throw new TransportError('ConnectionLost', `${request.method} ${request.path}: the answer was lost`);
  };
}

function matches({ when }: Fault, info: RequestInfo, request: TransportRequest): boolean {
  if (when === undefined) return true;
  if (typeof when === 'function') return when(info, request);
  return (Object.keys(when) as Array<keyof RequestInfo>).every((part) => when[part] === info[part]);
}

function answerOf({ status, reason, message, body, retryAfterSeconds }: FaultAnswer): TransportResponse {
  const failure: Status = {
    apiVersion: 'v1',
    kind: 'Status',
    status: 'Failure',
    code: status,
    reason: reason ?? '',
    message: message ?? 'a fault was injected',
  };
  const bytes = new TextEncoder().encode(JSON.stringify(body ?? failure));
  const retry = retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) };
  return {
    status,
    headers: { 'content-type': 'application/json', ...retry },
    body: {
      bytes: () => Promise.resolve(bytes),
      cancel: () => undefined,
      async *[Symbol.asyncIterator]() {
        yield bytes;
      },
    },
  };
}
