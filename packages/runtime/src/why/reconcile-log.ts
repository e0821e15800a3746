import type { ReconcileRecord } from './record.js';

export interface ReconcileLogOptions {
  /** How many reconciles are kept, the newest. */
  maxReconciles: number;
  /** How many of each object are kept beyond that, for objects that are quiet while others are busy. */
  perObject: number;
  /** What the kept ones may weigh together, about. */
  maxBytes: number;
}

/** What a record weighs without the states of objects: measured on typical ones, rounded up. */
const RECORD_BYTES = 1024;

/**
 * Reconciles in a bounded space: the newest of all, and the last few of each object. The oldest go first when there
 * are too many or they weigh too much.
 */
export class ReconcileLog {
  readonly #options: ReconcileLogOptions;
  /** In order of age. */
  readonly #recent = new Map<ReconcileRecord, number>();
  /** Those no longer recent, which are among the last of their object. */
  readonly #older = new Map<ReconcileRecord, number>();
  readonly #lastOf = new Map<string, ReconcileRecord[]>();
  #bytes = 0;

  constructor(options: ReconcileLogOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#recent.size + this.#older.size;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Adds a reconcile that has ended. */
  add(record: ReconcileRecord): void {
    const { maxReconciles, perObject, maxBytes } = this.#options;
    const weight = weigh(record);
    this.#bytes += weight;
    this.#recent.set(record, weight);
    const key = keyOf(record);
    const last = this.#lastOf.get(key) ?? [];
    last.push(record);
    this.#lastOf.set(key, last);
    const displaced = last.length > perObject ? last.shift() : undefined;
    if (displaced !== undefined) this.#drop(this.#older, displaced);
    if (this.#recent.size > maxReconciles) this.#age();
    while (this.#older.size > maxReconciles || (this.#bytes > maxBytes && this.size > 1)) {
      const from = this.#older.size > 0 ? this.#older : this.#recent;
      const [oldest] = from.keys();
      if (oldest === undefined) return;
      this.#drop(from, oldest);
      this.#forget(oldest);
    }
  }

  /** All that are kept, the newest first. */
  newestFirst(): ReconcileRecord[] {
    return [...this.#older.keys(), ...this.#recent.keys()].sort((a, b) => b.id - a.id);
  }

  /** The oldest of the recent ones goes, or is kept as one of the last of its object. */
  #age(): void {
    const [oldest] = this.#recent;
    if (oldest === undefined) return;
    const [record, weight] = oldest;
    if (this.#lastOf.get(keyOf(record))?.includes(record) === true) {
      this.#recent.delete(record);
      this.#older.set(record, weight);
    } else this.#drop(this.#recent, record);
  }

  #drop(from: Map<ReconcileRecord, number>, record: ReconcileRecord): void {
    const weight = from.get(record);
    if (weight === undefined) return;
    from.delete(record);
    this.#bytes -= weight;
  }

  #forget(record: ReconcileRecord): void {
    const key = keyOf(record);
    const left = this.#lastOf.get(key)?.filter((other) => other !== record) ?? [];
    if (left.length > 0) this.#lastOf.set(key, left);
    else this.#lastOf.delete(key);
  }
}

function keyOf({ controller, namespace = '', name }: ReconcileRecord): string {
  return `${controller} ${namespace}/${name}`;
}

function weigh({ reasons, calls }: ReconcileRecord): number {
  let bytes = RECORD_BYTES;
  for (const { cause } of reasons) if (cause.type === 'event') bytes += cause.states?.sizeBytes ?? 0;
  for (const { states } of calls) bytes += states?.sizeBytes ?? 0;
  return bytes;
}
