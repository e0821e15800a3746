import type { KubernetesObject, ObjectKey, Stored } from '@kubewright/api';
import type { KindName } from '@kubewright/client';

import type { InformerEvent, StringMap } from './informer-event.js';
import type { AwaitedState } from './own-writes.js';
import type { IndexFunction } from './store.js';

/*
 * What an informer promises, to handlers and to readers (after client-go's tools/cache/shared_informer.go):
 *  1. Agreement: unless it is stopped or the server stays out of reach, it comes to hold exactly the objects of its
 *     collection, and follows every change, through server closes, lost connections and expired versions.
 *  2. Order: the states of one object appear in the order in which the server went through them; some may be skipped.
 *     Nothing is promised about the order between different objects.
 *  3. A handler sees each object as `add`, then `update`s, then `delete`; never an `update` or a `delete` of what was not
 *     added to it, never two `add`s in a row. An object that was deleted and made again under the same name in between
 *     is a `delete` and an `add`, not an `update` (client-go would say `update`).
 *  4. An `update` carries the state the handler saw before as `oldObject`. A state is not reported twice.
 *  5. A `delete` carries the final state; when the deletion was missed, the last state seen, with `finalStateUnknown`.
 *  6. A handler added late gets an `add` for everything there is, at once.
 *  7. The store is changed before handlers are called, and handlers are called synchronously, one event after the other:
 *     when `whenSynced` resolves, handlers have seen the whole first list.
 *  8. A handler that throws is logged and does not keep others from the event.
 *  9. Every read is answered from one state of the store; objects it returns are fresh and belong to the caller.
 * 10. Read your own writes: once `written` was told of the answer to a write, no read shows an older state of that object,
 *     whatever the watch, or a list that began before, still says. Handlers are told at once, and not again when the watch
 *     says the same. An object that is deleted is hidden by its uid, so that one made again under its name shows. Where an
 *     answer does not tell the new state, `caughtUp` waits for the watch to tell it.
 * 11. With selectors it holds what they select: an object that a write takes out of the selection is gone with the write.
 * The bytes of an object are kept as they came, and parsed when somebody reads it.
 */

export type InformerHandler<T extends KubernetesObject = KubernetesObject> = (
  event: InformerEvent<T>,
) => void;

export interface IndexQuery {
  readonly name: string;
  readonly value: string;
}

export interface InformerListOptions {
  /** Absent: all namespaces of the informer. */
  namespace?: string;
  selector?: { matches(labels: StringMap | undefined): boolean };
  /** Only objects of this name. */
  name?: string;
  /** Only objects that the index has under this value; of several, under each. */
  index?: IndexQuery | readonly IndexQuery[];
  /** At most this many. */
  limit?: number;
}

/** A local copy of the objects of one kind, kept up to date. */
export interface Informer<T extends KubernetesObject = KubernetesObject> {
  readonly kind: KindName;
  /** Whether the first list is complete. */
  readonly hasSynced: boolean;
  /** Resolves when the first list is complete; rejects when the informer is stopped before, or by the signal. */
  whenSynced(options?: { signal?: AbortSignal }): Promise<void>;
  /** Calls the handler for every event from now on, starting with an `add` for each object there is. Returns the way to remove it. */
  addHandler(handler: InformerHandler<T>): () => void;
  /**
   * Makes objects findable by values computed from them, those that are there and those to come; at any time. The name
   * must be new to the informer. An object for which the function throws is logged and left out.
   */
  addIndex(name: string, valuesOf: IndexFunction<T>): void;
  removeIndex(name: string): void;
  hasIndex(name: string): boolean;
  get(key: ObjectKey): Stored<T> | undefined;
  list(options?: InformerListOptions): Array<Stored<T>>;
  /** What the last attempt failed with, if nothing has succeeded since. */
  readonly lastError: Error | undefined;
}

/** What a write was answered with, as far as a cache is concerned. */
export type WriteAnswer =
  /** The object is in this state. */
  | {
      readonly type: 'state';
      readonly bytes: Uint8Array;
      /** The same, parsed, where it is at hand; not to be kept. */
      readonly object?: KubernetesObject;
    }
  /** The object of this uid, or whatever is there under the key, no longer exists. */
  | { readonly type: 'gone'; readonly key: ObjectKey; readonly uid: string | undefined }
  /** The object has a newer state, which the answer does not show. */
  | {
      readonly type: 'later';
      readonly key: ObjectKey;
      readonly state: AwaitedState;
      /** An earlier state, or a part of it, where the answer shows that much: it tells whether it is selected. */
      readonly object?: KubernetesObject | undefined;
    };

/** What the cache asks of its informers beside what they offer to users. */
export interface WritableInformer extends Informer {
  /** Takes the answer to a write ahead of the watch. */
  written(answer: WriteAnswer): void;
  /** Resolves when nothing that was written to the object, or to any, is still to come from the watch; undefined at once. */
  caughtUp(key: ObjectKey | undefined): Promise<void> | undefined;
  /** The JSON that is kept of an object: to look at, and copied by who wants to keep it. */
  bytesOf(key: ObjectKey): Uint8Array | undefined;
}
