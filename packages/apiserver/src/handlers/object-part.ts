import { deepClone } from '@kubewright/api';
import type { FieldManager } from '../field-manager/field-manager.js';
import type { ApiObject } from '../kinds/behaviour.js';
import { checkIdentity } from './identity.js';
import { ensureNamespace } from '../registry/create.js';
import { ResourceStore } from '../registry/resource-store.js';
import type { UpdateResult } from '../registry/update.js';
import { namespaceFinalize, objectUpdate, partUpdate, statusUpdate } from '../registry/update-strategy.js';
import type { UpdateStrategy } from '../registry/update-strategy.js';
import { presenterFor } from '../representation/present.js';
import { respondPieces } from '../representation/respond.js';
import type { ServerResponse } from '../pipeline/server-request.js';
import type { BodyType } from './decode-object.js';
import type { ResourceCall } from './resource-call.js';
import { toWorking, workingResource } from './write-call.js';

/** What PUT and PATCH of a path are about: the object itself, its status, its scale. Bodies are in the version of the path. */
export interface ObjectPart {
  readonly strategy: UpdateStrategy;
  /** Whether bodies are of another kind than the object, as Scale is. */
  readonly isOwnKind: boolean;
  bodyType(call: ResourceCall): BodyType;
  /** Who owns the fields of bodies. */
  fieldManager(call: ResourceCall): FieldManager;
  /** The body that stands for an object as it is; patches apply to it. */
  show(call: ResourceCall, object: ApiObject): ApiObject;
  /** The whole object that a body asks for. `old` is undefined when there is none; may use up its arguments. */
  whole(call: ResourceCall, body: ApiObject, old: ApiObject | undefined): ApiObject;
  respond(call: ResourceCall, result: UpdateResult): Promise<ServerResponse>;
}

function wholeObjects(strategy: UpdateStrategy): ObjectPart {
  return {
    strategy,
    isOwnKind: false,
    bodyType: ({ resource }) => resource,
    fieldManager: ({ server, resource, info }) => server.fieldManagers.of(resource, info.subresource),
    show: (call, object) =>
      workingResource(call) === call.resource ? object : call.resource.convert(deepClone(object)),
    whole(call, body) {
      checkIdentity(call, body);
      ensureNamespace(body, call.resource.namespaced ? call.info.namespace : '');
      return toWorking(call, body);
    },
    async respond(call, { entry, created }) {
      const shown = new ResourceStore(call.server, call.resource);
      await shown.load([entry]);
      const presenter = presenterFor(call, shown);
      return respondPieces(call, created ? 201 : 200, [presenter.object(entry)]);
    },
  };
}

/** Everything but the status. */
export const objectPart: ObjectPart = wholeObjects(objectUpdate);
/** `/status`: the body is the whole object, of which the status counts. */
export const statusPart: ObjectPart = wholeObjects(statusUpdate);
/** `/resize` and the like: the body is the whole object, of which a part counts. */
export const subresourcePart = (subresource: string): ObjectPart => wholeObjects(partUpdate(subresource));
/** `/finalize` of a namespace: the body is the whole namespace, of which `spec.finalizers` counts. */
export const finalizePart: ObjectPart = wholeObjects(namespaceFinalize);
