import type { KubernetesObject, Stored } from '@kubewright/api';

import type { AddEvent, DeleteEvent, UpdateEvent } from '../cache/informer-event.js';
import type { GenericEvent, ObjectEvent } from './generic-event.js';

/** Decides whether an event leads to a reconcile. Objects of the event are shared: do not change them. */
export type Predicate<T extends KubernetesObject = KubernetesObject> = (event: ObjectEvent<T>) => boolean;

/** One decision per kind of event; what is absent lets events through (controller-runtime's `predicate.Funcs`). */
export interface PredicateFunctions<T extends KubernetesObject = KubernetesObject> {
  add?(event: AddEvent<T>): boolean;
  update?(event: UpdateEvent<T>): boolean;
  delete?(event: DeleteEvent<T>): boolean;
  generic?(event: GenericEvent<T>): boolean;
}

/** Makes a predicate of one function per kind of event. */
export function predicateFuncs<T extends KubernetesObject = KubernetesObject>(
  functions: PredicateFunctions<T>,
): Predicate<T> {
  return (event) => {
    switch (event.type) {
      case 'add':
        return functions.add?.(event) ?? true;
      case 'update':
        return functions.update?.(event) ?? true;
      case 'delete':
        return functions.delete?.(event) ?? true;
      case 'generic':
        return functions.generic?.(event) ?? true;
    }
  };
}

/** Decides by the object alone, of updates by the new one (controller-runtime's `predicate.NewPredicateFuncs`). */
export function objectPredicate<T extends KubernetesObject = KubernetesObject>(
  filter: (object: Stored<T>) => boolean,
): Predicate<T> {
  return (event) => filter(event.object);
}

/** Lets an event through when all do. */
export function and<T extends KubernetesObject>(...predicates: Array<Predicate<T>>): Predicate<T> {
  return (event) => predicates.every((predicate) => predicate(event));
}

/** Lets an event through when any does. */
export function or<T extends KubernetesObject>(...predicates: Array<Predicate<T>>): Predicate<T> {
  return (event) => predicates.some((predicate) => predicate(event));
}

/** Lets an event through when the other does not. */
export function not<T extends KubernetesObject>(predicate: Predicate<T>): Predicate<T> {
  return (event) => !predicate(event);
}
