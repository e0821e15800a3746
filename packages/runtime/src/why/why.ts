import { formatKey } from '@kubewright/api';
import type { Clock, Logger } from '@kubewright/api';
import type { Client } from '@kubewright/client';

import type { Request } from '../controller/definition.js';
import type {
  ObservedReconcile,
  Outcome,
  ReconcileObserver,
  Trigger,
} from '../controller/reconcile-observer.js';
import { recordCalls } from './call-recorder.js';
import type { CallRecorderOptions } from './call-recorder.js';
import { explain } from './explanation.js';
import type { ReconcileExplanation } from './explanation.js';
import { HotLoopDetector } from './hot-loops.js';
import type { HotLoop } from './hot-loops.js';
import { LastFailures } from './last-failures.js';
import type { ReconcileFailure } from './last-failures.js';
import { PendingReasons } from './pending-reasons.js';
import { ReconcileCounter } from './reconcile-counts.js';
import type { ReconcileCounts } from './reconcile-counts.js';
import { sameObject } from './record.js';
import type { ObjectName, OwnWrite, ReconcileRecord } from './record.js';
import { ReconcileLog } from './reconcile-log.js';

/*
 * What knowing why promises:
 *  1. Every reconcile is recorded with what led to it, the requests it sent, what they changed, and how it ended.
 *  2. Space is bounded: so many reconciles, so many bytes, so many reasons and requests of each; what is left out is
 *     counted.
 *  3. No value of a Secret is kept, nor shown. Values of other objects are shown only when asked for; the names of the
 *     fields that changed are what is told.
 *  4. Objects are compared when somebody asks, and when a hot loop is suspected; a reconcile is not held up by it.
 */

export interface WhyOptions {
  /** How many reconciles are kept. Defaults to 256. */
  maxReconciles?: number;
  /** How many of the last reconciles of each object are kept beyond that. Defaults to 3. */
  perObject?: number;
  /** How many bytes all that is kept may take, about. Defaults to 4 MiB. */
  maxBytes?: number;
  /** Whether the values of changed fields are told too. Those of Secrets never are. Defaults to false. */
  values?: boolean;
}

/** Which reconciles are asked for; all by default. */
export interface WhyFilter {
  controller?: string | undefined;
  /** `''` for cluster-scoped objects. */
  namespace?: string | undefined;
  name?: string | undefined;
  /** Only those that failed. */
  failed?: boolean | undefined;
  /** Only those that ended after the one with this `sequence`. */
  after?: number | undefined;
  /** At most so many. */
  limit?: number | undefined;
}

/** Why reconciles ran and what they did. */
export interface Why {
  /** The newest first. */
  reconciles(filter?: WhyFilter): ReconcileExplanation[];
  /** The reconciles of one object, `name` or `namespace/name`, the newest first. */
  explain(key: string): ReconcileExplanation[];
  /** The controllers of which a reconcile is kept. */
  controllers(): string[];
  /** The hot loops that were found last, the newest first. */
  hotLoops(): HotLoop[];
  /** The objects whose reconciles failed last, the newest failure first. */
  failures(): ReconcileFailure[];
  /** How many reconciles of a controller ended, and how fast they come. */
  counts(controller: string): ReconcileCounts;
}

export interface WhyParts {
  clock: Clock;
  logger: Logger;
  options?: WhyOptions | undefined;
  /** The state of an object in the cache, as JSON. */
  cached?: ((object: ObjectName) => Uint8Array | undefined) | undefined;
  /** Told of each reconcile that has ended. */
  onRecord?: ((record: ReconcileRecord) => void) | undefined;
  /** Told of each hot loop, beside the log. */
  onHotLoop?: ((loop: HotLoop) => void) | undefined;
}

const defaults = { maxReconciles: 256, perObject: 3, maxBytes: 4 * 1024 * 1024, values: false };
/** Writes whose echo may still come. */
const MAX_OWN_WRITES = 4096;
const MAX_HOT_LOOPS = 16;

/** Keeps what a manager's reconciles did, and tells. */
export class ReconcileRecorder implements ReconcileObserver, Why {
  readonly #parts: WhyParts;
  readonly #values: boolean;
  readonly #log: ReconcileLog;
  readonly #pending = new Map<string, PendingReasons>();
  readonly #ownWrites = new Map<string, OwnWrite>();
  readonly #hotLoops = new HotLoopDetector();
  readonly #recording: CallRecorderOptions;
  readonly #loops: HotLoop[] = [];
  readonly #failures = new LastFailures();
  readonly #counters = new Map<string, ReconcileCounter>();
  #nextId = 1;
  #ended = 0;

  constructor(parts: WhyParts) {
    this.#parts = parts;
    const options = { ...defaults, ...parts.options };
    this.#values = options.values;
    this.#log = new ReconcileLog(options);
    this.#recording = {
      clock: parts.clock,
      before: (record, object) => parts.cached?.(object) ?? lastSeen(record, object),
      wrote: (record, { object, resourceVersion }) => {
        if (resourceVersion === undefined) return;
        const { controller, id } = record;
        this.#ownWrites.set(`${object.resource} ${resourceVersion}`, { controller, reconcile: id });
        if (this.#ownWrites.size <= MAX_OWN_WRITES) return;
        const [oldest] = this.#ownWrites.keys();
        if (oldest !== undefined) this.#ownWrites.delete(oldest);
      },
    };
  }

