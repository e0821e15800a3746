import { sleep } from '@kubewright/api';
import type { Clock } from '@kubewright/api';

export interface EventuallyOptions {
  /** Defaults to 60000: the real garbage collector learns of new kinds every 30 s. */
  timeoutMs?: number;
  /** Between two tries. Defaults to 100. */
  intervalMs?: number;
  signal?: AbortSignal;
}

/**
 * Repeats a check until it no longer throws, and returns what it returns; after `timeoutMs` it throws what the last
 * try threw.
 */
export async function eventually<T>(
  check: () => T | Promise<T>,
  { clock, timeoutMs = 60_000, intervalMs = 100, signal }: EventuallyOptions & { clock: Clock },
): Promise<T> {
  const deadline = clock.now() + timeoutMs;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (clock.now() >= deadline) throw error;
      await sleep(clock, intervalMs, signal);
    }
  }
}
