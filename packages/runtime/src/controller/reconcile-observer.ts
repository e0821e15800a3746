import type { Client } from '@kubewright/client';

import type { InformerEvent } from '../cache/informer-event.js';
import type { Request, SourceDefinition } from './definition.js';

/**
 * Is told why each reconcile of a manager runs, and what becomes of it. Its methods are called synchronously in the
 * path of every event and every reconcile: they must be quick and must not throw.
 */
export interface ReconcileObserver {
  /**
   * A reason to reconcile the item (`namespace/name`, or the name alone) was given to the queue, which may have had
   * others before: all that come before `started` lead to that one reconcile, those that come later to the next.
   */
  triggered(controller: string, item: string, trigger: Trigger): void;
  /** The item was taken from the queue and left to another replica: what was triggered for it leads to nothing here. */
  dropped?(controller: string, item: string): void;
  /** A reconcile begins; its log lines name the id. What is returned is told of its end, once. */
  started(controller: string, request: Request, reconcileID: string): ObservedReconcile;
}

/** One reconcile, as its observer sees it. */
export interface ObservedReconcile {
  /** May wrap a client of the reconcile's context; called at most once for each of them, when it is first used. */
  client(client: Client): Client;
  finished(outcome: Outcome): void;
}

/** Why an item was put on the queue. */
export type Trigger =
  /** An event of a kind the controller watches passed its predicates. The event's objects are parsed when first read. */
  | { readonly type: 'event'; readonly role: SourceDefinition['role']; readonly event: InformerEvent }
  /** The reconcile before asked for it; what comes earlier takes its place. */
  | { readonly type: 'requeueAfter'; readonly delayMs: number }
  /** The same, with a delay that grows. */
  | { readonly type: 'requeue'; readonly delayMs: number }
  /** The reconcile before failed. */
  | { readonly type: 'retry'; readonly error: unknown; readonly delayMs: number }
  /** A raw source: a timer, a channel, an HTTP request. */
  | { readonly type: 'source'; readonly name: string };

/** How a reconcile ended. */
export type Outcome =
  | { readonly type: 'success' }
  | { readonly type: 'requeueAfter'; readonly delayMs: number }
  | { readonly type: 'requeue'; readonly delayMs: number }
  /** It failed, and runs again after `delayMs`. */
  | { readonly type: 'retry'; readonly error: unknown; readonly delayMs: number }
  /** It failed with a TerminalError, and runs again only when something changes. */
  | { readonly type: 'terminal'; readonly error: unknown }
  /** It failed while the controller was being stopped. */
  | { readonly type: 'stopped'; readonly error: unknown };

/** Several observers as one; undefined when there are none, so that nothing need be made for them. */
export function combineObservers(observers: readonly ReconcileObserver[]): ReconcileObserver | undefined {
  if (observers.length < 2) return observers[0];
  return {
    triggered: (controller, item, trigger) => {
      for (const observer of observers) observer.triggered(controller, item, trigger);
    },
    dropped: (controller, item) => {
      for (const observer of observers) observer.dropped?.(controller, item);
    },
    started: (controller, request, reconcileID) => {
      const observed = observers.map((observer) => observer.started(controller, request, reconcileID));
      return {
        client: (client) => observed.reduce((wrapped, one) => one.client(wrapped), client),
        finished: (outcome) => {
          for (const one of observed) one.finished(outcome);
        },
      };
    },
  };
}
