/** Something else that lives and dies with a manager: a server, a poller, a one-time task. */
export interface Runnable {
  /** For logs and error messages. */
  readonly name: string;
  /** When it starts, and in reverse when it stops. Defaults to `others`. */
  readonly group?: RunnableGroup;
  /**
   * Whether it runs only while this replica leads. Defaults to true for `others` and to false for the other groups, as
   * in controller-runtime. Without leader election every replica leads.
   */
  readonly needLeaderElection?: boolean;
  /**
   * Works until the signal aborts, and resolves when nothing of it is left. Resolving earlier is fine: its work is
   * done. A rejection stops the manager.
   */
  start(signal: AbortSignal): Promise<void>;
  /** Resolves when those that start later may rely on it. By default that is at once. */
  whenReady?(signal: AbortSignal): Promise<void>;
  /**
   * Gets what `start` needs while this replica is not the leader yet, so that it loses no time when it is. `start` is
   * called after it has resolved; a rejection stops the manager (controller-runtime's `warmupRunnable`).
   */
  warmup?(signal: AbortSignal): Promise<void>;
}

/**
 * In the order in which they start: `servers` answer probes and serve metrics; `webhooks` must answer before any cache
 * can fill, for conversions; `caches` fill; `others` may read from them. A read from the cache of the manager waits
 * for it to be synced in any case.
 */
export type RunnableGroup = 'servers' | 'webhooks' | 'caches' | 'others';
