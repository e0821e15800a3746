import { setMaxListeners } from 'node:events';

import { abortReason } from '@kubewright/api';
import type { Clock } from '@kubewright/api';

/** Waits for the promise, or throws the reason of the signal. The listener is removed on every path. */
export function abortable<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return promise;
  if (signal.aborted) return Promise.reject(abortReason(signal));
  return new Promise<T>((resolve, reject) => {
    const onAbort = () => {
      reject(abortReason(signal));
    };
    signal.addEventListener('abort', onAbort, { once: true });
    promise
      .finally(() => {
        signal.removeEventListener('abort', onAbort);
      })
      .then(resolve, reject);
  });
}

/** Resolves when the signal has aborted. */
export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** For signals that many parts listen to for long: Node's warning about more than ten listeners means others. */
export function sharedController(): AbortController {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  return controller;
}

/** A signal that follows another one, with its own switch. Call `release` when its work has ended. */
export interface ChildSignal {
  readonly signal: AbortSignal;
  abort(reason: Error): void;
  release(): void;
}

/**
 * Follows `parent`, if any. Unlike `AbortSignal.any` it leaves nothing behind on a long-lived parent once released.
 */
export function childSignal(parent: AbortSignal | undefined): ChildSignal {
  const controller = sharedController();
  const follow = () => {
    controller.abort(abortReason(parent as AbortSignal));
  };
  if (parent?.aborted === true) follow();
  else parent?.addEventListener('abort', follow, { once: true });
  return {
    signal: controller.signal,
    abort: (reason) => {
      controller.abort(reason);
    },
    release: () => {
      parent?.removeEventListener('abort', follow);
    },
  };
}

/** Waits for the promise for at most `timeoutMs`; true when it was in time. The timer is removed on every path. */
export function within(
  promise: Promise<unknown>,
  options: { clock: Clock; timeoutMs: number },
): Promise<boolean> {
  return new Promise<boolean>((resolve, reject) => {
    const timer = options.clock.setTimer(() => {
      resolve(false);
    }, options.timeoutMs);
    promise.then(
      () => {
        timer.cancel();
        resolve(true);
      },
      (error: unknown) => {
        timer.cancel();
        reject(error as Error);
      },
    );
  });
}
