import type { ResourceCall } from '../handlers/resource-call.js';
import { badRequestError } from '../errors/status-error.js';
import type { ResourceStore } from '../registry/resource-store.js';
import { metadataPresenter } from './metadata-presenter.js';
import { objectPresenter } from './object-presenter.js';
import type { Presenter } from './presenter.js';
import { tablePresenter } from './table-presenter.js';
import type { IncludeObject } from './table-presenter.js';

/** The presenter for what the request accepts. */
export function presenterFor(call: ResourceCall, store: ResourceStore): Presenter {
  const { as, metaVersion } = call.representation;
  if (as === 'metadata') return metadataPresenter(store, metaVersion);
  if (as === 'object') return objectPresenter(store);
  const include = call.info.query.get('includeObject') ?? 'Metadata';
  return tablePresenter(store, {
    metaVersion,
    includeObject: checkIncludeObject(include === '' ? 'Metadata' : include),
    clock: call.server.clock,
  });
}

function checkIncludeObject(text: string): IncludeObject {
  if (text === 'None' || text === 'Metadata' || text === 'Object') return text;
  throw badRequestError(
    `unrecognized includeObject value: ${JSON.stringify(text)}; use None, Metadata or Object`,
  );
}
