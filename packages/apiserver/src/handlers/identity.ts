import { badRequestError } from '../errors/status-error.js';
import type { ApiObject } from '../kinds/behaviour.js';
import type { ResourceCall } from './resource-call.js';

/** Throws 400 when the body names another object than the path (apiserver `endpoints/handlers/rest.go`, `registry/rest/meta.go`). */
export function checkIdentity({ info, resource }: ResourceCall, { metadata }: ApiObject): void {
  const name = metadata.name ?? '';
  const namespace = metadata.namespace ?? '';
  if (name === '') {
    throw badRequestError(
      `the name of the object (${info.name} based on URL) was undeterminable: name must be provided`,
    );
  }
  if (name !== info.name) {
    throw badRequestError(
      `the name of the object (${name}) does not match the name on the URL (${info.name})`,
    );
  }
  if (resource.namespaced && namespace !== '' && namespace !== info.namespace) {
    throw badRequestError(
      'the namespace of the provided object does not match the namespace sent on the request',
    );
  }
}
