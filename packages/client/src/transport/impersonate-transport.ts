import type { Transport } from '@kubewright/api';

import { impersonationHeaders } from '../impersonation.js';
import type { Impersonation } from '../kubeconfig/types.js';

type Upgrade = NonNullable<Transport['upgrade']>;

/** A transport whose requests and streams act as another user; the transport itself when there is none. */
export function impersonateTransport(
  transport: Transport,
  impersonate: Impersonation | undefined,
): Transport {
  if (impersonate === undefined) return transport;
  const headers = impersonationHeaders(impersonate);
  const asOther = <R extends { headers?: Readonly<Record<string, string | readonly string[]>> }>(
    request: R,
  ): R => ({
    ...request,
    headers: { ...request.headers, ...headers },
  });
  return {
    host: transport.host,
    request: (request) => transport.request(asOther(request)),
    ...(transport.upgrade === undefined
      ? {}
      : { upgrade: (request) => (transport.upgrade as Upgrade).call(transport, asOther(request)) }),
    close: () => transport.close(),
  };
}
