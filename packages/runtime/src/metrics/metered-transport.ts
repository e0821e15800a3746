import type { Clock, TransportRequest, TransportResponse } from '@kubewright/api';
import type { Interceptor } from '@kubewright/client';

import type { RestClientMetrics } from './metrics.js';

export interface MeterRequestsOptions {
  metrics: RestClientMetrics;
  /** Names the server: host and port. */
  host: string;
  clock: Clock;
}

/** Counts requests as client-go does: one for each answer or lack of one, watches when they are answered. */
export function meterRequests(options: MeterRequestsOptions): Interceptor {
  const { metrics, host, clock } = options;
  const { took, sizes } = metrics;
  return async (request, next) => {
    const startedAt = took === undefined ? 0 : clock.now();
    let response: TransportResponse;
    try {
      response = await next(request);
    } catch (error) {
      metrics.requested('<error>', request.method, host);
      throw error;
    } finally {
      took?.(request.method, host, (clock.now() - startedAt) / 1000);
    }
    metrics.requested(String(response.status), request.method, host);
    return sizes === undefined ? response : measure(request, response, { sizes, host });
  };
}

/** A body that is read in one piece tells its size; those of watches have none. */
function measure(
  request: TransportRequest,
  response: TransportResponse,
  { sizes, host }: { sizes: NonNullable<RestClientMetrics['sizes']>; host: string },
): TransportResponse {
  const { method } = request;
  if (request.body !== undefined) sizes.sent(method, host, request.body.byteLength);
  const { body } = response;
  return {
    ...response,
    body: {
      bytes: async () => {
        const bytes = await body.bytes();
        sizes.received(method, host, bytes.byteLength);
        return bytes;
      },
      cancel: () => {
        body.cancel();
      },
      [Symbol.asyncIterator]: () => body[Symbol.asyncIterator](),
    },
  };
}
