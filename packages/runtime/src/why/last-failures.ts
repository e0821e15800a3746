import { messageOf } from '../internal/errors.js';
import type { ReconcileRecord } from './record.js';

/** What the reconciles of an object failed with. */
export interface ReconcileFailure {
  controller: string;
  namespace?: string;
  name: string;
  /** Of the last one that failed. */
  error: string;
  /** When that ended, in RFC 3339. */
  at: string;
  /** How many failed since the last that did not. */
  count: number;
  /** The id of the last one that failed. */
  reconcile: number;
  /** It will not be retried until something changes. */
  terminal?: true;
  /** A later one did not fail. */
  recovered?: true;
}

const MAX_FAILURES = 32;

/** The last failure of each of the objects that failed last. */
export class LastFailures {
  /** In order of the time of their last failure. */
  readonly #byKey = new Map<string, ReconcileFailure>();

  /** Takes note of a reconcile that has ended. */
  finished({ id, controller, namespace, name, outcome }: ReconcileRecord, nowMs: number): void {
    // What failed because of the stop says nothing of the object.
    if (outcome === undefined || outcome.type === 'stopped') return;
    const key = `${controller} ${namespace ?? ''}/${name}`;
    const before = this.#byKey.get(key);
    if (!('error' in outcome)) {
      if (before !== undefined) before.recovered = true;
      return;
    }
    this.#byKey.delete(key);
    this.#byKey.set(key, {
      controller,
      ...(namespace !== undefined && { namespace }),
      name,
      error: messageOf(outcome.error),
      at: new Date(nowMs).toISOString(),
      count: (before === undefined || before.recovered === true ? 0 : before.count) + 1,
      reconcile: id,
      ...(outcome.type === 'terminal' && { terminal: true as const }),
    });
    const [oldest] = this.#byKey.keys();
    if (this.#byKey.size > MAX_FAILURES && oldest !== undefined) this.#byKey.delete(oldest);
  }

  /** The newest first. */
  list(): ReconcileFailure[] {
    return Array.from(this.#byKey.values(), (failure) => ({ ...failure })).reverse();
  }
}
