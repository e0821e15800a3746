import { jsonEquals } from '@kubewright/api';
import { ManagedFieldsError, readManaged } from '@kubewright/api/structured-merge';
import { setManagedFields } from '../field-manager/set-managed-fields.js';
import type { ApiObject } from '../kinds/behaviour.js';
import type { ResourceCall } from './resource-call.js';

/** Undoes what admission did to managed fields when nobody can read it (apiserver `handlers/fieldmanager/admission.go`). */
export function keepReadableManagedFields(
  { warnings }: Pick<ResourceCall, 'warnings'>,
  object: ApiObject,
  before: ApiObject['metadata']['managedFields'],
): void {
  const { managedFields } = object.metadata;
  if (managedFields === before || jsonEquals(managedFields, before)) return;
  try {
    readManaged(managedFields);
  } catch (error) {
    if (!(error instanceof ManagedFieldsError)) throw error;
    setManagedFields(object, before);
    warnings.add(
      `.metadata.managedFields was in an invalid state after admission; this could be caused by an outdated mutating admission controller; please fix your requests: ${error.message}`,
    );
  }
}
