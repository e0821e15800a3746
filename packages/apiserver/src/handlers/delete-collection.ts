import { isStatusError } from '../errors/status-error.js';
import { deleteObject } from '../registry/delete.js';
import { ResourceStore } from '../registry/resource-store.js';
import { presenterFor } from '../representation/present.js';
import { respondPieces } from '../representation/respond.js';
import { isDryRun, optionsObject, readDeleteOptions, warnOfPropagation } from './delete-body.js';
import { parseListOptions } from './list-options.js';
import type { ResourceHandler } from './resource-call.js';
import { selection } from './selection.js';
import { admissionObject, admitDeletion, deletionContext } from './write-call.js';

/** Deletes what a list would return, object by object, and answers with that list. */
export const deleteCollectionHandler: ResourceHandler = async (call) => {
  const listOptions = parseListOptions(call.info.query, 'list');
  const options = await readDeleteOptions(call);
  warnOfPropagation(call, options);
  const dryRun = isDryRun(options);
  const filter = selection(call.resource, listOptions);
  const shown = new ResourceStore(call.server, call.resource);
  const namespace = call.resource.namespaced ? call.info.namespace : '';
  const list = call.server.storage.list(shown.prefix(namespace), filter === undefined ? {} : { filter });
  await shown.load(list.entries);
  for (const entry of list.entries) {
    const { metadata } = shown.decode(entry);
    const context = { ...deletionContext(call, dryRun), namespace: metadata.namespace ?? '' };
    const name = metadata.name as string;
    // The real server names no object here, because the request names none.
    const old = await admissionObject(call, entry);
    const write = { name: '', dryRun, options: () => optionsObject(options, old, call.resource) };
    await admitDeletion(call, write, old);
    try {
      deleteObject(context, name, options);
    } catch (error) {
      // Somebody else was faster.
      if (!isStatusError(error) || error.status.code !== 404) throw error;
    }
  }
  const meta = { resourceVersion: String(call.server.storage.revision) };
  return respondPieces(call, 200, presenterFor(call, shown).list(list.entries, meta));
};
