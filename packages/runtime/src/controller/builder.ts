import { formatKey } from '@kubewright/api';
import type { Kind, KubernetesObject, Stored } from '@kubewright/api';

import { describeKind } from '../cache/kind-name.js';
import { peek } from '../cache/peek.js';
import type { IndexFunction } from '../cache/store.js';
import { checkFinalizerKey } from '../finalizer/finalizers.js';
import { FinalizerKeeper } from '../finalizer/finalizing-reconciler.js';
import type { Cleanup, CleanupFunction } from '../finalizer/finalizing-reconciler.js';
import type { Predicate } from '../predicate/predicate.js';
import type { ClusterAccess } from '../cluster/cluster.js';
import type {
  ControllerDefinition,
  ControllerOptions,
  IndexDefinition,
  MapFunction,
  ReconcileContext,
  Reconciler,
  SourceDefinition,
} from './definition.js';
import type { EventHandler } from './event-handler.js';
import { checkControllerOptions } from './options.js';
import type { Result } from './result.js';
import type { Source } from './source.js';

export interface SourceOptions<T extends KubernetesObject> {
  /** All must let an event of this source through. */
  predicates?: ReadonlyArray<Predicate<T>>;
}

export interface WatchesOptions<T extends KubernetesObject> extends SourceOptions<T> {
  /**
   * Where the kind is watched: a cluster made with `createCluster`, or a manager for its own. Of `controllerFor`, where the
   * controller works, the manager's by default; of `watches`, there too by default.
   */
  cluster?: ClusterAccess | undefined;
}

export interface ForOptions<T extends KubernetesObject> extends WatchesOptions<T> {
  /**
   * Whether objects of the kind are watched at all. False for a controller whose requests come from other sources alone
   * (controller-runtime's builder without `For`). Defaults to true.
   */
  watch?: boolean;
}

export interface OwnsOptions<T extends KubernetesObject> extends SourceOptions<T> {
  /** Also reconcile owners that are not the object's controller. Defaults to false. */
  matchEveryOwner?: boolean;
}

/** Reconciles one object. It is a fresh copy from the cache, free to change. */
export type ReconcileFunction<T extends KubernetesObject> = (
  object: Stored<T>,
  context: ReconcileContext,
) => Promise<Result | void> | Result | void;

/**
 * Says what a controller watches, and ends in what it does. Every method returns a new builder; nothing is started.
 * The names are controller-runtime's: `For` is `controllerFor`.
 */
export interface ControllerBuilder<T extends KubernetesObject> {
  /** Defaults to the kind in lower case. */
  named(name: string): ControllerBuilder<T>;
  /** Reconciles an object when an object of this kind that it controls (by owner reference) changes. */
  owns<O extends KubernetesObject>(kind: Kind<O>, options?: OwnsOptions<O>): ControllerBuilder<T>;
  /** Reconciles the objects that `map` names when an object of this kind changes; of an update, for the old and the new object. */
  watches<W extends KubernetesObject>(
    kind: Kind<W>,
    map: MapFunction<Stored<W>>,
    options?: WatchesOptions<W>,
  ): ControllerBuilder<T>;
  /** Leaves it to the handler which requests an event leads to; `enqueueRequestForOwner` and others make handlers. */
  watches<W extends KubernetesObject>(
    kind: Kind<W>,
    handler: EventHandler<W>,
    options?: WatchesOptions<W>,
  ): ControllerBuilder<T>;
  /**
   * Makes objects of a kind findable in the cache by values computed from them: `client.list(kind, { fieldSelector: { [field]:
   * value } })` of reconcile and mapping functions then reads no others (controller-runtime's `IndexField`). Two indexes of a
   * kind have different names, unless they are the same function.
   */
  indexes<I extends KubernetesObject>(
    kind: Kind<I>,
    field: string,
    valuesOf: IndexFunction<I>,
  ): ControllerBuilder<T>;
  /** Reconciles what a source from outside the cluster asks for: `timerSource`, `channelSource`, `httpSource`, or one's own. Predicates of the controller do not apply to it. */
  watchesRaw(source: Source): ControllerBuilder<T>;
  /** Applies to the events of all kinds, also of those added later (controller-runtime's `WithEventFilter`). */
  withPredicates(...predicates: Predicate[]): ControllerBuilder<T>;
  withOptions(options: ControllerOptions): ControllerBuilder<T>;
  /**
   * Runs `cleanup` before an object goes, by a finalizer of that name, which every object has before it is first
   * reconciled: `.finalizer('app.example.com/cleanup', async (app, context) => { ... })`. Several run in the order in which
   * they are given. What is promised stands in finalizer/finalizing-reconciler.ts. Throws a TypeError for a key that is
   * given twice or is no qualified name.
   */
  finalizer(key: string, cleanup: CleanupFunction<T>): ControllerBuilder<T>;
  /** Ends with a function that gets the object; it is not called for objects that are gone. */
  reconcile(reconcile: ReconcileFunction<T>): ControllerDefinition;
  /** Ends with a function that gets the request alone, and so also hears of deleted objects. */
  reconcileRequest(reconcile: Reconciler): ControllerDefinition;
}

interface BuilderState<T extends KubernetesObject> {
  readonly kind: Kind<T>;
  readonly name: string;
  readonly sources: readonly SourceDefinition[];
  readonly rawSources: readonly Source[];
  readonly indexes: readonly IndexDefinition[];
  readonly predicates: readonly Predicate[];
  readonly cleanups: ReadonlyArray<Cleanup<T>>;
  readonly options: ControllerOptions;
}

