import { abortReason, sleep, systemClock } from '@kubewright/api';
import type { Clock } from '@kubewright/api';

export interface WaitForOptions {
  /** How long to wait between two looks. Defaults to 1000. */
  intervalMs?: number;
  /** How long to wait altogether. Defaults to no limit. */
  timeoutMs?: number;
  /** What is waited for, for the message: `the deployment to be ready`. */
  what?: string;
  signal?: AbortSignal;
  clock?: Clock;
}

/** What was waited for did not come in time. */
export class WaitTimeoutError extends Error {
  override readonly name = 'WaitTimeoutError';
  readonly code = 'WaitTimeout';
}

/** Whether the error is of `waitFor`, also of another copy of this package. */
export function isWaitTimeout(error: unknown): error is WaitTimeoutError {
  return error instanceof Error && (error as { code?: unknown }).code === 'WaitTimeout';
}

const DEFAULT_INTERVAL_MS = 1000;

/**
 * Looks again and again, at once for the first time, until `condition` gives something true, and returns that. What it
 * throws ends the waiting. After the time-out, and one last look then, throws a WaitTimeoutError; after an abort the
 * signal's reason. After `wait.PollUntilContextTimeout` of apimachinery. In a reconcile do not wait: return
 * `requeueAfter`, and let others have the worker.
 */
export async function waitFor<T>(
  condition: () => Promise<T> | T,
  options: WaitForOptions = {},
): Promise<Exclude<T, false | null | undefined | 0 | ''>> {
  const { intervalMs = DEFAULT_INTERVAL_MS, timeoutMs = Infinity, what = 'the condition', signal } = options;
  const { clock = systemClock } = options;
  const endsAt = clock.now() + timeoutMs;
  for (;;) {
    if (signal?.aborted === true) throw abortReason(signal);
    const found = await condition();
    if (found) return found as Exclude<T, false | null | undefined | 0 | ''>;
    const leftMs = endsAt - clock.now();
    if (leftMs <= 0) throw new WaitTimeoutError(`waited ${timeoutMs} ms for ${what}, in vain`);
    await sleep(clock, Math.min(intervalMs, leftMs), signal);
  }
}