  triggered(controller: string, item: string, trigger: Trigger): void {
    let pending = this.#pending.get(controller);
    if (pending === undefined) {
      pending = new PendingReasons();
      this.#pending.set(controller, pending);
    }
    pending.add(item, trigger, this.#parts.clock.now());
  }

  dropped(controller: string, item: string): void {
    this.#pending.get(controller)?.drop(item);
  }

  started(controller: string, { namespace, name }: Request, reconcileID: string): ObservedReconcile {
    const startedAt = this.#parts.clock.now();
    const item = formatKey({ namespace, name });
    const taken = this.#pending.get(controller)?.take(item, startedAt);
    const record: ReconcileRecord = {
      id: this.#nextId++,
      sequence: 0,
      reconcileID,
      controller,
      namespace,
      name,
      startedAt,
      durationMs: undefined,
      reasons: taken?.reasons ?? [],
      moreReasons: taken?.moreReasons ?? 0,
      calls: [],
      moreCalls: 0,
      outcome: undefined,
    };
    return {
      client: (client: Client) => client.with({ interceptors: [recordCalls(record, this.#recording)] }),
      finished: (outcome) => {
        this.#finished(record, outcome);
      },
    };
  }

  reconciles({ limit = Infinity, ...filter }: WhyFilter = {}): ReconcileExplanation[] {
    const found: ReconcileExplanation[] = [];
    for (const record of this.#log.newestFirst()) {
      if (found.length >= limit) break;
      if (matches(record, filter)) found.push(explain(record, { values: this.#values }));
    }
    return found;
  }

  explain(key: string): ReconcileExplanation[] {
    const slash = key.indexOf('/');
    return this.reconciles({ namespace: slash < 0 ? '' : key.slice(0, slash), name: key.slice(slash + 1) });
  }

  controllers(): string[] {
    return [...new Set(this.#log.newestFirst().map(({ controller }) => controller))].sort();
  }

  hotLoops(): HotLoop[] {
    return this.#loops.toReversed();
  }

  failures(): ReconcileFailure[] {
    return this.#failures.list();
  }

  counts(controller: string): ReconcileCounts {
    return (
      this.#counters.get(controller)?.counts(this.#parts.clock.now()) ?? { total: 0, failed: 0, perSecond: 0 }
    );
  }

  #finished(record: ReconcileRecord, outcome: Outcome): void {
    const now = this.#parts.clock.now();
    record.outcome = outcome;
    record.durationMs = now - record.startedAt;
    record.sequence = this.#ended += 1;
    this.#count(record, outcome, now);
    // The echo of a write may come before its answer: whose it was is known only now.
    for (const { cause } of record.reasons) {
      if (cause.type === 'event')
        cause.ownWrite = this.#ownWrites.get(`${cause.object.resource} ${cause.resourceVersion}`);
    }
    this.#log.add(record);
    this.#parts.onRecord?.(record);
    const loop = this.#hotLoops.finished(record);
    if (loop !== undefined) this.#report(loop);
  }

  #count(record: ReconcileRecord, outcome: Outcome, now: number): void {
    let counter = this.#counters.get(record.controller);
    if (counter === undefined) {
      counter = new ReconcileCounter(now);
      this.#counters.set(record.controller, counter);
    }
    counter.finished('error' in outcome, now);
    this.#failures.finished(record, now);
  }

  #report(loop: HotLoop): void {
    const { type, controller, namespace, name, object, fields, writers, count, withinMs } = loop;
    this.#loops.push(loop);
    if (this.#loops.length > MAX_HOT_LOOPS) this.#loops.shift();
    this.#parts.onHotLoop?.(loop);
    const others = writers.length > 1 ? ': two writers undo each other' : '';
    this.#parts.logger.warn(
      type === 'flapping'
        ? `hot loop: the same change is written again and again${others}`
        : 'hot loop: each write leads to the next reconcile, which writes again',
      {
        controller,
        ...(namespace !== undefined && { namespace }),
        name,
        object: `${object.resource} ${formatKey(object)}`,
        fields,
        writers,
        count,
        withinMs,
      },
    );
  }
}

/** What an event that led to the reconcile said of the object. */
function lastSeen({ reasons }: ReconcileRecord, object: ObjectName): Uint8Array | undefined {
  for (const { cause } of reasons)
    if (cause.type === 'event' && cause.states !== undefined && sameObject(cause.object, object))
      return cause.states.afterBytes;
  return undefined;
}

function matches(record: ReconcileRecord, filter: WhyFilter): boolean {
  const { controller, namespace = '', name, outcome, sequence } = record;
  if (filter.after !== undefined && sequence <= filter.after) return false;
  if (filter.controller !== undefined && filter.controller !== controller) return false;
  if (filter.namespace !== undefined && filter.namespace !== namespace) return false;
  if (filter.name !== undefined && filter.name !== name) return false;
  return filter.failed !== true || (outcome !== undefined && 'error' in outcome);
}
