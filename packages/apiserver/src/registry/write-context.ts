import type { FieldError } from '../errors/field-error.js';
import type { ApiObject, BehaviourContext } from '../kinds/behaviour.js';
import type { ResourceStore } from './resource-store.js';

/** Where and for whom the registry writes. */
export interface WriteContext extends BehaviourContext {
  readonly store: ResourceStore;
  /** `''` for cluster-scoped resources. */
  readonly namespace: string;
  /** Asked about each object that is created or changed, once it is valid. */
  readonly admission?: AdmissionValidator;
}

/** Refuses, by throwing, what is about to be stored. `old` is undefined when the object is created. */
export type AdmissionValidator = (object: ApiObject, old: ApiObject | undefined) => void | Promise<void>;

/**
 * Runs validation, and passes its warnings on when it found no errors: what is refused is not warned of (apiserver
 * `registry/rest/create.go`, where warnings come after validation).
 */
export function withoutWarningsOfRefused(
  context: WriteContext,
  validate: (context: WriteContext) => FieldError[],
): FieldError[] {
  const warnings: string[] = [];
  const errors = validate({
    ...context,
    warn: (text, always = false) => (always ? context.warn(text) : void warnings.push(text)),
  });
  if (errors.length === 0) for (const text of warnings) context.warn(text);
  return errors;
}
