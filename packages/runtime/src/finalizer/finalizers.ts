import { addFinalizer, hasFinalizer, removeFinalizer } from '@kubewright/api';
import type { KubernetesObject, Stored } from '@kubewright/api';

import type { ReconcileContext } from '../controller/definition.js';
import { messageOf } from '../internal/errors.js';

/** What finalizers changed in an object in memory, and its owner has to write. */
export interface FinalizerResult {
  /** Something besides the status. */
  readonly updated: boolean;
  readonly statusUpdated: boolean;
}

/** Cleans up after an object that is being deleted. */
export interface Finalizer<T extends KubernetesObject = KubernetesObject> {
  /** May change the object, and say so. Throwing keeps the finalizer, and so the object. */
  finalize(
    object: Stored<T>,
    context: ReconcileContext,
  ): Promise<Partial<FinalizerResult> | void> | Partial<FinalizerResult> | void;
}

/**
 * Finalizers by key, for reconcilers that write the object themselves (controller-runtime's `finalizer.Finalizers`); the
 * builder's `.finalizer()` also does the writing.
 */
export interface Finalizers<T extends KubernetesObject = KubernetesObject> {
  /** Throws a TypeError when the key is taken or is no qualified name. */
  register(key: string, finalizer: Finalizer<T>): void;
  /**
   * Adds the keys an object lacks; where it is being deleted, runs the finalizers of those it has, in the order in which
   * they were registered, and takes the keys of those out that succeeded. Nothing is sent.
   *
   * @throws FinalizerError when some failed, after the others have run; its `result` says what there is to write.
   */
  finalize(object: Stored<T>, context: ReconcileContext): Promise<FinalizerResult>;
}

/** Finalizers failed; `errors` are their own, `result` what changed in the object all the same. A retry may help. */
export class FinalizerError extends AggregateError {
  override readonly name = 'FinalizerError';
  readonly code = 'FinalizerFailed';
  readonly result: FinalizerResult;

  constructor(failures: ReadonlyArray<{ key: string; error: unknown }>, result: FinalizerResult) {
    const errors = failures.map(({ error }) => error);
    const message = failures.map(({ key, error }) => `finalizer "${key}" failed: ${messageOf(error)}`);
    super(errors, message.join('; '), { cause: errors[0] });
    this.result = result;
  }
}

/** Makes an empty registry. */
export function createFinalizers<T extends KubernetesObject = KubernetesObject>(): Finalizers<T> {
  const finalizers = new Map<string, Finalizer<T>>();
  return {
    register: (key, finalizer) => {
      if (finalizers.has(key)) throw new TypeError(`a finalizer for the key "${key}" is already registered`);
      checkFinalizerKey(key);
      finalizers.set(key, finalizer);
    },
    finalize: async (object, context) => {
      const failures: Array<{ key: string; error: unknown }> = [];
      let updated = false;
      let statusUpdated = false;
      for (const [key, finalizer] of finalizers) {
        if (object.metadata.deletionTimestamp === undefined) {
          updated = addFinalizer(object, key) || updated;
        } else if (hasFinalizer(object, key)) {
          try {
            const result = await finalizer.finalize(object, context);
            removeFinalizer(object, key);
            updated = true;
            statusUpdated ||= result?.statusUpdated ?? false;
          } catch (error) {
            failures.push({ key, error });
          }
        }
      }
      if (failures.length > 0) throw new FinalizerError(failures, { updated, statusUpdated });
      return { updated, statusUpdated };
    },
  };
}

/** A server refuses other keys on built-in kinds, and warns of them on custom ones. */
export function checkFinalizerKey(key: string): void {
  if (/^[a-z0-9]([-a-z0-9.]*[a-z0-9])?\/[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/.test(key)) return;
  throw new TypeError(`"${key}" is no name for a finalizer: take one like "example.com/cleanup"`);
}
