import { toError } from '../../shared/to-error.js';

/**
 * Calls `action` up to `count` times in batches of 1, 2, 4, ...; a batch runs at once, and a failure in it is the last
 * thing tried. So a quota or a broken webhook is asked once, not a thousand times (replica_set.go, slowStartBatch).
 */
export async function slowStart(
  count: number,
  action: () => Promise<void>,
): Promise<{ successes: number; error?: Error }> {
  let successes = 0;
  let batch = 1;
  for (let remaining = count; remaining > 0; remaining -= batch, batch *= 2) {
    batch = Math.min(batch, remaining);
    const results = await Promise.allSettled(Array.from({ length: batch }, action));
    const failed = results.filter((result) => result.status === 'rejected');
    successes += batch - failed.length;
    if (failed[0] !== undefined) return { successes, error: toError(failed[0].reason) };
  }
  return { successes };
}
