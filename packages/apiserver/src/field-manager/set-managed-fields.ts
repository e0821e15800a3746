import type { ManagedFieldsEntry } from '@kubewright/api/meta/v1';
import type { ApiObject } from '../kinds/behaviour.js';

/** Sets or removes `metadata.managedFields`, in place. */
export function setManagedFields(
  { metadata }: ApiObject,
  managedFields: ManagedFieldsEntry[] | undefined,
): void {
  if (managedFields === undefined) delete metadata.managedFields;
  else metadata.managedFields = managedFields;
}
