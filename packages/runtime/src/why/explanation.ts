import type { Outcome } from '../controller/reconcile-observer.js';
import { messageOf } from '../internal/errors.js';
import { formatPath } from './changes.js';
import type { FieldChange } from './changes.js';
import type { ObjectStates } from './object-states.js';
import type { OwnWrite, ReconcileRecord, RecordedCall, RecordedReason } from './record.js';

/** A field that an event or a write changed. */
export interface ExplainedChange {
  /** `spec.containers[name=web].image`; `.` is the whole object. */
  path: string;
  op: 'added' | 'removed' | 'changed';
  /** JSON, cut where it is long. Only when values are asked for, and never of Secrets. */
  before?: string;
  after?: string;
}

/** One reason why a reconcile ran. */
export interface ExplainedReason {
  type: 'event' | 'requeueAfter' | 'requeue' | 'retry' | 'source';
  /** How often it was given before the reconcile began. */
  count: number;
  /** RFC 3339. */
  at: string;
  /** Of an event: why the controller watches the kind. */
  role?: string;
  event?: 'add' | 'update' | 'delete';
  kind?: string;
  /** `deployments.apps` */
  resource?: string;
  namespace?: string;
  name?: string;
  resourceVersion?: string;
  /** The object was there when the controller started. */
  isInInitialList?: true;
  changes?: ExplainedChange[];
  moreChanges?: true;
  /** The event is the echo of a write of this reconcile. */
  ownWrite?: OwnWrite;
  delayMs?: number;
  error?: string;
  source?: string;
}

/** One request that a reconcile sent. Reads from the cache are none. */
export interface ExplainedCall {
  /** `get`, `list`, `create`, `update`, `patch`, `apply`, `delete`, `deletecollection`. */
  verb: string;
  resource: string;
  namespace?: string;
  name?: string;
  subresource?: string;
  /** 0 when no answer came. */
  status: number;
  durationMs: number;
  /** Since the reconcile began. */
  afterMs: number;
  dryRun?: true;
  /** The write left the object as it was: it need not have been sent. */
  noOp?: true;
  changes?: ExplainedChange[];
  moreChanges?: true;
  error?: string;
}

/** Why a reconcile ran, what it did, and how it ended. */
export interface ReconcileExplanation {
  /** Counts up through all reconciles of the manager. */
  id: number;
  /** Counts up in the order in which they end. */
  sequence: number;
  /** As its log lines name it. */
  reconcileID: string;
  controller: string;
  namespace?: string;
  name: string;
  /** RFC 3339. */
  startedAt: string;
  durationMs: number;
  outcome: { type: Outcome['type']; delayMs?: number; error?: string };
  reasons: ExplainedReason[];
  /** Reasons that were too many to keep. */
  moreReasons?: number;
  calls: ExplainedCall[];
  moreCalls?: number;
}

const MAX_VALUE_LENGTH = 120;

export function explain(record: ReconcileRecord, options: { values: boolean }): ReconcileExplanation {
  const { id, sequence, reconcileID, controller, namespace, name, startedAt, moreReasons, moreCalls } =
    record;
  return {
    id,
    sequence,
    reconcileID,
    controller,
    ...(namespace !== undefined && { namespace }),
    name,
    startedAt: timeOf(startedAt),
    durationMs: record.durationMs ?? 0,
    outcome: explainOutcome(record.outcome),
    reasons: record.reasons.map((reason) => explainReason(reason, options)),
    ...(moreReasons > 0 && { moreReasons }),
    calls: record.calls.map((call) => explainCall(call, startedAt, options)),
    ...(moreCalls > 0 && { moreCalls }),
  };
}

function explainOutcome(outcome: Outcome | undefined): ReconcileExplanation['outcome'] {
  if (outcome === undefined) return { type: 'success' };
  return {
    type: outcome.type,
    ...('delayMs' in outcome && { delayMs: outcome.delayMs }),
    ...('error' in outcome && { error: messageOf(outcome.error) }),
  };
}

function explainReason({ count, at, cause }: RecordedReason, options: { values: boolean }): ExplainedReason {
  const common = { type: cause.type, count, at: timeOf(at) };
  if (cause.type === 'source') return { ...common, source: cause.name };
  if (cause.type === 'retry') return { ...common, delayMs: cause.delayMs, error: cause.error };
  if (cause.type !== 'event') return { ...common, delayMs: cause.delayMs };
  const { role, event, kind, object, resourceVersion, isInInitialList, states, ownWrite } = cause;
  return {
    ...common,
    role,
    event,
    kind,
    ...nameFields(object),
    resourceVersion,
    ...(isInInitialList && { isInInitialList }),
    ...(states !== undefined && explainChanges(states, options)),
    ...(ownWrite !== undefined && { ownWrite }),
  };
}

function explainCall(call: RecordedCall, startedAt: number, options: { values: boolean }): ExplainedCall {
  const { verb, object, subresource, status, durationMs, dryRun, noOp, states, error } = call;
  return {
    verb,
    ...nameFields(object),
    ...(subresource !== undefined && { subresource }),
    status,
    durationMs,
    afterMs: call.startedAt - startedAt,
    ...(dryRun && { dryRun }),
    ...(noOp && { noOp }),
    ...(states !== undefined && explainChanges(states, options)),
    ...(error !== undefined && { error }),
  };
}

function nameFields({ resource, namespace, name }: RecordedCall['object']): {
  resource: string;
  namespace?: string;
  name?: string;
} {
  return { resource, ...(namespace !== '' && { namespace }), ...(name !== '' && { name }) };
}

function explainChanges(
  states: ObjectStates,
  { values }: { values: boolean },
): { changes: ExplainedChange[]; moreChanges?: true } {
  const { changes, truncated } = states.changes();
  return {
    changes: changes.map((change) => explainChange(change, values)),
    ...(truncated && { moreChanges: true }),
  };
}

function explainChange({ path, op, before, after }: FieldChange, values: boolean): ExplainedChange {
  return {
    path: formatPath(path),
    op,
    ...(values && before !== undefined && { before: shorten(before) }),
    ...(values && after !== undefined && { after: shorten(after) }),
  };
}

function shorten(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length <= MAX_VALUE_LENGTH ? text : `${text.slice(0, MAX_VALUE_LENGTH)}…`;
}

function timeOf(ms: number): string {
  return new Date(ms).toISOString();
}
