import type { Transport, TransportRequest, TransportResponse } from '@kubewright/api';

/** Passes a request on, to the next interceptor or to the transport. */
export type NextRequest = (request: TransportRequest) => Promise<TransportResponse>;

/** Sees each request on its way out and its response on its way back; may change, answer or fail either. */
export type Interceptor = (request: TransportRequest, next: NextRequest) => Promise<TransportResponse>;

/**
 * A transport whose requests pass the interceptors, the first outermost. The transport itself when there are none.
 * Closing it closes the transport.
 */
export function interceptTransport(transport: Transport, interceptors: readonly Interceptor[]): Transport {
  if (interceptors.length === 0) return transport;
  const send = interceptors.reduceRight<NextRequest>(
    (next, interceptor) => async (request) => interceptor(request, next),
    (request) => transport.request(request),
  );
  return { request: send, close: () => transport.close() };
}
