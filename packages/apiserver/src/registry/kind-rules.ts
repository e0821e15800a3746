import { jsonEquals } from '@kubewright/api';
import { keepsStatusOnCreate } from '../resources/update-rules.js';
import type { ServedResource } from '../resources/served-resource.js';
import type { ApiObject } from '../kinds/behaviour.js';

/** Whether only the status subresource writes `status`. */
export function hasStatus(resource: ServedResource): boolean {
  return resource.behaviour.hasStatus ?? resource.subresources.some(({ name }) => name === 'status');
}

/** Whether the server counts `metadata.generation`. */
export function hasGeneration(resource: ServedResource): boolean {
  return resource.behaviour.hasGeneration ?? hasStatus(resource);
}

/** A new object has no status yet: `{}` where Go's type has one, absent in custom resources. In place. */
export function resetStatus(resource: ServedResource, object: ApiObject): void {
  if (!hasStatus(resource) || keepsStatusOnCreate(resource)) return;
  if (resource.custom) delete object['status'];
  else object['status'] = {};
}

/** The field of one object taken over from another; absent there means absent here. In place. */
export function copyField(from: ApiObject, to: ApiObject, field: string): void {
  if (from[field] === undefined) delete to[field];
  else to[field] = from[field];
}

/** Whether two objects differ in anything that `metadata.generation` counts: all but metadata and a status of its own. */
export function desiredStateDiffers(resource: ServedResource, a: ApiObject, b: ApiObject): boolean {
  const ignored = hasStatus(resource) ? { metadata: undefined, status: undefined } : { metadata: undefined };
  return !jsonEquals({ ...a, ...ignored }, { ...b, ...ignored });
}
