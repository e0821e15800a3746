import { badRequestError, expiredError, StatusError } from '../errors/status-error.js';
import { ResourceStore } from '../registry/resource-store.js';
import type { ListMeta } from '../representation/presenter.js';
import { presenterFor } from '../representation/present.js';
import { respondPieces } from '../representation/respond.js';
import { CompactedError } from '../storage/storage.js';
import type { EntryList } from '../storage/storage.js';
import { decodeContinueToken, encodeContinueToken } from './continue-token.js';
import { parseListOptions } from './list-options.js';
import type { ListOptions } from './list-options.js';
import { parseListRevision, tooLargeResourceVersionError } from './resource-version.js';
import type { ResourceCall, ResourceHandler } from './resource-call.js';
import { selection } from './selection.js';

/** Lists a collection: the latest state, an earlier one, or page by page one snapshot. */
export const listHandler: ResourceHandler = async (call) => {
  const options = parseListOptions(call.info.query, 'list');
  const store = new ResourceStore(call.server, call.resource);
  const { list, meta } = readPage(call, store, options);
  await store.load(list.entries);
  return respondPieces(call, 200, presenterFor(call, store).list(list.entries, meta));
};

interface Page {
  readonly list: EntryList;
  readonly meta: ListMeta;
}

function readPage(call: ResourceCall, store: ResourceStore, options: ListOptions): Page {
  const { storage } = call.server;
  const prefix = store.prefix(call.info.namespace);
  const filter = selection(call.resource, options);
  const { limit, position, atRevision } = pageOf(call, options);
  const after = position === undefined ? undefined : prefix + position;
  try {
    const list = storage.list(prefix, {
      ...(after === undefined ? {} : { after }),
      ...(limit > 0 && !isOfOne(call, options) ? { limit } : {}),
      ...(filter === undefined ? {} : { filter }),
      ...(atRevision === undefined ? {} : { atRevision }),
    });
    return { list, meta: listMeta(list, prefix, filter !== undefined) };
  } catch (error) {
    if (!(error instanceof CompactedError)) throw error;
    throw position === undefined
      ? expiredError('The resourceVersion for the provided list is too old.')
      : expiredContinueError(position);
  }
}

/** Whether one object is selected by its name: there are no pages then. */
const isOfOne = ({ info, resource }: ResourceCall, { continueToken, fieldSelector }: ListOptions): boolean =>
  continueToken === '' &&
  (info.namespace !== '' || !resource.namespaced) &&
  fieldSelector?.requirements.some(({ field, operator }) => field === 'metadata.name' && operator === '=') ===
    true;

/** Which entries the request means (apiserver `storage/etcd3/store.go`, GetList, and `storage/cacher`). */
function pageOf(
  call: ResourceCall,
  options: ListOptions,
): { limit: number; position: string | undefined; atRevision: number | undefined } {
  const { resourceVersion, resourceVersionMatch, limit, continueToken } = options;
  if (continueToken !== '') {
    const { after, revision } = decodeContinueToken(continueToken);
    if (resourceVersion !== '' && resourceVersion !== '0')
      throw badRequestError('specifying resource version is not allowed when using continue');
    const current = call.server.storage.revision;
    if (revision > current) throw tooLargeResourceVersionError(revision, current);
    return { limit, position: after, atRevision: revision < 0 ? undefined : revision };
  }
  const latest = { limit, position: undefined, atRevision: undefined };
  if (resourceVersion === '') return latest;
  const revision = parseListRevision(resourceVersion);
  // "Any version" comes from the watch cache, which knows no pages.
  if (revision === 0) return { ...latest, limit: 0 };
  const { revision: current } = call.server.storage;
  if (revision > current) throw tooLargeResourceVersionError(revision, current);
  const exact = resourceVersionMatch === 'Exact' || (resourceVersionMatch === '' && limit > 0);
  return exact ? { ...latest, atRevision: revision } : latest;
}

function listMeta(list: EntryList, prefix: string, filtered: boolean): ListMeta {
  const resourceVersion = String(list.revision);
  const last = list.entries[list.entries.length - 1];
  if (!list.more || last === undefined) return { resourceVersion };
  const token = encodeContinueToken({ after: last.key.slice(prefix.length), revision: list.revision });
  // With a selector the rest would have to be read to be counted.
  return { resourceVersion, continue: token, ...(filtered ? {} : { remainingItemCount: list.remaining }) };
}

function expiredContinueError(position: string): StatusError {
  const message =
    'The provided continue parameter is too old to display a consistent list result. You can start a new list without the continue parameter, or use the continue token in this response to retrieve the remainder of the results. Continuing with the provided token results in an inconsistent list - objects that were created, modified, or deleted between the time the first chunk was returned and now may show up in the list.';
  const error = new StatusError({ code: 410, reason: 'Expired', message });
  error.status.metadata = { continue: encodeContinueToken({ after: position, revision: -1 }) };
  return error;
}
