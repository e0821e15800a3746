import type { Transport, TransportRequest, TransportResponse } from '@kubewright/api';

type Upgrade = NonNullable<Transport['upgrade']>;

/** Passes a request on, to the next interceptor or to the transport. */
export type NextRequest = (request: TransportRequest) => Promise<TransportResponse>;

/** Sees each request on its way out and its response on its way back; may change, answer or fail either. */
export type Interceptor = (request: TransportRequest, next: NextRequest) => Promise<TransportResponse>;

/**
 * A transport whose requests pass the interceptors, the first outermost. The transport itself when there are none.
 * Upgrades of a connection are no exchanges and pass nobody. Closing it closes the transport.
 */
export function interceptTransport(transport: Transport, interceptors: readonly Interceptor[]): Transport {
  if (interceptors.length === 0) return transport;
  const send = interceptors.reduceRight<NextRequest>(
    (next, interceptor) => async (request) => interceptor(request, next),
    (request) => transport.request(request),
  );
  const close = () => transport.close();
  const { host } = transport;
  if (transport.upgrade === undefined) return { host, request: send, close };
  return {
    host,
    request: send,
    upgrade: (request) => (transport.upgrade as Upgrade).call(transport, request),
    close,
  };
}
