import type { Outcome } from '../controller/reconcile-observer.js';
import type { ObjectStates } from './object-states.js';

/** Names an object as requests do. */
export interface ObjectName {
  /** `deployments.apps`, `pods`. */
  readonly resource: string;
  readonly namespace: string;
  readonly name: string;
}

export function sameObject(a: ObjectName, b: ObjectName): boolean {
  return a.name === b.name && a.resource === b.resource && a.namespace === b.namespace;
}

/** A reason of a reconcile, and how often it was given. */
export interface RecordedReason {
  count: number;
  readonly at: number;
  readonly cause:
    | {
        readonly type: 'event';
        readonly role: string;
        readonly event: 'add' | 'update' | 'delete';
        readonly kind: string;
        readonly object: ObjectName;
        /** The newest, where several events became one reason. */
        resourceVersion: string;
        readonly isInInitialList: boolean;
        states: ObjectStates | undefined;
        /** The reconcile whose write this is, when it was one's own. */
        ownWrite: OwnWrite | undefined;
      }
    | { readonly type: 'requeueAfter' | 'requeue'; readonly delayMs: number }
    | { readonly type: 'retry'; readonly delayMs: number; readonly error: string }
    | { readonly type: 'source'; readonly name: string };
}

export type EventCause = Extract<RecordedReason['cause'], { type: 'event' }>;

export interface OwnWrite {
  readonly controller: string;
  readonly reconcile: number;
}

/** One request of a reconcile. */
export interface RecordedCall {
  readonly verb: string;
  readonly object: ObjectName;
  readonly subresource: string | undefined;
  readonly startedAt: number;
  durationMs: number;
  /** 0 while there is no answer, and when none came. */
  status: number;
  readonly dryRun: boolean;
  /** Of a write that was carried out and left the object as it was. */
  noOp: boolean;
  /** Of a write that was carried out. */
  states: ObjectStates | undefined;
  resourceVersion: string | undefined;
  error: string | undefined;
}

/** One reconcile, as it is kept. */
export interface ReconcileRecord {
  readonly id: number;
  /** Counts up in the order in which they end; 0 before that. */
  sequence: number;
  readonly reconcileID: string;
  readonly controller: string;
  readonly namespace: string | undefined;
  readonly name: string;
  readonly startedAt: number;
  durationMs: number | undefined;
  readonly reasons: readonly RecordedReason[];
  /** Reasons that were too many to keep. */
  readonly moreReasons: number;
  readonly calls: RecordedCall[];
  moreCalls: number;
  outcome: Outcome | undefined;
}
