import type { ServerResponse } from '../pipeline/server-request.js';
import { notFoundError } from '../errors/status-error.js';
import { aboutResource } from '../registry/about.js';
import { deleteObject } from '../registry/delete.js';
import { checkDeletePreconditions } from '../registry/delete-options.js';
import { ResourceStore } from '../registry/resource-store.js';
import { presenterFor } from '../representation/present.js';
import { respond, respondPieces } from '../representation/respond.js';
import { returnsDeletedObject } from '../resources/update-rules.js';
import type { StoredEntry } from '../storage/storage.js';
import { isDryRun, optionsObject, readDeleteOptions, warnOfPropagation } from './delete-body.js';
import type { ResourceCall, ResourceHandler } from './resource-call.js';
import { admissionObject, admitDeletion, deletionContext } from './write-call.js';

/** Deletes one object: answers with a Status once it is gone, with the object while it is not. */
export const deleteHandler: ResourceHandler = async (call) => {
  const { name } = call.info;
  const options = await readDeleteOptions(call);
  warnOfPropagation(call, options);
  const dryRun = isDryRun(options);
  const context = deletionContext(call, dryRun);
  const entry = context.store.get(context.namespace, name);
  if (entry === undefined) throw notFoundError(aboutResource(call.resource), name);
  const oldObject = await admissionObject(call, entry);
  checkDeletePreconditions(options, oldObject, context.store.resource);
  await admitDeletion(
    call,
    { name, dryRun, options: () => optionsObject(options, oldObject, call.resource) },
    oldObject,
  );
  const result = deleteObject(context, name, options);
  // Only the deprecated orphanDependents=false is answered with 202 (apiserver `endpoints/handlers/delete.go`).
  const status = !result.removed && options.orphanDependents === false ? 202 : 200;
  if (!result.removed || returnsDeletedObject(call.resource))
    return respondObject(call, status, result.entry);
  const { group, plural } = call.resource;
  const details = { name, ...(group === '' ? {} : { group }), kind: plural, uid: oldObject.metadata.uid };
  return respond(call, status, {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Success',
    details,
  });
};

async function respondObject(
  call: ResourceCall,
  status: number,
  entry: StoredEntry,
): Promise<ServerResponse> {
  const shown = new ResourceStore(call.server, call.resource);
  await shown.load([entry]);
  const presenter = presenterFor(call, shown);
  return respondPieces(call, status, [presenter.object(entry)]);
}
