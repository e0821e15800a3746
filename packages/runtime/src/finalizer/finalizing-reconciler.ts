import { isDeepStrictEqual } from 'node:util';
import { hasFinalizer } from '@kubewright/api';
import type { Kind, KubernetesObject, Stored } from '@kubewright/api';
import { isConflict, isNotFound, mergePatch } from '@kubewright/client';

import { peek } from '../cache/peek.js';
import type { ReconcileContext } from '../controller/definition.js';
import type { Result } from '../controller/result.js';
import type { ObjectEvent } from '../predicate/generic-event.js';
import { LeastRecentlyUsed } from '../internal/least-recently-used.js';

/*
 * What `.finalizer(key, cleanup)` promises:
 *  1. An object is reconciled only with the finalizer on it. Where it is missing it is added first, in the same run.
 *  2. While an object is being deleted it is not reconciled; cleanups run instead, in the order in which they were given.
 *  3. The finalizer is removed when its cleanup has returned. A cleanup that throws is retried like a reconcile that does,
 *     and those after it wait; one that returns `requeueAfter` is not done, and is called again then.
 *     The removal of those that are done is no reason to run again before that.
 *  4. A cleanup that has returned is not called again for the object by this process: a removal that comes too late is
 *     repeated on the newest state. (After a crash in between it is, so it must stand that.)
 *  5. Finalizers of others stay as they are: every write names the version it is made for.
 *  6. An object that goes away meanwhile is no error.
 * The finalizers that are added, and those that are removed, go in one patch each.
 */

/** Cleans up after an object that is being deleted. `requeueAfter` says that it is not done yet; throwing retries. */
export type CleanupFunction<T extends KubernetesObject> = (
  object: Stored<T>,
  context: ReconcileContext,
) => Promise<Result | void> | Result | void;

export interface Cleanup<T extends KubernetesObject> {
  readonly key: string;
  readonly cleanup: CleanupFunction<T>;
}

/** Of how many objects the cleanups that are done are remembered. */
const maxRemembered = 1000;

/** How often a write is repeated on a newer state before the whole run is. */
const maxAttempts = 5;

/** Keeps the finalizers of one controller; `finalize` comes before its reconcile function. */
export class FinalizerKeeper<T extends KubernetesObject> {
  readonly #kind: Kind<T>;
  readonly #cleanups: ReadonlyArray<Cleanup<T>>;

  /** By uid, the cleanups that have returned: what is read may be older than their removal, or that may have failed. */
  readonly #done = new LeastRecentlyUsed<Set<string>>(maxRemembered);

  constructor(kind: Kind<T>, cleanups: ReadonlyArray<Cleanup<T>>) {
    this.#kind = kind;
    this.#cleanups = cleanups;
  }

  /** The object to reconcile, or, where there is none, what the run ends with. */
  async prepare(
    object: Stored<T>,
    context: ReconcileContext,
  ): Promise<{ object: Stored<T> } | { result: Result | undefined }> {
    if (object.metadata.deletionTimestamp !== undefined)
      return { result: await this.#cleanUp(object, context) };
    const missing = this.#cleanups.map(({ key }) => key).filter((key) => !hasFinalizer(object, key));
    if (missing.length === 0) return { object };
    const added = await this.#write(object, context, (current) => {
      if (current.metadata.deletionTimestamp !== undefined) return undefined;
      const present = current.metadata.finalizers ?? [];
      return [...present, ...missing.filter((key) => !present.includes(key))];
    });
    // The event of its deletion is on the way.
    if (added === undefined || added.metadata.deletionTimestamp !== undefined) return { result: undefined };
    context.log.debug('finalizer added', { finalizers: missing });
    return { object: added };
  }

  /** Lets everything through but the echo of a removal of finalizers by this keeper. */
  readonly predicate = (event: ObjectEvent): boolean => {
    if (event.type !== 'update') return true;
    const done = this.#done.get(event.meta.uid);
    return done === undefined || !isRemoval(event.oldObject, event.object, done);
  };

  async #cleanUp(object: Stored<T>, context: ReconcileContext): Promise<Result | undefined> {
    const present = this.#cleanups.filter(({ key }) => hasFinalizer(object, key));
    if (present.length === 0) return undefined;
    const { uid } = object.metadata;
    const done = this.#done.get(uid) ?? new Set<string>();
    let result: Result | undefined;
    try {
      for (const { key, cleanup } of present) {
        if (done.has(key)) continue;
        result = (await cleanup(object, context)) ?? undefined;
        if (isUnfinished(result)) return result;
        done.add(key);
        this.#done.set(uid, done);
      }
      return undefined;
    } finally {
      if (done.size > 0) await this.#remove(object, context, done);
    }
  }

  async #remove(object: Stored<T>, context: ReconcileContext, keys: ReadonlySet<string>): Promise<void> {
    await this.#write(object, context, (current) => {
      const present = current.metadata.finalizers ?? [];
      const left = present.filter((key) => !keys.has(key));
      return left.length === present.length ? undefined : left;
    });
    context.log.debug('finalizer removed', { finalizers: [...keys] });
  }

  /**
   * Writes the finalizers that `change` makes of the present ones; undefined leaves them. Resolves with the object as it is
   * then, or undefined when it is gone.
   */
  async #write(
    object: Stored<T>,
    context: ReconcileContext,
    change: (current: Stored<T>) => readonly string[] | undefined,
  ): Promise<Stored<T> | undefined> {
    const { client, apiReader, request } = context;
    // Once begun it is finished, also while the manager stops: what was cleaned up would be once more.
    let current = object;
    for (let attempt = 1; ; attempt += 1) {
      const finalizers = change(current);
      if (finalizers === undefined) return current;
      const { resourceVersion, uid } = current.metadata;
      const patch = mergePatch({ metadata: { resourceVersion, uid, finalizers } });
      try {
        return await client.patch(this.#kind, request, patch);
      } catch (error) {
        if (isNotFound(error)) return undefined;
        if (!isConflict(error) || attempt === maxAttempts) throw error;
      }
      const newest = await peek(apiReader, this.#kind, request, {});
      // Gone, or another one of the same name.
      if (newest?.metadata.uid !== uid) return undefined;
      current = newest;
    }
  }
}

/** Whether nothing but finalizers that are done is gone. */
function isRemoval(
  before: Stored<KubernetesObject>,
  after: Stored<KubernetesObject>,
  done: ReadonlySet<string>,
): boolean {
  const left = after.metadata.finalizers ?? [];
  const expected = (before.metadata.finalizers ?? []).filter((key) => !done.has(key));
  return (
    left.length < (before.metadata.finalizers ?? []).length &&
    left.join() === expected.join() &&
    isDeepStrictEqual(withoutFinalizers(before), withoutFinalizers(after))
  );
}

function withoutFinalizers(object: Stored<KubernetesObject>): object {
  const { finalizers: _, resourceVersion: __, managedFields: ___, ...metadata } = object.metadata;
  return { ...object, metadata };
}

function isUnfinished(result: Result | undefined): boolean {
  return (result?.requeueAfterMs ?? 0) > 0 || result?.requeue === true;
}
