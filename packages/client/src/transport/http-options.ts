import { systemClock } from '@kubewright/api';
import type { Clock } from '@kubewright/api';

import type { RunPlugin } from './exec-plugin.js';

export interface HttpTransportOptions {
  /** For the age of what is read from files and plugins. Defaults to the machine's. */
  clock?: Clock | undefined;
  /** How long a connection may take to open, proxy and TLS included. Defaults to 30 seconds. */
  connectTimeoutMs?: number | undefined;
  /**
   * How long the server may take until it begins to answer. Defaults to 90 seconds: API servers give up after 60. A
   * body may take as long as it likes, as that of a watch does, unless the request has an `idleTimeoutMs`.
   */
  headersTimeoutMs?: number | undefined;
  /** How long an unused connection is kept for the next request. Defaults to 30 seconds. */
  keepAliveMs?: number | undefined;
  /**
   * How long a connection may be silent until TCP asks whether the peer is still there; ten questions without an answer,
   * a second apart, end it. Defaults to 15 seconds: a peer that vanished is noticed within half a minute.
   */
  tcpKeepAliveMs?: number | undefined;
  /**
   * How many connections requests may open; more of them wait for their turn, for `headersTimeoutMs` at
   * most. Watches, followed logs and upgrades have
   * connections of their own, as many as they need, and hold up nobody. Defaults to 64.
   */
  maxConnections?: number | undefined;
  /** Runs a credential plugin. Defaults to a process, without a shell. */
  runPlugin?: RunPlugin | undefined;
}

/** All of `HttpTransportOptions`, resolved. */
export interface HttpTransportSettings {
  readonly clock: Clock;
  readonly connectTimeoutMs: number;
  readonly headersTimeoutMs: number;
  readonly keepAliveMs: number;
  readonly tcpKeepAliveMs: number;
  readonly maxConnections: number;
  readonly runPlugin: RunPlugin | undefined;
}

export function resolveHttpOptions(options: HttpTransportOptions): HttpTransportSettings {
  return {
    clock: options.clock ?? systemClock,
    connectTimeoutMs: options.connectTimeoutMs ?? 30_000,
    headersTimeoutMs: options.headersTimeoutMs ?? 90_000,
    keepAliveMs: options.keepAliveMs ?? 30_000,
    tcpKeepAliveMs: options.tcpKeepAliveMs ?? 15_000,
    maxConnections: options.maxConnections ?? 64,
    runPlugin: options.runPlugin,
  };
}
