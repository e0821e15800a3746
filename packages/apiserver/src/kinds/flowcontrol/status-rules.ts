import type { KubernetesObject, ObjectMeta } from '@kubewright/api';
import { child, duplicate, index, required } from '../../errors/field-error.js';
import type { FieldError } from '../../errors/field-error.js';

/** Conditions of flow schemas and priority levels: each type once (flowcontrol validation, ValidateFlowSchemaStatus). */
export function validateConditions({
  status,
}: {
  status?: { conditions?: ReadonlyArray<{ type?: string }> };
}): FieldError[] {
  const errors: FieldError[] = [];
  const types = new Set<string>();
  status?.conditions?.forEach(({ type = '' }, i) => {
    const at = child(index('status.conditions', i), 'type');
    if (types.has(type)) errors.push(duplicate(at, type));
    types.add(type);
    if (type === '') errors.push(required(at));
  });
  return errors;
}

/** A write of the status changes nothing of the metadata but who manages which field. */
export function keepMetadata(object: KubernetesObject, old: KubernetesObject): void {
  const { managedFields, resourceVersion } = object.metadata ?? {};
  const metadata: ObjectMeta = { ...old.metadata };
  if (resourceVersion !== undefined) metadata.resourceVersion = resourceVersion;
  if (managedFields !== undefined) metadata.managedFields = managedFields;
  object.metadata = metadata;
}
