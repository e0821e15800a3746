import type { Clock } from '@kubewright/api';
import { CliError } from '../errors.js';

/** How a run ends: by success, by a failure, by the signal (which is success), or by time. */
export interface Outcome {
  /** Resolves on success or abort, rejects on failure or time-out. */
  readonly done: Promise<void>;
  succeed(): void;
  fail(error: Error): void;
  /** What to fail with when the time is up. */
  onTimeout(describe: () => Error): void;
}

export function createOutcome(options: { clock: Clock; signal: AbortSignal; timeoutMs?: number }): Outcome {
  const { promise, resolve, reject } = withResolvers();
  let describe = (): Error =>
    new CliError('NotConverged', `not started after ${(options.timeoutMs ?? 0) / 1000} s`);
  const timer =
    options.timeoutMs === undefined
      ? undefined
      : options.clock.setTimer(() => end(() => reject(describe())), options.timeoutMs);
  const onAbort = (): void => end(resolve);
  const end = (settle: () => void): void => {
    timer?.cancel();
    options.signal.removeEventListener('abort', onAbort);
    settle();
  };
  // A failure may come before anybody waits for `done`.
  promise.catch(() => undefined);
  if (options.signal.aborted) resolve();
  else options.signal.addEventListener('abort', onAbort, { once: true });
  return {
    done: promise,
    succeed: () => end(resolve),
    fail: (error) => end(() => reject(error)),
    onTimeout: (next) => (describe = next),
  };
}

// Promise.withResolvers is younger than Node 20.
function withResolvers(): { promise: Promise<void>; resolve: () => void; reject: (error: Error) => void } {
  let resolve!: () => void;
  let reject!: (error: Error) => void;
  const promise = new Promise<void>((res, rej) => {
    resolve = res;
    reject = rej;
  });
  return { promise, resolve, reject };
}
