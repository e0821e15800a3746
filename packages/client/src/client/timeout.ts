import { abortReason } from '@kubewright/api';
import type { Clock } from '@kubewright/api';

import { AbortFanOut } from '../transport/abort-fan-out.js';
import { TransportError } from '../transport/errors.js';

export interface CallLimit {
  clock: Clock;
  timeoutMs: number;
  /** The caller's, which ends the call earlier. */
  signal: AbortSignal | undefined;
  /** The call, in the error. */
  what: string;
  /** Whether what the call hands out lives on under the caller's signal. Defaults to false. */
  livesOn?: boolean;
  /** What the attempt before ended in, if there was one. */
  previous?: unknown;
}

const aborts = new AbortFanOut();

/**
 * Calls with a signal that aborts with a TransportError 'Timeout' when the time is up, or with the caller's reason: a
 * cancellation by the caller is never told as a timeout.
 */
export async function callWithin<T>(limit: CallLimit, call: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const { clock, timeoutMs, signal, what } = limit;
  signal?.throwIfAborted();
  const abort = new AbortController();
  const timer = clock.setTimer(() => {
    const { previous } = limit;
    const before = previous instanceof Error ? `; the attempt before ended in: ${previous.message}` : '';
    abort.abort(
      new TransportError('Timeout', `${what}: no answer within ${timeoutMs} ms${before}`, {
        cause: previous,
      }),
    );
  }, timeoutMs);
  let release: (() => void) | undefined;
  let joined = abort.signal;
  if (signal !== undefined) {
    if (limit.livesOn === true) joined = AbortSignal.any([signal, abort.signal]);
    else {
      const waiting = { aborted: () => abort.abort(abortReason(signal)) };
      aborts.listen(signal, waiting);
      release = () => aborts.forget(signal, waiting);
    }
  }
  try {
    return await call(joined);
  } finally {
    timer.cancel();
    release?.();
  }
}
