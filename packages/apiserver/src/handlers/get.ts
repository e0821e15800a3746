import { notFoundError } from '../errors/status-error.js';
import { aboutResource } from '../registry/about.js';
import { ResourceStore } from '../registry/resource-store.js';
import { presenterFor } from '../representation/present.js';
import { respondPieces } from '../representation/respond.js';
import type { ResourceHandler } from './resource-call.js';

export const getHandler: ResourceHandler = async (call) => {
  const store = new ResourceStore(call.server, call.resource);
  const entry = store.get(call.info.namespace, call.info.name);
  if (entry === undefined) throw notFoundError(aboutResource(call.resource), call.info.name);
  await store.load([entry]);
  return respondPieces(call, 200, [presenterFor(call, store).object(entry)]);
};