/** Starts the definition of a controller of this kind; `predicates` filter the events of the kind itself. */
export function controllerFor<T extends KubernetesObject>(
  kind: Kind<T>,
  options: ForOptions<T> = {},
): ControllerBuilder<T> {
  const { cluster, watch = true } = options;
  if (!watch && cluster !== undefined) {
    throw new TypeError(
      `a controller of ${describeKind(kind)} without a watch works in the manager's cluster`,
    );
  }
  const source: SourceDefinition = { role: 'for', kind, predicates: erase(options.predicates), cluster };
  return builder({
    kind,
    name: kind.kind.toLowerCase(),
    sources: watch ? [source] : [],
    rawSources: [],
    indexes: [],
    predicates: [],
    cleanups: [],
    options: {},
  });
}

function builder<T extends KubernetesObject>(state: BuilderState<T>): ControllerBuilder<T> {
  const withSource = (source: SourceDefinition) => builder({ ...state, sources: [...state.sources, source] });
  return {
    named: (name) => builder({ ...state, name }),
    owns: (kind, options = {}) =>
      withSource({
        role: 'owns',
        kind,
        predicates: erase(options.predicates),
        matchEveryOwner: options.matchEveryOwner ?? false,
      }),
    watches: <W extends KubernetesObject>(
      kind: Kind<W>,
      how: MapFunction<Stored<W>> | EventHandler<W>,
      options: WatchesOptions<W> = {},
    ) => {
      const { cluster } = options;
      const base = { role: 'watches', kind, predicates: erase(options.predicates), cluster } as const;
      return withSource(
        typeof how === 'function'
          ? { ...base, map: how as MapFunction }
          : { ...base, handler: how as unknown as EventHandler },
      );
    },
    indexes: (kind, field, valuesOf) =>
      builder({
        ...state,
        indexes: [...state.indexes, { kind, field, valuesOf: valuesOf as unknown as IndexFunction }],
      }),
    watchesRaw: (source) => builder({ ...state, rawSources: [...state.rawSources, source] }),
    withPredicates: (...predicates) =>
      builder({ ...state, predicates: [...state.predicates, ...predicates] }),
    withOptions: (options) => builder({ ...state, options: { ...state.options, ...options } }),
    finalizer: (key, cleanup) => {
      checkFinalizerKey(key);
      if (state.cleanups.some((other) => other.key === key)) {
        throw new TypeError(`a finalizer for the key "${key}" is already registered`);
      }
      return builder({ ...state, cleanups: [...state.cleanups, { key, cleanup }] });
    },
    reconcile: (reconcile) => {
      const keeper = keeperOf(state);
      return define(state, objectReconciler(state.kind, keeper, reconcile), keeper);
    },
    reconcileRequest: (reconcile) => {
      const keeper = keeperOf(state);
      return define(
        state,
        keeper === undefined ? reconcile : finalizingReconciler(state.kind, keeper, reconcile),
        keeper,
      );
    },
  };
}

function define<T extends KubernetesObject>(
  state: BuilderState<T>,
  reconcile: Reconciler,
  keeper: FinalizerKeeper<T> | undefined,
): ControllerDefinition {
  const { name, kind, options, predicates } = state;
  if (name === '') throw new TypeError(`the controller of ${describeKind(kind)} needs a name`);
  checkControllerOptions(`controller ${name}`, options);
  if (state.sources.length + state.rawSources.length === 0) {
    throw new TypeError(`controller ${name} watches nothing: it would never reconcile`);
  }
  const sources = state.sources.map((source) => ({
    ...source,
    predicates: [
      ...predicates,
      ...source.predicates,
      ...(keeper !== undefined && source.role === 'for' ? [keeper.predicate] : []),
    ],
  }));
  const { rawSources, indexes } = state;
  return {
    name,
    kind,
    sources,
    ...(rawSources.length > 0 && { rawSources }),
    ...(indexes.length > 0 && { indexes }),
    options,
    reconcile,
  };
}

function keeperOf<T extends KubernetesObject>({
  kind,
  cleanups,
}: BuilderState<T>): FinalizerKeeper<T> | undefined {
  return cleanups.length === 0 ? undefined : new FinalizerKeeper(kind, cleanups);
}

function objectReconciler<T extends KubernetesObject>(
  kind: Kind<T>,
  keeper: FinalizerKeeper<T> | undefined,
  reconcile: ReconcileFunction<T>,
): Reconciler {
  return async (request, context) => {
    const object = await find(kind, context);
    if (object === undefined) {
      context.log.debug('object is gone', { key: formatKey(request) });
      return undefined;
    }
    if (keeper === undefined) return reconcile(object, context);
    const prepared = await keeper.prepare(object, context);
    return 'object' in prepared ? reconcile(prepared.object, context) : prepared.result;
  };
}

/** Of an object that is gone the function hears as ever. */
function finalizingReconciler<T extends KubernetesObject>(
  kind: Kind<T>,
  keeper: FinalizerKeeper<T>,
  reconcile: Reconciler,
): Reconciler {
  return async (request, context) => {
    const object = await find(kind, context);
    if (object === undefined) return reconcile(request, context);
    const prepared = await keeper.prepare(object, context);
    return 'object' in prepared ? reconcile(request, context) : prepared.result;
  };
}

function find<T extends KubernetesObject>(
  kind: Kind<T>,
  { client, request, signal }: ReconcileContext,
): Promise<Stored<T> | undefined> {
  return peek(client, kind, request, { signal });
}

/** A predicate is only called with events of the kind it was given for. */
function erase<T extends KubernetesObject>(
  predicates: ReadonlyArray<Predicate<T>> = [],
): readonly Predicate[] {
  return predicates as unknown as readonly Predicate[];
}
