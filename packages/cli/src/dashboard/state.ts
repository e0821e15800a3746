import type { HotLoop, ReconcileExplanation } from '@kubewright/runtime';
import type { Finding } from '../dev/finding.js';

/** What a run of `kubewright dev` shows, on the terminal and in the browser: plain data, which goes through JSON unchanged. */
export interface DashboardState {
  /** The project's name. */
  readonly project: string;
  readonly phase: DashboardPhase;
  /** A few words on the phase: what is waited for, or why it failed. */
  readonly phaseDetail?: string;
  readonly startedAtMs: number;
  readonly controlPlane?: ControlPlaneState;
  /** The page in the browser, with its token. */
  readonly pageUrl?: string;
  readonly operator: OperatorState;
  /** Of the generator and the bundler, of the last run of each. */
  readonly diagnostics: readonly DashboardDiagnostic[];
  /** The samples, and under them what they own. */
  readonly objects: readonly ObjectState[];
  /** Sorted by name. */
  readonly controllers: readonly ControllerState[];
  readonly reconciles: ReconcileFigures;
  /** The newest first. */
  readonly errors: readonly ReconcileErrorState[];
  /** Controllers that their own writes keep busy, as the running operator found them. The newest first. */
  readonly hotLoops: readonly HotLoop[];
  /** The newest last. */
  readonly timelines: readonly TimelineEntry[];
  /** The newest last. */
  readonly logs: readonly LogEntry[];
}

/** `converged`: the samples have become what they describe. */
export type DashboardPhase = 'starting' | 'installing' | 'running' | 'converged' | 'failed' | 'stopping';

export interface ControlPlaneState {
  readonly url: string;
  readonly kubeconfig: string;
  /** The context of the kubeconfig, when it is not the embedded control plane. */
  readonly context?: string;
}

export interface OperatorState {
  readonly status: 'building' | 'starting' | 'running' | 'failed' | 'stopped';
  readonly pid?: number;
  /** How often it was started anew, after a change or on demand. */
  readonly restarts: number;
  /** From the save of a file until the new code ran, the last time. */
  readonly lastReloadMs?: number;
  /** Why it is not running, in a sentence. */
  readonly reason?: string;
}

export interface DashboardDiagnostic extends Finding {
  /** Who found it: `generator`, `bundle`. */
  readonly source: string;
}

/** An object and what it owns. */
export interface ObjectState {
  readonly uid: string;
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace?: string;
  readonly name: string;
  readonly status: 'Current' | 'InProgress' | 'Failed' | 'Terminating';
  /** A word or two: `2/2 ready`. */
  readonly state: string;
  readonly createdAtMs: number;
  readonly conditions: readonly ConditionState[];
  readonly children: readonly ObjectState[];
}

export interface ConditionState {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
}

/** A controller and its queue. */
export interface ControllerState {
  readonly name: string;
  /** Whether its caches are full and its workers run. */
  readonly ready: boolean;
  /** Reconciles that it runs at once. */
  readonly workers: number;
  /** Items that are ready to be handed out. */
  readonly depth: number;
  /** Items that wait for a delay, those that failed among them. */
  readonly delayed: number;
  /** Items that are being reconciled. */
  readonly active: number;
  /** Items that wait because they failed. */
  readonly failing: number;
  /** Reconciles since the operator started. */
  readonly total: number;
  readonly failed: number;
  /** Of the last ten seconds. */
  readonly perSecond: number;
}

export interface ReconcileFigures {
  /** Of the last ten seconds. */
  readonly perSecond: number;
  /** Since the command started, over all runs of the operator. */
  readonly total: number;
  readonly failed: number;
  /** Reconciles in each of the last seconds, the newest last. */
  readonly history: readonly number[];
}

export interface ReconcileErrorState {
  readonly controller: string;
  readonly namespace?: string;
  readonly name: string;
  readonly message: string;
  /** When it came last. */
  readonly atMs: number;
  /** How many reconciles of the object failed since the last that did not. */
  readonly count: number;
  /** It is not retried until something changes. */
  readonly terminal?: true;
  /** A later reconcile of the object did not fail. */
  readonly recovered?: true;
}

/** One reconcile, as the operator explains it. */
export interface TimelineEntry extends ReconcileExplanation {
  /** Counts up over all runs of the operator. */
  readonly key: number;
  /** Which run of the operator it was: 0 is the first. */
  readonly run: number;
  /** Why it ran, in one line. */
  readonly why: string;
}

export interface LogEntry {
  /** Counts up. */
  readonly sequence: number;
  readonly atMs: number;
  /** `dev` says what the command does. */
  readonly source: 'operator' | 'dev';
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  readonly text: string;
  /** Of its error, with causes. */
  readonly stack?: readonly string[];
  /** The reconcile that said it. */
  readonly reconcileID?: string;
}
