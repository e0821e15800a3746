import { sleep, systemClock } from '@kubewright/api';

/** Repeats a check until it passes; after `timeoutMs` (a minute by default) it fails as the check did last. */
export async function eventually<T>(
  check: () => T | Promise<T>,
  { timeoutMs = 60_000, pollMs = 200 }: { timeoutMs?: number; pollMs?: number } = {},
): Promise<T> {
  const deadline = systemClock.now() + timeoutMs;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (systemClock.now() > deadline) throw error;
      await sleep(systemClock, pollMs);
    }
  }
}
