import { sleep } from '@kubewright/api';

import type { Request } from '../controller/definition.js';
import type { EnqueueOptions } from '../controller/event-handler.js';
import type { Source, SourceContext } from '../controller/source.js';

export interface TimerSourceOptions {
  name: string;
  /** From the end of one turn to the beginning of the next. */
  intervalMs: number;
  /** Lengthens each interval by up to this share of it, so that replicas and controllers do not keep step. Defaults to 0.1. */
  jitter?: number;
  /** Whether the first turn comes at the start, not after the first interval. Defaults to false. */
  immediate?: boolean;
  /** What to ask for at each turn; a function may read it from the cache. What it throws is logged, and the next turn comes. */
  requests:
    readonly Request[] | ((context: SourceContext) => readonly Request[] | Promise<readonly Request[]>);
  /** Defaults to 0. */
  priority?: number;
}

/** Asks for reconciles at intervals. */
export function timerSource(options: TimerSourceOptions): Source {
  const { name, intervalMs, jitter = 0.1, immediate = false, requests, priority } = options;
  if (!(intervalMs > 0) || intervalMs === Infinity) {
    throw new RangeError(
      `timer source ${name}: intervalMs must be a number of milliseconds above 0, got ${intervalMs}`,
    );
  }
  if (!(jitter >= 0)) throw new RangeError(`timer source ${name}: jitter must be at least 0, got ${jitter}`);
  const enqueueOptions: EnqueueOptions | undefined = priority === undefined ? undefined : { priority };
  const turn = async (context: SourceContext) => {
    try {
      const due = typeof requests === 'function' ? await requests(context) : requests;
      for (const request of due) context.enqueue(request, enqueueOptions);
    } catch (error) {
      if (!context.signal.aborted) context.logger.error('a turn of a timer failed', { error });
    }
  };
  return {
    name,
    start: async (context) => {
      const { clock, random, signal } = context;
      if (immediate) await turn(context);
      while (!signal.aborted) {
        try {
          await sleep(clock, intervalMs * (1 + jitter * random.next()), signal);
        } catch {
          return;
        }
        await turn(context);
      }
    },
  };
}
