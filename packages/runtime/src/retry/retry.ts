import { abortReason, sleep, systemClock, systemRandom } from '@kubewright/api';
import type { Clock, Random } from '@kubewright/api';
import { isConflict } from '@kubewright/client';

/** How often to try, and how long to wait in between (apimachinery's `wait.Backoff`). */
export interface RetrySteps {
  /** How often to try, the first time included. */
  readonly steps: number;
  /** How long to wait after the first failure. */
  readonly delayMs: number;
  /** By what the wait grows each time. Defaults to 1. */
  readonly factor?: number;
  /** Adds up to this share of the wait, at random. Defaults to 0.1. */
  readonly jitter?: number;
}

/** Where conflicts are few, and one writer is to make progress at once (`DefaultRetry` of client-go's util/retry). */
export const defaultRetry: RetrySteps = { steps: 5, delayMs: 10 };
/** Where another writer keeps changing the object (`DefaultBackoff` of client-go's util/retry). */
export const defaultBackoff: RetrySteps = { steps: 4, delayMs: 10, factor: 5 };

export interface RetryOptions {
  /** Defaults to `defaultRetry`. */
  backoff?: RetrySteps;
  signal?: AbortSignal;
  clock?: Clock;
  random?: Random;
}

const DEFAULT_JITTER = 0.1;

/**
 * Calls `attempt` until it succeeds, throws something that is not `retriable`, or has been tried often enough; then the
 * last error is thrown. An abort ends the waiting with the signal's reason. After `OnError` of client-go's util/retry.
 */
export async function retryOnError<T>(
  retriable: (error: unknown) => boolean,
  attempt: () => Promise<T> | T,
  options: RetryOptions = {},
): Promise<T> {
  const { backoff = defaultRetry, signal, clock = systemClock, random = systemRandom } = options;
  const { steps, factor = 1, jitter = DEFAULT_JITTER } = backoff;
  let { delayMs } = backoff;
  for (let tries = 1; ; tries++) {
    if (signal?.aborted === true) throw abortReason(signal);
    try {
      return await attempt();
    } catch (error) {
      if (tries >= steps || !retriable(error)) throw error;
    }
    await sleep(clock, delayMs * (1 + random.next() * jitter), signal);
    delayMs *= factor;
  }
}

/**
 * Repeats what reads an object, changes it and writes it, as long as somebody else was faster:
 *
 * ```ts
 * await retryOnConflict(async () => {
 *   const app = await apiReader.get(App, 'a');
 *   await client.update({ ...app, spec: { ...app.spec, size: 3 } });
 * });
 * ```
 *
 * It has to read anew in each attempt. In a reconcile throwing the conflict is as good: it is tried again.
 */
export function retryOnConflict<T>(attempt: () => Promise<T> | T, options: RetryOptions = {}): Promise<T> {
  return retryOnError(isConflict, attempt, options);
}
