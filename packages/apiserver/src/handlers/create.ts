import { createObject, ensureNamespace } from '../registry/create.js';
import { ResourceStore } from '../registry/resource-store.js';
import { presenterFor } from '../representation/present.js';
import { respondPieces } from '../representation/respond.js';
import { decodeBody } from './decode-object.js';
import type { ResourceHandler } from './resource-call.js';
import { admitWrite, toWorking, writeContext } from './write-call.js';
import { parseWriteOptions } from './write-options.js';

export const createHandler: ResourceHandler = async (call) => {
  const { dryRun, fieldValidation } = parseWriteOptions(call.info.query, 'CreateOptions');
  const object = toWorking(call, await decodeBody(call, call.resource, fieldValidation));
  const context = writeContext(call, dryRun);
  ensureNamespace(object, context.namespace);
  const name = object.metadata.name ?? '';
  await admitWrite(call, { operation: 'CREATE', name, object, oldObject: undefined, dryRun });
  const entry = createObject(context, object);
  const presenter = presenterFor(call, new ResourceStore(call.server, call.resource));
  return respondPieces(call, 201, [presenter.object(entry)]);
};
