import { setManagedFields } from '../field-manager/set-managed-fields.js';
import { index } from '../errors/field-error.js';
import type { FieldError } from '../errors/field-error.js';
import type { ApiObject, BehaviourContext } from '../kinds/behaviour.js';
import { standardFinalizer } from '../kinds/shared/object-meta.js';
import { qualifiedName } from '../kinds/shared/rules.js';
import type { ServedResource } from '../resources/served-resource.js';
import { copyField, desiredStateDiffers, hasGeneration, hasStatus } from './kind-rules.js';

/** Which part of an object a request may change, and by which rules of its kind. */
export interface UpdateStrategy {
  /** Takes from `old` what this request may not change, then runs the kind's preparation. Changes `object`. */
  prepare(object: ApiObject, old: ApiObject, resource: ServedResource, context: BehaviourContext): void;
  validate(
    object: ApiObject,
    old: ApiObject,
    resource: ServedResource,
    context: BehaviourContext,
  ): FieldError[];
}

/** Everything but the status. */
export const objectUpdate: UpdateStrategy = {
  prepare(object, old, resource, context) {
    if (hasStatus(resource)) copyField(old, object, 'status');
    resource.behaviour.prepareForUpdate?.(object, old, context);
    countGeneration(object, old, resource);
  },
  // Custom resources tolerate faults that were there before, and so are checked against the old object only.
  validate(object, old, { behaviour, custom }, context) {
    const updateErrors = behaviour.validateUpdate?.(object, old, context) ?? [];
    const errors =
      custom || behaviour.updateJudgesAll === true
        ? updateErrors
        : [...(behaviour.validate?.(object, context) ?? []), ...updateErrors];
    if (errors.length === 0) behaviour.warnings?.(object, old, context);
    return errors;
  },
};

function countGeneration(object: ApiObject, old: ApiObject, resource: ServedResource): void {
  if (hasGeneration(resource) && desiredStateDiffers(resource, object, old))
    object.metadata.generation = (old.metadata.generation ?? 0) + 1;
}

/** What a subresource of the kind is about. */
export function partUpdate(subresource: string): UpdateStrategy {
  return {
    prepare(object, old, resource) {
      resource.behaviour.parts?.[subresource]?.prepare(object, old);
      countGeneration(object, old, resource);
    },
    validate: (object, old, { behaviour }) => behaviour.parts?.[subresource]?.validate(object, old) ?? [],
  };
}

/** The status alone; in built-in kinds also metadata, as the strategies of their status subresources allow it. */
export const statusUpdate: UpdateStrategy = {
  prepare(object, old, resource, context) {
    for (const field of new Set([...Object.keys(object), ...Object.keys(old)])) {
      if (field !== 'status' && field !== 'metadata') copyField(old, object, field);
    }
    if (resource.custom) keepMetadata(object, old);
    resource.behaviour.prepareForStatusUpdate?.(object, old, context);
  },
  validate: (object, old, { behaviour }, context) =>
    behaviour.validateStatusUpdate?.(object, old, context) ?? [],
};

/** All metadata but who owns what. */
function keepMetadata(object: ApiObject, old: ApiObject): void {
  const { managedFields } = object.metadata;
  object.metadata = { ...old.metadata };
  setManagedFields(object, managedFields);
}

/** `spec.finalizers` of a namespace alone (pkg/registry/core/namespace/strategy.go). */
export const namespaceFinalize: UpdateStrategy = {
  prepare(object, old) {
    const { finalizers } = (object['spec'] ?? {}) as { finalizers?: string[] };
    copyField(old, object, 'status');
    keepMetadata(object, old);
    object['spec'] = { ...(old['spec'] as object | undefined), finalizers };
    if (finalizers === undefined || finalizers.length === 0) object['spec'] = {};
  },
  validate(object) {
    const errors: FieldError[] = [];
    const { finalizers = [] } = (object['spec'] ?? {}) as { finalizers?: string[] };
    finalizers.forEach((finalizer, i) => {
      const path = index('spec.finalizers', i);
      const before = errors.length;
      qualifiedName(errors, path, finalizer);
      if (errors.length === before) standardFinalizer(errors, path, finalizer);
    });
    return errors;
  },
};
