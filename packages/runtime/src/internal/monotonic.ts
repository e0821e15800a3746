import type { Clock } from '@kubewright/api';

/** The clock's time for measuring durations. */
export function monotonicNow(clock: Clock): number {
  return clock.monotonic?.() ?? clock.now();
}
