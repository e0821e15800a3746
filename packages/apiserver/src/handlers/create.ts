import { createObject, ensureNamespace, wipeSystemFields } from '../registry/create.js';
import { ResourceStore } from '../registry/resource-store.js';
import { presenterFor } from '../representation/present.js';
import { respondPieces } from '../representation/respond.js';
import { decodeBody } from './decode-object.js';
import { keepOneOfEachOwner } from './owner-references.js';
import type { ResourceHandler } from './resource-call.js';
import { admissionValidator, admitObject, toWorking, writeContext } from './write-call.js';
import { trackFields } from './track-fields.js';
import { parseWriteOptions } from './write-options.js';

export const createHandler: ResourceHandler = async (call) => {
  const { dryRun, fieldValidation } = parseWriteOptions(call.info.query, 'CreateOptions');
  const body = toWorking(call, await decodeBody(call, call.resource, fieldValidation));
  ensureNamespace(body, call.resource.namespaced ? call.info.namespace : '');
  wipeSystemFields(body);
  keepOneOfEachOwner(call, body, 'atFirst');
  trackFields(call, body, undefined);
  const write = { name: body.metadata.name ?? '', dryRun };
  const object = await admitObject(call, write, body, undefined);
  const entry = await createObject(writeContext(call, dryRun, admissionValidator(call, write)), object);
  const shown = new ResourceStore(call.server, call.resource);
  await shown.load([entry]);
  const presenter = presenterFor(call, shown);
  return respondPieces(call, 201, [presenter.object(entry)]);
};
