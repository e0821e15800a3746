import { sleep } from '@kubewright/api';
import type { Clock } from '@kubewright/api';
import { whySentence } from '@kubewright/runtime';
import type {
  ControllerFigures,
  HotLoop,
  ReconcileCounts,
  ReconcileExplanation,
  ReconcileFailure,
} from '@kubewright/runtime';
import { fetchJson } from '../io/fetch-json.js';
import type { DashboardStore } from './store.js';

export interface FollowOperatorOptions {
  readonly store: DashboardStore;
  readonly clock: Clock;
  /** Of one run of the operator. */
  readonly signal: AbortSignal;
  /** Its debug server, as `debugUrlOf` reads it from its output. */
  readonly url: string;
  /** How long to wait between two looks. Defaults to 1000. */
  readonly intervalMs?: number;
  /** Reads what a URL answers as JSON; rejects when there is no such answer. Defaults to `fetch`. */
  readonly readJson?: (url: string, signal: AbortSignal) => Promise<unknown>;
}

/** What `/debug/controllers` of the runtime answers. */
interface Figures {
  readonly controllers: ReadonlyArray<ControllerFigures & { readonly reconciles: ReconcileCounts }>;
  readonly failures: readonly ReconcileFailure[];
}

/** What `/debug/reconciles` of the runtime answers. */
interface Reconciles {
  readonly reconciles: readonly ReconcileExplanation[];
  readonly hotLoops: readonly HotLoop[];
}

/** Seconds of which the reconciles are kept one by one. */
const HISTORY = 120;
/** Reconciles that are read at once: what the store keeps of a burst is not more. */
const MAX_RECONCILES = 400;

/**
 * Puts the queues, rates, failures and reconciles of a running operator into the store, once a second, until the signal
 * aborts; resolves then. Reads only what is new. A server that does not answer is asked again.
 */
export async function followOperator(options: FollowOperatorOptions): Promise<void> {
  const { store, clock, signal, url, intervalMs = 1000, readJson = fetchJson } = options;
  const run = store.state.operator.restarts;
  // Counts go on over all runs; those of this one begin at 0.
  const before = store.state.reconciles;
  let total = 0;
  let lastSequence = 0;

  const look = async (): Promise<void> => {
    const figures = (await readJson(`${url}/debug/controllers`, signal)) as Figures;
    const counts = figures.controllers.map(({ reconciles }) => reconciles);
    const sum = (key: keyof ReconcileCounts): number => counts.reduce((all, one) => all + one[key], 0);
    const added = sum('total') - total;
    total = sum('total');
    store.setControllers(figures.controllers.map(controllerState));
    store.setErrors(figures.failures.map(errorState));
    store.setReconciles({
      perSecond: sum('perSecond'),
      total: before.total + total,
      failed: before.failed + sum('failed'),
      history: [...store.state.reconciles.history, added].slice(-HISTORY),
    });
    if (added > 0) await readReconciles();
  };

  const readReconciles = async (): Promise<void> => {
    const query = `after=${lastSequence}&limit=${MAX_RECONCILES}`;
    const answer = (await readJson(`${url}/debug/reconciles?${query}`, signal)) as Reconciles;
    const ended = answer.reconciles.toSorted((a, b) => a.sequence - b.sequence);
    lastSequence = ended.at(-1)?.sequence ?? lastSequence;
    store.addTimelines(ended.map((reconcile) => ({ ...reconcile, run, why: whySentence(reconcile) })));
    store.setHotLoops(answer.hotLoops);
  };

  try {
    while (!signal.aborted) {
      try {
        await look();
      } catch {
        // Starting, ending, or an operator of a release that does not tell: there is nothing to show.
      }
      await sleep(clock, intervalMs, signal);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  const { controllers, reconciles } = store.state;
  store.setControllers(controllers.map((one) => ({ ...one, ready: false, active: 0, perSecond: 0 })));
  store.setReconciles({ ...reconciles, perSecond: 0 });
}

function controllerState({ name, ready, workers, queue, reconciles }: Figures['controllers'][number]) {
  const { depth, delayed, active, backingOff: failing } = queue;
  return { name, ready, workers, depth, delayed, active, failing, ...reconciles };
}

function errorState({
  controller,
  namespace,
  name,
  error,
  at,
  count,
  terminal,
  recovered,
}: ReconcileFailure) {
  return {
    controller,
    ...(namespace !== undefined && { namespace }),
    name,
    message: error,
    atMs: Date.parse(at),
    count,
    ...(terminal && { terminal }),
    ...(recovered && { recovered }),
  };
}

/** The address in the line with which the runtime's debug server says where it listens; undefined for other lines. */
export function debugUrlOf(line: string): string | undefined {
  if (!line.startsWith('{') || !line.includes('the debug server')) return undefined;
  try {
    const { server, url } = JSON.parse(line) as { server?: unknown; url?: unknown };
    return server === 'the debug server' && typeof url === 'string' ? url : undefined;
  } catch {
    return undefined;
  }
}
