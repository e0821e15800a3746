import { deepClone } from '@kubewright/api';
import type { FieldManager } from '../field-manager/field-manager.js';
import { managerName } from '../field-manager/manager-name.js';
import { setManagedFields } from '../field-manager/set-managed-fields.js';
import type { ApiObject } from '../kinds/behaviour.js';
import type { ResourceCall } from './resource-call.js';
import { workingResource } from './write-call.js';

/** Who writes, for the managed fields of what is written. */
const managerOf = ({ info, request }: ResourceCall): string =>
  managerName(info.query.get('fieldManager') ?? '', request.headers['user-agent']);

/** Sets the managed fields of an object, in the version in which the registry works, by what the request changes of it. */
export function trackFields(call: ResourceCall, object: ApiObject, old: ApiObject | undefined): void {
  const manager = call.server.fieldManagers.of(call.resource, call.info.subresource);
  if (workingResource(call) === call.resource) {
    trackChange(call, manager, object, old);
    return;
  }
  const asked = call.resource.convert(deepClone(object));
  trackChange(call, manager, asked, old && call.resource.convert(deepClone(old)));
  setManagedFields(object, asked.metadata.managedFields);
}

/** The same by a given manager, and for objects in the version of the request. */
export function trackChange(
  call: ResourceCall,
  manager: FieldManager,
  object: ApiObject,
  old: ApiObject | undefined,
): void {
  setManagedFields(object, manager.update(old, object, managerOf(call)));
}
