/** Something else that lives and dies with a manager: a server, a poller, a one-time task. */
export interface Runnable {
  /** For logs and error messages. */
  readonly name: string;
  /**
   * When it starts, and in reverse when it stops: `servers` before the caches, `others` (the default) after the caches
   * were started and before the controllers. A read from the cache waits for it to be synced in any case.
   */
  readonly group?: RunnableGroup;
  /**
   * Works until the signal aborts, and resolves when nothing of it is left. Resolving earlier is fine: its work is
   * done. A rejection stops the manager.
   */
  start(signal: AbortSignal): Promise<void>;
  /** Resolves when those that start later may rely on it. By default that is at once. */
  whenReady?(signal: AbortSignal): Promise<void>;
}

export type RunnableGroup = 'servers' | 'others';
