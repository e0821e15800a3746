import type { Transport } from '@kubewright/api';

import { createRestMapper } from '../mapper/rest-mapper.js';
import type { KindName } from '../paths.js';
import type { Interceptor } from '../transport/interceptors.js';
import { interceptTransport } from '../transport/interceptors.js';
import type { Client } from './client.js';
import { DEFAULT_USER_AGENT, Requester } from './requester.js';
import { RestClient } from './rest-client.js';
import type { WarningHandler } from './warnings.js';

export interface ClientOptions {
  /** Where requests go. Stays the caller's: the client never closes it. */
  transport: Transport;
  /** Where namespaced objects without a namespace are. Defaults to `default`. */
  defaultNamespace?: string | undefined;
  /** Defaults to `kubewright`. The server names field managers after it when a request names none. */
  userAgent?: string | undefined;
  /** Names the owner of fields in every write. Defaults to none; an apply, which needs one, then takes `kubewright`. */
  fieldManager?: string | undefined;
  /** Kinds whose resource need not be looked up. Kinds that were used with the client are known anyway. */
  kinds?: readonly KindName[] | undefined;
  /** Around every request, the first outermost. */
  interceptors?: readonly Interceptor[] | undefined;
  /** Called for every `Warning` header. Defaults to nothing. */
  onWarning?: WarningHandler | undefined;
}

const DEFAULT_NAMESPACE = 'default';

/** A client of an API server. Cheap: no request is sent and nothing is loaded until it is used. */
export function createClient(options: ClientOptions): Client {
  const transport = interceptTransport(options.transport, options.interceptors ?? []);
  const requester = new Requester({
    transport,
    userAgent: options.userAgent ?? DEFAULT_USER_AGENT,
    onWarning: options.onWarning ?? (() => undefined),
  });
  return new RestClient({
    transport,
    requester,
    mapper: createRestMapper(requester, options.kinds),
    defaultNamespace: options.defaultNamespace ?? DEFAULT_NAMESPACE,
    fieldManager: options.fieldManager,
  });
}
