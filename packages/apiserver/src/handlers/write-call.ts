import { admit } from '../admission/admission.js';
import type { AdmissionAttributes } from '../admission/admission.js';
import type { ApiObject } from '../kinds/behaviour.js';
import { objectReader } from '../registry/object-reader.js';
import { ResourceStore } from '../registry/resource-store.js';
import type { WriteContext } from '../registry/write-context.js';
import type { ServedResource } from '../resources/served-resource.js';
import type { ResourceCall } from './resource-call.js';

/**
 * The resource in whose version the registry works: rules of built-in kinds are written for their stored version,
 * those of custom resources for each version.
 */
export function workingResource({
  server,
  resource,
}: Pick<ResourceCall, 'server' | 'resource'>): ServedResource {
  return resource.custom ? resource : server.resources.storageOf(resource);
}

/** An object that a request brought, in the version in which the registry works, with the kind's defaults. */
export function toWorking(call: Pick<ResourceCall, 'server' | 'resource'>, object: ApiObject): ApiObject {
  const working = workingResource(call);
  const converted = working === call.resource ? object : working.convert(object);
  working.behaviour.defaults?.(converted);
  return converted;
}

/** What the registry needs to know of a write. */
export function writeContext(call: ResourceCall, dryRun: boolean): WriteContext {
  const { server, info, user, warnings, resource } = call;
  return {
    store: new ResourceStore(server, workingResource(call)),
    namespace: resource.namespaced ? info.namespace : '',
    clock: server.clock,
    random: server.random,
    user,
    dryRun,
    warn: (text) => warnings.add(text),
    objects: objectReader(server),
  };
}

/** Asks admission about a write of this call. */
export function admitWrite(
  call: ResourceCall,
  write: Pick<AdmissionAttributes, 'operation' | 'name' | 'object' | 'oldObject' | 'dryRun'>,
): Promise<void> {
  const { server, info, user, warnings, resource } = call;
  return admit(server.admission, {
    ...write,
    resource,
    subresource: info.subresource,
    namespace: resource.namespaced ? info.namespace : '',
    user,
    warn: (text) => warnings.add(text),
  });
}
