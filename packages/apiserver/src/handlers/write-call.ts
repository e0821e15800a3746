import type { AdmissionAttributes, AdmissionOperation, GroupVersionKind } from '../admission/admission.js';
import type { ApiObject } from '../kinds/behaviour.js';
import { objectReader } from '../registry/object-reader.js';
import { ResourceStore } from '../registry/resource-store.js';
import type { AdmissionValidator, WriteContext } from '../registry/write-context.js';
import type { ServedResource } from '../resources/served-resource.js';
import type { StoredEntry } from '../storage/storage.js';
import type { ResourceCall } from './resource-call.js';
import { keepReadableManagedFields } from './managed-fields-admission.js';
import { keepOneOfEachOwner } from './owner-references.js';
import { operationOptions } from './operation-options.js';

/** The resource in whose version the registry works. */
export function workingResource({
  server,
  resource,
}: Pick<ResourceCall, 'server' | 'resource'>): ServedResource {
  return server.resources.workingOf(resource);
}

/** An object that a request brought, in the version in which the registry works, with the kind's defaults. */
export function toWorking(call: Pick<ResourceCall, 'server' | 'resource'>, object: ApiObject): ApiObject {
  const working = workingResource(call);
  const converted = working === call.resource ? object : working.convert(object);
  working.behaviour.defaults?.(converted);
  return converted;
}

/** What the registry needs to know of a write; without `admission` nobody is asked once an object is valid. */
export function writeContext(
  call: ResourceCall,
  dryRun: boolean,
  admission?: AdmissionValidator,
): WriteContext {
  const { server, info, user, warnings, resource } = call;
  return {
    store: new ResourceStore(server, workingResource(call)),
    namespace: resource.namespaced ? info.namespace : '',
    clock: server.clock,
    random: server.random,
    user,
    dryRun,
    requestGroup: resource.group,
    warn: (text) => warnings.add(text),
    objects: objectReader(server),
    ...(admission === undefined ? {} : { admission }),
  };
}

/**
 * The same for a deletion. It takes place in the version that is stored: nothing is left that would have to be valid in
 * another one, and nobody needs to be asked to convert the marks of deletion.
 */
export function deletionContext(call: ResourceCall, dryRun: boolean): WriteContext {
  const { server, resource } = call;
  const store = new ResourceStore(server, server.resources.storageOf(resource));
  return { ...writeContext(call, dryRun), store };
}

/** The object of an entry as admission sees it. */
export async function admissionObject(call: ResourceCall, entry: StoredEntry): Promise<ApiObject> {
  const store = new ResourceStore(call.server, workingResource(call));
  await store.load([entry]);
  return store.decode(entry);
}

/** What admission is told of a write besides its objects. */
export interface AdmittedWrite {
  /** Defaults to CREATE where there is no old object, otherwise UPDATE. */
  readonly operation?: AdmissionOperation;
  readonly name: string;
  readonly dryRun: boolean;
  /** The options of the request. Defaults to those in its query. */
  readonly options?: () => object | undefined;
}

interface AdmittedObjects {
  readonly object: ApiObject | undefined;
  readonly oldObject: ApiObject | undefined;
}

/** Lets mutating admission change or refuse an object; the result is the object to go on with. */
export async function admitObject(
  call: ResourceCall,
  write: AdmittedWrite,
  object: ApiObject,
  oldObject: ApiObject | undefined,
): Promise<ApiObject> {
  const attributes = attributesOf(call, write, { object, oldObject });
  const { managedFields } = object.metadata;
  const pending = call.server.admission.admit(attributes);
  if (pending !== undefined) await pending;
  const admitted = attributes.object ?? object;
  keepOneOfEachOwner(call, admitted, 'afterAdmission');
  keepReadableManagedFields(call, admitted, managedFields);
  return admitted;
}

/** Asks validating admission about an object that is valid by the rules of its kind. */
export function admissionValidator(call: ResourceCall, write: AdmittedWrite): AdmissionValidator {
  return (object, oldObject) => {
    const name = write.name === '' ? (object.metadata.name ?? '') : write.name;
    return call.server.admission.validate(attributesOf(call, write, { object, oldObject }, name));
  };
}

/** Asks both phases about a deletion (apiserver `registry/rest/delete.go`, AdmissionToValidateObjectDeleteFunc). */
export async function admitDeletion(
  call: ResourceCall,
  write: AdmittedWrite,
  oldObject: ApiObject,
): Promise<void> {
  const deletion: AdmittedWrite = { ...write, operation: 'DELETE' };
  const attributes = attributesOf(call, deletion, { object: undefined, oldObject });
  const { admission } = call.server;
  const admitted = admission.admit(attributes);
  if (admitted !== undefined) await admitted;
  const validated = admission.validate(attributes);
  if (validated !== undefined) await validated;
}

/** Asks both phases about a connection, of which `object` has the options. */
export async function admitConnection(call: ResourceCall, object: ApiObject): Promise<void> {
  const { name } = call.info;
  const write = { operation: 'CONNECT' as const, name, dryRun: false, options: () => undefined };
  const attributes = attributesOf(call, write, { object, oldObject: undefined });
  const { admission } = call.server;
  const asked = admission.admit(attributes);
  if (asked !== undefined) await asked;
  const validated = admission.validate(attributes);
  if (validated !== undefined) await validated;
}

// What a write may take at most (apiserver `endpoints/handlers/rest.go`, requestTimeoutUpperBound). Nothing but webhooks
// takes time here, so it begins with the first of them.
const REQUEST_TIMEOUT_MS = 34_000;

function attributesOf(
  call: ResourceCall,
  write: AdmittedWrite,
  { object, oldObject }: AdmittedObjects,
  name = write.name,
): AdmissionAttributes {
  const { info, user, warnings, resource } = call;
  const operation = write.operation ?? (oldObject === undefined ? 'CREATE' : 'UPDATE');
  return {
    operation,
    resource,
    subresource: info.subresource,
    kind: kindOf(call),
    namespace: namespaceOf(call, name),
    name,
    object,
    oldObject,
    options: write.options ?? (() => operationOptions(info.query, operation)),
    user,
    dryRun: write.dryRun,
    reinvocation: { requested: false, again: false },
    deadline: () => (call.deadlineMs ??= call.server.clock.now() + REQUEST_TIMEOUT_MS),
    warn: (text) => warnings.add(text),
  };
}

function kindOf({ info, resource }: ResourceCall): GroupVersionKind {
  if (info.subresource === '') return resource;
  return resource.subresources.find(({ name }) => name === info.subresource) ?? resource;
}

// Of a namespace, the namespace is its own name.
function namespaceOf({ info, resource }: ResourceCall, name: string): string {
  if (resource.namespaced) return info.namespace;
  return resource.group === '' && resource.plural === 'namespaces' ? name : '';
}
