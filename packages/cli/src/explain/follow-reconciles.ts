import { sleep } from '@kubewright/api';
import type { Clock } from '@kubewright/api';
import type { HotLoop, ReconcileExplanation } from '@kubewright/runtime';
import { readReconciles } from './debug-answer.js';
import type { DebugAnswer } from './debug-answer.js';

export interface FollowOptions {
  readonly url: string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** What was told already. */
  readonly since: DebugAnswer;
  /** Told of what ended since, the oldest first. */
  readonly onReconciles: (reconciles: readonly ReconcileExplanation[]) => void;
  readonly onHotLoop: (loop: HotLoop) => void;
  /** Told when the operator does not answer any more, once, and when it does again. */
  readonly onGone: (gone: boolean) => void;
}

const INTERVAL_MS = 1000;

/** Tells what a manager reconciles until the signal aborts. An operator that was started anew is followed from its beginning. */
export async function followReconciles(options: FollowOptions): Promise<void> {
  const { url, clock, signal, since, onReconciles, onHotLoop, onGone } = options;
  let last = newestOf(since);
  let loops = new Set(since.hotLoops.map(keyOf));
  let gone = false;
  while (!signal.aborted) {
    await sleep(clock, INTERVAL_MS, signal).catch(() => undefined);
    if (signal.aborted) return;
    try {
      const newest = newestOf(await readReconciles(url, { limit: 1, signal }));
      if (gone) onGone((gone = false));
      if (newest === last) continue;
      const { reconciles, hotLoops } = await readReconciles(url, { after: newest < last ? 0 : last, signal });
      onReconciles(reconciles.toSorted((a, b) => a.sequence - b.sequence));
      for (const loop of hotLoops) if (!loops.has(keyOf(loop))) onHotLoop(loop);
      loops = new Set(hotLoops.map(keyOf));
      last = newestOf({ reconciles, hotLoops }) || newest;
    } catch {
      if (signal.aborted) return;
      if (!gone) onGone((gone = true));
      last = 0;
    }
  }
}

function newestOf({ reconciles }: DebugAnswer): number {
  return Math.max(0, ...reconciles.map(({ sequence }) => sequence));
}

/** A loop has no name, and is told once in ten minutes. */
const keyOf = (loop: HotLoop): string => JSON.stringify(loop);
