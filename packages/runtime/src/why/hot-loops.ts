import { formatPath } from './changes.js';
import type { FieldChange } from './changes.js';
import { fieldOwner } from './field-owner.js';
import type { ObjectStates } from './object-states.js';
import { sameObject } from './record.js';
import type { EventCause, ObjectName, ReconcileRecord, RecordedCall } from './record.js';

/*
 * What the detector promises:
 *  1. It looks at loop writes alone: a write that changed an object, in a reconcile that an event of this very object
 *     led to. Polling (requeueAfter), retries, resyncs and following another object's changes are none.
 *  2. `flapping`: the same change of the same field (from one value to another) was written FLAPS times within
 *     WINDOW_MS. Two controllers that undo each other do this, and one that changes its mind. A status that makes
 *     progress does not: it never goes through the same change twice.
 *  3. `endless`: STREAK loop writes in a row within WINDOW_MS, each led to by the one before and by nothing else, and
 *     each changing the same fields: a time or a counter in the status, which each reconcile sets anew.
 *  4. An object is reported once in MUTED_MS.
 */
const WINDOW_MS = 60_000;
const FLAPS = 5;
const STREAK = 30;
const MUTED_MS = 600_000;
/** Objects that are followed at the same time; those that were quiet longest are forgotten. */
const MAX_OBJECTS = 256;
const NAMED_FIELDS = 3;

export interface HotLoop {
  readonly type: 'flapping' | 'endless';
  readonly controller: string;
  readonly namespace: string | undefined;
  readonly name: string;
  /** What is written again and again. */
  readonly object: ObjectName;
  readonly fields: readonly string[];
  /** Who wrote these fields, by the managed fields of the object. */
  readonly writers: readonly string[];
  readonly count: number;
  readonly withinMs: number;
}

interface LoopWrite {
  readonly at: number;
  readonly object: ObjectName;
  readonly states: ObjectStates;
  readonly own: boolean;
}

interface Followed {
  writes: LoopWrite[];
  streak: number;
  mutedUntil: number;
}

export class HotLoopDetector {
  readonly #followed = new Map<string, Followed>();

  /** Looks at a reconcile that has ended. */
  finished(record: ReconcileRecord): HotLoop | undefined {
    const key = `${record.controller} ${record.namespace ?? ''}/${record.name}`;
    const write = loopWriteOf(record);
    if (write === undefined) {
      const followed = this.#followed.get(key);
      if (followed !== undefined) followed.streak = 0;
      return undefined;
    }
    const followed = this.#touch(key);
    if (write.at < followed.mutedUntil) return undefined;
    const { writes } = followed;
    while (writes.length > 0 && (writes[0] as LoopWrite).at <= write.at - WINDOW_MS) writes.shift();
    writes.push(write);
    if (writes.length > STREAK) writes.shift();
    followed.streak = write.own ? followed.streak + 1 : 0;
    const found = flapping(writes) ?? endless(writes, followed.streak);
    if (found === undefined) return undefined;
    followed.mutedUntil = write.at + MUTED_MS;
    const withinMs = write.at - (writes[0] as LoopWrite).at;
    followed.writes = [];
    followed.streak = 0;
    const { controller, namespace, name } = record;
    return { controller, namespace, name, withinMs, ...found };
  }

  #touch(key: string): Followed {
    const followed = this.#followed.get(key) ?? { writes: [], streak: 0, mutedUntil: -Infinity };
    this.#followed.delete(key);
    this.#followed.set(key, followed);
    if (this.#followed.size > MAX_OBJECTS) {
      const [oldest] = this.#followed.keys();
      if (oldest !== undefined) this.#followed.delete(oldest);
    }
    return followed;
  }
}

function loopWriteOf(record: ReconcileRecord): LoopWrite | undefined {
  for (const call of record.calls) {
    const { states } = call;
    if (!changed(call) || states === undefined) continue;
    for (const { cause } of record.reasons) {
      if (cause.type !== 'event' || !sameObject(cause.object, call.object)) continue;
      return {
        at: record.startedAt,
        object: call.object,
        states,
        own: record.moreReasons === 0 && record.reasons.every((reason) => isOwn(reason.cause, record)),
      };
    }
  }
  return undefined;
}

function changed({ status, noOp, dryRun, verb }: RecordedCall): boolean {
  return status >= 200 && status < 300 && !noOp && !dryRun && verb !== 'get' && verb !== 'list';
}

function isOwn(cause: { type: string }, record: ReconcileRecord): boolean {
  return cause.type === 'event' && (cause as EventCause).ownWrite?.controller === record.controller;
}

type Found = Pick<HotLoop, 'type' | 'object' | 'fields' | 'writers' | 'count'>;

/** The change that was made most often, if it was made too often. */
function flapping(writes: readonly LoopWrite[]): Found | undefined {
  if (writes.length < FLAPS) return undefined;
  const counts = new Map<string, { count: number; write: LoopWrite; change: FieldChange }>();
  let most: { count: number; write: LoopWrite; change: FieldChange } | undefined;
  for (const write of writes) {
    for (const change of write.states.changes().changes) {
      const id = transitionOf(write.object, change);
      const seen = counts.get(id) ?? { count: 0, write, change };
      counts.set(id, seen);
      seen.count += 1;
      seen.write = write;
      if (most === undefined || seen.count > most.count) most = seen;
    }
  }
  if (most === undefined || most.count < FLAPS) return undefined;
  const { write, change, count } = most;
  return {
    type: 'flapping',
    object: write.object,
    fields: [formatPath(change.path)],
    writers: writersOf(write, change),
    count,
  };
}

/** Own writes in a row that change the same fields. */
function endless(writes: readonly LoopWrite[], streak: number): Found | undefined {
  const last = writes.at(-1);
  if (streak < STREAK || last === undefined || writes.length < STREAK) return undefined;
  const { changes } = last.states.changes();
  const fields = fieldsOf(last);
  if (changes[0] === undefined || writes.some((write) => fieldsOf(write) !== fields)) return undefined;
  return {
    type: 'endless',
    object: last.object,
    fields: changes.slice(0, NAMED_FIELDS).map(({ path }) => formatPath(path)),
    writers: writersOf(last, changes[0]),
    count: streak,
  };
}

function fieldsOf({ object, states }: LoopWrite): string {
  const paths = states.changes().changes.map(({ path }) => formatPath(path));
  return `${object.resource} ${object.namespace}/${object.name} ${paths.join(' ')}`;
}

function transitionOf({ resource, namespace, name }: ObjectName, change: FieldChange): string {
  const { path, op, before, after, mark } = change;
  const what = mark ?? JSON.stringify([before, after]);
  return `${resource} ${namespace}/${name} ${formatPath(path)} ${op} ${what}`;
}

function writersOf({ states }: LoopWrite, { path }: FieldChange): string[] {
  const writers = new Set<string>();
  for (const object of [states.before, states.after]) {
    const writer = object === undefined ? undefined : fieldOwner(object, path);
    if (writer !== undefined) writers.add(writer);
  }
  return [...writers];
}
