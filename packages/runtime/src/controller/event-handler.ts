import { formatKey } from '@kubewright/api';
import type { KubernetesObject, Stored } from '@kubewright/api';
import type { KindName } from '@kubewright/client';

import type { AddEvent, DeleteEvent, ObjectMetaEntry, UpdateEvent } from '../cache/informer-event.js';
import type { GenericEvent, ObjectEvent } from '../predicate/generic-event.js';
import type { MapContext, MapFunction, Request } from './definition.js';
import { ownersInEvent } from './owner-mapping.js';

/** How a request is put on the queue. */
export interface EnqueueOptions {
  /** Higher ones come first. Defaults to 0, and to -100 for what an initial list or a resync brings. */
  priority?: number;
  /** Not before so many milliseconds have passed. */
  afterMs?: number;
  /** After the delay of the request's failures, which this counts as one more of. */
  rateLimited?: boolean;
}

/** Where an event handler puts the requests it makes. */
export interface RequestQueue {
  add(request: Request, options?: EnqueueOptions): void;
}

/** Turns events of one kind into requests of another (controller-runtime's `handler.EventHandler`). */
export interface EventHandler<T extends KubernetesObject = KubernetesObject> {
  /** Is called for every event that passes the predicates. Objects of the event are shared: do not change them. */
  handle(event: ObjectEvent<T>, queue: RequestQueue, context: MapContext): void | Promise<void>;
}

/** Requests the object that the event is about: for kinds whose objects have the names of those that are reconciled. */
export function enqueueRequestForObject(): EventHandler {
  return {
    handle: (event, queue) => {
      queue.add(requestOf(event.meta));
    },
  };
}

/** Requests the owners of the object among one kind, of an update those after and before, each once; the controlling one alone unless told otherwise. */
export function enqueueRequestForOwner(
  ownerKind: KindName,
  options: { matchEveryOwner?: boolean } = {},
): EventHandler {
  const mapping = { ownerKind, matchEveryOwner: options.matchEveryOwner ?? false };
  return {
    handle: (event, queue) => {
      for (const owner of ownersInEvent(event, mapping)) queue.add(owner);
    },
  };
}

/** Requests what the function names, of an update for the old and the new object, and each once. */
export function enqueueRequestsFromMapFunc<T extends KubernetesObject = KubernetesObject>(
  map: MapFunction<Stored<T>>,
): EventHandler<T> {
  const handle: EventHandler<T>['handle'] = async (event, queue, context) => {
    const objects = event.type === 'update' ? [event.oldObject, event.object] : [event.object];
    const seen = new Set<string>();
    for (const object of objects) {
      for (const request of await map(object, context)) {
        const item = formatKey(request);
        if (seen.has(item)) continue;
        seen.add(item);
        queue.add(request);
      }
    }
  };
  return { handle };
}

/** One function per kind of event; events of the others are dropped (controller-runtime's `handler.Funcs`). */
export interface HandlerFunctions<T extends KubernetesObject = KubernetesObject> {
  add?(event: AddEvent<T>, queue: RequestQueue, context: MapContext): void | Promise<void>;
  update?(event: UpdateEvent<T>, queue: RequestQueue, context: MapContext): void | Promise<void>;
  delete?(event: DeleteEvent<T>, queue: RequestQueue, context: MapContext): void | Promise<void>;
  generic?(event: GenericEvent<T>, queue: RequestQueue, context: MapContext): void | Promise<void>;
}

/** Makes an event handler of one function per kind of event. */
export function handlerFuncs<T extends KubernetesObject = KubernetesObject>(
  functions: HandlerFunctions<T>,
): EventHandler<T> {
  return {
    handle: (event, queue, context) => {
      switch (event.type) {
        case 'add':
          return functions.add?.(event, queue, context);
        case 'update':
          return functions.update?.(event, queue, context);
        case 'delete':
          return functions.delete?.(event, queue, context);
        case 'generic':
          return functions.generic?.(event, queue, context);
      }
    },
  };
}

function requestOf({ namespace, name }: ObjectMetaEntry): Request {
  return namespace === '' ? { name } : { namespace, name };
}
