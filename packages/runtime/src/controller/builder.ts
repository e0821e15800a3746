import { formatKey } from '@kubewright/api';
import type { Kind, KubernetesObject, Stored } from '@kubewright/api';
import { isNotFound } from '@kubewright/client';

import { describeKind } from '../cache/kind-name.js';
import type { Predicate } from '../predicate/predicate.js';
import type {
  ControllerDefinition,
  ControllerOptions,
  MapFunction,
  ReconcileContext,
  Reconciler,
  SourceDefinition,
} from './definition.js';
import type { Result } from './result.js';

export interface SourceOptions<T extends KubernetesObject> {
  /** All must let an event of this source through. */
  predicates?: ReadonlyArray<Predicate<T>>;
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
    options?: SourceOptions<W>,
  ): ControllerBuilder<T>;
  /** Applies to the events of all sources, also of those added later (controller-runtime's `WithEventFilter`). */
  withPredicates(...predicates: Predicate[]): ControllerBuilder<T>;
  withOptions(options: ControllerOptions): ControllerBuilder<T>;
  /** Ends with a function that gets the object; it is not called for objects that are gone. */
  reconcile(reconcile: ReconcileFunction<T>): ControllerDefinition;
  /** Ends with a function that gets the request alone, and so also hears of deleted objects. */
  reconcileRequest(reconcile: Reconciler): ControllerDefinition;
}

interface BuilderState<T extends KubernetesObject> {
  readonly kind: Kind<T>;
  readonly name: string;
  readonly sources: readonly SourceDefinition[];
  readonly predicates: readonly Predicate[];
  readonly options: ControllerOptions;
}

/** Starts the definition of a controller of this kind; `predicates` filter the events of the kind itself. */
export function controllerFor<T extends KubernetesObject>(
  kind: Kind<T>,
  options: SourceOptions<T> = {},
): ControllerBuilder<T> {
  const source: SourceDefinition = { role: 'for', kind, predicates: erase(options.predicates) };
  return builder({ kind, name: kind.kind.toLowerCase(), sources: [source], predicates: [], options: {} });
}

function builder<T extends KubernetesObject>(state: BuilderState<T>): ControllerBuilder<T> {
  const withSource = (source: SourceDefinition) => builder({ ...state, sources: [...state.sources, source] });
  const finish = (reconcile: Reconciler): ControllerDefinition => define(state, reconcile);
  return {
    named: (name) => builder({ ...state, name }),
    owns: (kind, options = {}) =>
      withSource({
        role: 'owns',
        kind,
        predicates: erase(options.predicates),
        matchEveryOwner: options.matchEveryOwner ?? false,
      }),
    watches: (kind, map, options = {}) =>
      withSource({ role: 'watches', kind, predicates: erase(options.predicates), map: map as MapFunction }),
    withPredicates: (...predicates) =>
      builder({ ...state, predicates: [...state.predicates, ...predicates] }),
    withOptions: (options) => builder({ ...state, options: { ...state.options, ...options } }),
    reconcile: (reconcile) => finish(objectReconciler(state.kind, reconcile)),
    reconcileRequest: finish,
  };
}

function define<T extends KubernetesObject>(
  state: BuilderState<T>,
  reconcile: Reconciler,
): ControllerDefinition {
  const { name, kind, options, predicates } = state;
  if (name === '') throw new TypeError(`the controller of ${describeKind(kind)} needs a name`);
  const { maxConcurrentReconciles } = options;
  if (
    maxConcurrentReconciles !== undefined &&
    !(Number.isInteger(maxConcurrentReconciles) && maxConcurrentReconciles > 0)
  ) {
    throw new RangeError(
      `controller ${name}: maxConcurrentReconciles must be a whole number of at least 1, got ${maxConcurrentReconciles}`,
    );
  }
  for (const limit of ['reconcileTimeoutMs', 'cacheSyncTimeoutMs'] as const) {
    const value = options[limit];
    if (value !== undefined && !(value > 0)) {
      throw new RangeError(
        `controller ${name}: ${limit} must be a number of milliseconds above 0, got ${value}`,
      );
    }
  }
  const sources = state.sources.map((source) => ({
    ...source,
    predicates: [...predicates, ...source.predicates],
  }));
  return { name, kind, sources, options, reconcile };
}

function objectReconciler<T extends KubernetesObject>(
  kind: Kind<T>,
  reconcile: ReconcileFunction<T>,
): Reconciler {
  return async (request, context) => {
    let object: Stored<T>;
    try {
      object = await context.client.get(kind, request, { signal: context.signal });
    } catch (error) {
      if (!isNotFound(error)) throw error;
      context.log.debug('object is gone', { key: formatKey(request) });
      return undefined;
    }
    return reconcile(object, context);
  };
}

/** A predicate is only called with events of the kind it was given for. */
function erase<T extends KubernetesObject>(
  predicates: ReadonlyArray<Predicate<T>> = [],
): readonly Predicate[] {
  return predicates as unknown as readonly Predicate[];
}
