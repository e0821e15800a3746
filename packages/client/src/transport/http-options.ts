import { systemClock } from '@kubewright/api';
import type { Clock } from '@kubewright/api';

export interface HttpTransportOptions {
  /** For the age of token files. Defaults to the machine's. */
  clock?: Clock | undefined;
  /** How long a connection may take to open, TLS included. Defaults to 30 seconds. */
  connectTimeoutMs?: number | undefined;
  /**
   * How long the server may take until it begins to answer. Defaults to 90 seconds: API servers give up after 60. A
   * body may take as long as it likes, as that of a watch does; a peer that vanished is found by TCP keep-alive.
   */
  headersTimeoutMs?: number | undefined;
  /** How long an unused connection is kept for the next request. Defaults to 30 seconds. */
  keepAliveMs?: number | undefined;
}

/** All of `HttpTransportOptions`, resolved. */
export interface HttpTransportSettings {
  readonly clock: Clock;
  readonly connectTimeoutMs: number;
  readonly headersTimeoutMs: number;
  readonly keepAliveMs: number;
}

export function resolveHttpOptions(options: HttpTransportOptions): HttpTransportSettings {
  return {
    clock: options.clock ?? systemClock,
    connectTimeoutMs: options.connectTimeoutMs ?? 30_000,
    headersTimeoutMs: options.headersTimeoutMs ?? 90_000,
    keepAliveMs: options.keepAliveMs ?? 30_000,
  };
}
