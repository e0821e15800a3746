import { notFoundError } from '../errors/status-error.js';
import { aboutResource } from '../registry/about.js';
import { ResourceStore } from '../registry/resource-store.js';
import { presenterFor } from '../representation/present.js';
import { respondPieces } from '../representation/respond.js';
import { parseWatchRevision, tooLargeResourceVersionError } from './resource-version.js';
import type { ResourceCall, ResourceHandler } from './resource-call.js';

/** One object as it is now, which is not older than any version that may be asked for. */
export const getHandler: ResourceHandler = async (call) => {
  checkAskedVersion(call);
  const store = new ResourceStore(call.server, call.resource);
  const entry = store.get(call.info.namespace, call.info.name);
  if (entry === undefined) throw notFoundError(aboutResource(call.resource), call.info.name);
  await store.load([entry]);
  return respondPieces(call, 200, [presenterFor(call, store).object(entry)]);
};

function checkAskedVersion({ info, server }: ResourceCall): void {
  const asked = info.query.get('resourceVersion') ?? '';
  if (asked === '') return;
  const revision = parseWatchRevision(asked);
  const { revision: current } = server.storage;
  if (revision > current) throw tooLargeResourceVersionError(revision, current);
}
