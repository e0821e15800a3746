import { abortReason, systemClock } from '@kubewright/api';
import type { Clock } from '@kubewright/api';
import type { ApiServer } from '@kubewright/apiserver';
import type { Activity } from '@kubewright/runtime';
import { combineActivities } from './combined-activity.js';

export interface SettledOptions {
  signal?: AbortSignal;
  /** How long to wait, in milliseconds. Defaults to 10000. */
  timeoutMs?: number;
  /** Measures the timeout. Defaults to the system's clock. */
  clock?: Clock;
}

/** How many informers a message names. */
const MENTIONED = 3;

/** Thrown when things did not come to rest in time; the message says what is still going on. */
export class SettleTimeoutError extends Error {
  readonly code = 'SettleTimeout';

  constructor(timeoutMs: number, busyWith: readonly string[]) {
    const reasons = busyWith.length === 0 ? 'the server does not stop changing' : busyWith.join('; ');
    super(`not settled after ${String(timeoutMs)} ms: ${reasons}`);
    this.name = 'SettleTimeoutError';
  }
}

/**
 * Waits until nothing is going on between an embedded server and managers on it: every informer has seen the newest
 * state, every queue is empty and nobody backs off from an error. Reconciles that wait for a `requeueAfter` are not
 * waited for. When it resolves, the state of the server is what the controllers make of it, and stays so until someone
 * writes or a timer fires.
 *
 * @throws SettleTimeoutError after `timeoutMs`; the signal's reason when aborted
 */
export async function settled(
  server: Pick<ApiServer, 'revision' | 'sendBookmarks'>,
  managers: ReadonlyArray<{ readonly activity: Activity }>,
  options: SettledOptions = {},
): Promise<void> {
  const { timeoutMs = 10_000, clock = systemClock } = options;
  const activity = combineActivities(managers.map((manager) => manager.activity));
  const waiter = createWaiter(activity, options.signal);
  const timer = clock.setTimer(() => {
    const busyWith = activity.isIdle() ? summary(laggards(activity, server.revision)) : activity.busyWith();
    waiter.fail(new SettleTimeoutError(timeoutMs, busyWith));
  }, timeoutMs);
  try {
    for (;;) {
      await waiter.until(() => activity.isIdle());
      // All watches are open now, so that each of them gets the bookmark.
      const { revision } = server;
      server.sendBookmarks();
      await waiter.until(() => !activity.isIdle() || laggards(activity, revision).length === 0);
      if (activity.isIdle() && server.revision === revision && laggards(activity, revision).length === 0)
        return;
    }
  } finally {
    timer.cancel();
    waiter.release();
  }
}

function summary(reasons: readonly string[]): string[] {
  const more = reasons.length - MENTIONED;
  return more > 0 ? [...reasons.slice(0, MENTIONED), `and ${String(more)} more`] : [...reasons];
}

/** The informers that have not seen the revision. */
function laggards(activity: Activity, revision: number): string[] {
  const lagging = activity
    .resourceVersions()
    .filter(({ resourceVersion = '0' }) => Number(resourceVersion) < revision);
  return lagging.map(
    ({ kind, resourceVersion = 'nothing' }) =>
      `the informer of ${kind.kind} has seen ${resourceVersion} and not yet ${String(revision)}`,
  );
}

interface Waiter {
  /** Resolves when the condition holds, which is looked at now and after each change of activity. */
  until(condition: () => boolean): Promise<void>;
  fail(error: Error): void;
  release(): void;
}

function createWaiter(activity: Activity, signal: AbortSignal | undefined): Waiter {
  let failure: Error | undefined = signal?.aborted === true ? abortReason(signal) : undefined;
  let wake: (() => void) | undefined;
  const fail = (error: Error) => {
    failure ??= error;
    wake?.();
  };
  const onAbort = () => {
    if (signal !== undefined) fail(abortReason(signal));
  };
  signal?.addEventListener('abort', onAbort, { once: true });
  const unsubscribe = activity.subscribe(() => wake?.());
  const until = async (condition: () => boolean) => {
    for (;;) {
      if (failure !== undefined) throw failure;
      if (condition()) return;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
      wake = undefined;
    }
  };
  const release = () => {
    unsubscribe();
    signal?.removeEventListener('abort', onAbort);
  };
  return { until, fail, release };
}
