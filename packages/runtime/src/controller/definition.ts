import type { Clock, KubernetesObject, Logger, ObjectKey } from '@kubewright/api';
import type { Client, KindName } from '@kubewright/client';

import type { IndexFunction } from '../cache/store.js';
import type { EventRecorder } from '../events/event-recorder.js';
import type { Predicate } from '../predicate/predicate.js';
import type { ClusterAccess } from '../cluster/cluster.js';
import type { RateLimiter } from '../queue/rate-limiter.js';
import type { EventHandler } from './event-handler.js';
import type { Result } from './result.js';
import type { Source } from './source.js';

/** What a reconcile function is asked to look at: the key of an object of the controller's own kind. */
export type Request = ObjectKey;

/** What a reconcile function works with. */
export interface ReconcileContext {
  readonly request: Request;
  /** Reads from the cache, starting informers on demand; writes go to the server. What it returns is the caller's own. */
  readonly client: Client;
  /** Reads from the server, past the cache. */
  readonly apiReader: Client;
  readonly events: EventRecorder;
  /** Names the controller, the object and this run in every line. */
  readonly log: Logger;
  /** Aborts when the manager stops or the reconcile takes too long. Pass it to everything that waits. */
  readonly signal: AbortSignal;
  readonly clock: Clock;
}

/** Brings the world nearer to what the object at `request` asks for, or notices that it is gone. */
export type Reconciler = (
  request: Request,
  context: ReconcileContext,
) => Promise<Result | void> | Result | void;

/** What a mapping function of `watches` may use besides the object. */
export interface MapContext {
  /** Reads from the cache. */
  readonly client: Client;
  readonly signal: AbortSignal;
}

/** Names the objects of the controller's kind that an object of another kind concerns. The object is shared: do not change it. */
export type MapFunction<T extends KubernetesObject = KubernetesObject> = (
  object: T,
  context: MapContext,
) => readonly Request[] | Promise<readonly Request[]>;

/** How one controller works; what is absent is as the manager's `controllerOptions` say. */
export interface ControllerOptions {
  /** How many requests may be worked on at the same time; never the same one twice. Defaults to 1. */
  maxConcurrentReconciles?: number;
  /** Makes the rate limiter of the queue; by default `defaultControllerRateLimiter`. */
  rateLimiter?: (options: { clock: Clock }) => RateLimiter;
  /**
   * How long one reconcile may take before its signal aborts. When it then throws, it counts as failed with a
   * ReconcileTimeoutError; a function that ignores its signal is waited for. Unlimited by default.
   */
  reconcileTimeoutMs?: number;
  /** How long caches may take to fill before the manager gives up. Defaults to the manager's, which is 120000. */
  cacheSyncTimeoutMs?: number;
  /** Whether it works only on the replica that leads, where the manager takes part in an election. Defaults to true. */
  needLeaderElection?: boolean;
  /**
   * Whether its keys are shared out over all replicas, where the manager is in a group (its option `sharding`); it then
   * needs no leadership. The caches of each replica hold everything. Defaults to false.
   */
  sharded?: boolean;
  /**
   * Whether its caches fill before this replica leads, so that it takes over at once. Costs their memory on every
   * replica. Defaults to true (controller-runtime's to false). Its queue stays empty until then, and raw sources rest.
   */
  enableWarmup?: boolean;
  /**
   * Whether a failed reconcile is recorded as a Warning event `ReconcileFailed` on its object, where `kubectl describe`
   * shows it; conflicts are not. Needs `create` and `patch` of `events` in the group `events.k8s.io`. Defaults to false.
   */
  failureEvents?: boolean;
}

/** One stream of events of a controller. */
export type SourceDefinition = {
  readonly kind: KindName;
  readonly predicates: readonly Predicate[];
  /** Where it is watched. By default in the cluster of the controller's own kind; of that kind: in the manager's. */
  readonly cluster?: ClusterAccess | undefined;
} & (
  | { readonly role: 'for' }
  | { readonly role: 'owns'; readonly matchEveryOwner: boolean }
  | { readonly role: 'watches'; readonly map: MapFunction }
  | { readonly role: 'watches'; readonly handler: EventHandler }
);

/** Makes objects of a kind findable in the cache by values computed from them. */
export interface IndexDefinition {
  readonly kind: KindName;
  /** What field selectors name it by. */
  readonly field: string;
  readonly valuesOf: IndexFunction;
}

/** A controller as a plain value: what to watch and what to do. Nothing happens until a manager runs it. */
export interface ControllerDefinition {
  /** Unique within a manager; used in logs and metrics. */
  readonly name: string;
  /** The kind that is reconciled. */
  readonly kind: KindName;
  readonly sources: readonly SourceDefinition[];
  /** What besides the cluster asks for reconciles. */
  readonly rawSources?: readonly Source[];
  /** What its reads from the cache need to be found by. */
  readonly indexes?: readonly IndexDefinition[];
  readonly options: Readonly<ControllerOptions>;
  readonly reconcile: Reconciler;
}
