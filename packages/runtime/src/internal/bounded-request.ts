import { abortReason } from '@kubewright/api';
import type { Clock } from '@kubewright/api';

import { childSignal } from './signals.js';

/** One request with a signal of its own, which aborts when it takes longer than `timeoutMs`. */
export async function boundedRequest<T>(
  options: { clock: Clock; signal: AbortSignal; timeoutMs: number },
  request: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { clock, signal, timeoutMs } = options;
  if (signal.aborted) throw abortReason(signal);
  const child = childSignal(signal);
  const timer = clock.setTimer(() => {
    child.abort(new Error(`no answer within ${timeoutMs} ms`));
  }, timeoutMs);
  try {
    return await request(child.signal);
  } finally {
    timer.cancel();
    child.release();
  }
}
