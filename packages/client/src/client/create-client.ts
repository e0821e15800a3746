import { systemClock } from '@kubewright/api';
import type { Clock, Transport } from '@kubewright/api';

import type { Impersonation } from '../kubeconfig/types.js';
import type { KindName } from '../paths.js';
import type { Interceptor } from '../transport/interceptors.js';
import type { Client } from './client.js';
import type { FieldWriteOptions } from './options.js';
import { RequestLimiter } from './rate-limit.js';
import type { RateLimitOptions } from './rate-limit.js';
import { DEFAULT_USER_AGENT } from './requester.js';
import { RestClient } from './rest-client.js';
import type { Retry } from './retry.js';
import type { WarningHandler } from './warnings.js';
import type { WriteListener } from './write.js';

export interface ClientOptions {
  /** Where requests go. Stays the caller's: the client never closes it. */
  transport: Transport;
  /** Where namespaced objects without a namespace are. Defaults to `default`. */
  defaultNamespace?: string | undefined;
  /** Keeps the client to one namespace: see `ClientOverrides`. */
  onlyNamespace?: string | undefined;
  /** Defaults to `kubewright`. The server names field managers after it when a request names none. */
  userAgent?: string | undefined;
  /** Names the owner of fields in every write. Defaults to none; an apply, which needs one, then takes the user agent up to its first `/`. */
  fieldManager?: string | undefined;
  /** What becomes of fields that the schema does not know, unless a write says. Defaults to the server's choice: `Warn`. */
  fieldValidation?: FieldWriteOptions['fieldValidation'];
  /** Makes every write a dry run. Defaults to false. */
  dryRun?: boolean | undefined;
  /** Who the requests are made as. Defaults to whom the transport's configuration says. */
  impersonate?: Impersonation | undefined;
  /** How long a call may take; of a watch, until the server has accepted it. Defaults to no limit. */
  timeoutMs?: number | undefined;
  /** Kinds whose resource need not be looked up. Kinds that were used with the client are known anyway. */
  kinds?: readonly KindName[] | undefined;
  /**
   * How often a request is sent again: after 429 and 5xx when the server says in `Retry-After` how long to wait, and, of
   * reads, when the connection was lost. Defaults to 10, as in client-go.
   */
  maxRetries?: number | undefined;
  /** Told of each repetition before its wait. */
  onRetry?: ((retry: Retry) => void) | undefined;
  /** Holds requests back. Defaults to no limit, as in controller-runtime: API servers share their capacity fairly. */
  rateLimit?: RateLimitOptions | undefined;
  /** Around every attempt of every request, the first outermost. */
  interceptors?: readonly Interceptor[] | undefined;
  /** Called with every write that was carried out, dry runs excluded, before its promise resolves. */
  onWrite?: WriteListener | undefined;
  /** Called for every `Warning` header. Defaults to nothing. */
  onWarning?: WarningHandler | undefined;
  /** Of timeouts, retries and the rate limit. Defaults to the machine's. */
  clock?: Clock | undefined;
}

const DEFAULT_NAMESPACE = 'default';

/** A client of an API server. Cheap: no request is sent and nothing is loaded until it is used. */
export function createClient(options: ClientOptions): Client {
  const { clock = systemClock } = options;
  return RestClient.create(
    {
      transport: options.transport,
      interceptors: options.interceptors ?? [],
      defaultNamespace: options.onlyNamespace ?? options.defaultNamespace ?? DEFAULT_NAMESPACE,
      onlyNamespace: options.onlyNamespace,
      userAgent: options.userAgent ?? DEFAULT_USER_AGENT,
      fieldManager: options.fieldManager,
      fieldValidation: options.fieldValidation,
      dryRun: options.dryRun ?? false,
      impersonate: options.impersonate,
      timeoutMs: options.timeoutMs,
      onWrite: options.onWrite,
      onWarning: options.onWarning,
      maxRetries: options.maxRetries,
      onRetry: options.onRetry,
      limiter: options.rateLimit === undefined ? undefined : new RequestLimiter(options.rateLimit, clock),
      clock,
    },
    options.kinds,
  );
}
