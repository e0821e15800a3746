/**
 * Thrown by a reconcile function for what no retry can mend: it is logged and counted, and the request is not tried
 * again until something changes (controller-runtime's `reconcile.TerminalError`).
 */
export class TerminalError extends Error {
  override readonly name = 'TerminalError';
  readonly code = 'Terminal';
}

/** Whether the error, or a cause of it, is a `TerminalError`. */
export function isTerminalError(error: unknown): boolean {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    if ((at as { code?: unknown }).code === 'Terminal' && at.name === 'TerminalError') return true;
  }
  return false;
}

/** A reconcile took longer than `reconcileTimeoutMs`. It is retried with back-off. */
export class ReconcileTimeoutError extends Error {
  override readonly name = 'ReconcileTimeoutError';
  readonly code = 'ReconcileTimeout';
}

/** A cache did not fill in time; `cause` is what its last attempt failed with. The message says what to do. */
export class CacheSyncError extends Error {
  override readonly name = 'CacheSyncError';
  readonly code = 'CacheSyncTimeout';
}

/**
 * Why a read from the cache was refused; all are mistakes in the program, where a retry does not help, but for
 * 'CacheBehind': the watch has not told of what this process wrote, and may do so yet.
 */
export type CacheReadErrorCode =
  | 'CacheBehind'
  | 'CacheNotStarted'
  | 'IndexMissing'
  | 'KindNotCached'
  | 'NamespaceNotCached'
  | 'UnsupportedOption';

export class CacheReadError extends Error {
  override readonly name = 'CacheReadError';
  readonly code: CacheReadErrorCode;

  constructor(code: CacheReadErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

export type ManagerErrorCode =
  | 'AlreadyStarted'
  | 'Stopped'
  | 'DuplicateName'
  | 'GracefulShutdownTimeout'
  | 'RunnableFailed'
  /** Somebody else may lead from now on: the program has to end. */
  | 'LeaderElectionLost'
  /** Others take over the keys of this replica: the program has to end. */
  | 'ShardLost'
  /** A controller is sharded, and the manager is in no group. */
  | 'NoSharding'
  /** A source is to be served, and the manager has no webhook server. */
  | 'NoServer'
  /** Leader election or sharding outside of a cluster was not told its namespace. */
  | 'NoNamespace';

export class ManagerError extends Error {
  override readonly name = 'ManagerError';
  readonly code: ManagerErrorCode;

  constructor(code: ManagerErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** Whether the error is of a manager, with this code if one is given. */
export function isManagerError(error: unknown, code?: ManagerErrorCode): error is ManagerError {
  if (!(error instanceof Error) || error.name !== 'ManagerError') return false;
  return code === undefined || (error as ManagerError).code === code;
}

/** Whether the error says that a cache did not fill in time. */
export function isCacheSyncError(error: unknown): error is CacheSyncError {
  return error instanceof Error && (error as { code?: unknown }).code === 'CacheSyncTimeout';
}
