import { isExpired, isGone } from '@kubewright/client';
import type { ApiError } from '@kubewright/client';

/** How to go on after a failure. */
export interface Recovery {
  /** From the last version seen, or from a new list. */
  readonly how: 'resume' | 'relist';
  /** The server no longer knows the version: a normal thing, not worth a warning. */
  readonly expired: boolean;
  /** What the server asks to wait. */
  readonly retryAfterMs?: number;
}

/** Refusals that say nothing about the version: too many requests, and the server's own troubles. */
const passing: ReadonlySet<number> = new Set([429, 500, 502, 503]);

/** A watch that ended in a way that says nothing about its version. */
export class WatchBrokenError extends Error {
  override readonly name = 'WatchBrokenError';
}

/**
 * A version is kept when the connection broke or the server is in passing trouble. All else lists anew, which is
 * always right, only dearer: the version expired, is in the server's future (504, "Too large resource version"), the
 * kind is not served, access was refused, or what came was no JSON.
 */
export function recoveryFrom(error: unknown): Recovery {
  if (isExpired(error) || isGone(error)) return { how: 'relist', expired: true };
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    if (at.name === 'TransportError' || at.name === 'WatchBrokenError')
      return { how: 'resume', expired: false };
    if (at.name === 'ApiError') {
      const { httpStatus, retryAfterMs } = at as ApiError;
      const how = passing.has(httpStatus) ? 'resume' : 'relist';
      return { how, expired: false, ...(retryAfterMs !== undefined && { retryAfterMs }) };
    }
  }
  return { how: 'relist', expired: false };
}
