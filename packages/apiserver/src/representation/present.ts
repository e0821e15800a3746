import type { ResourceCall } from '../handlers/resource-call.js';
import { fieldErrorMessage, invalid } from '../errors/field-error.js';
import { badRequestError, notAcceptableMessageError } from '../errors/status-error.js';
import type { ResourceStore } from '../registry/resource-store.js';
import { metadataPresenter } from './metadata-presenter.js';
import { objectPresenter } from './object-presenter.js';
import type { Presenter } from './presenter.js';
import { tablePresenter } from './table-presenter.js';
import type { IncludeObject } from './table-presenter.js';

/** The presenter for what the request accepts. */
export function presenterFor(call: ResourceCall, store: ResourceStore): Presenter {
  const { as, metaVersion } = call.representation;
  checkListness(call);
  if (as === 'metadata' || as === 'metadataList') return metadataPresenter(store, metaVersion);
  if (as === 'object') return objectPresenter(store);
  const include = call.info.query.get('includeObject') ?? 'Metadata';
  return tablePresenter(store, {
    metaVersion,
    includeObject: checkIncludeObject(include === '' ? 'Metadata' : include),
    clock: call.server.clock,
  });
}

/** Metadata must be asked for as what it is of: one object, or a list (apiserver `endpoints/handlers/response.go`). */
function checkListness({ representation: { as }, info: { verb }, resource }: ResourceCall): void {
  if (verb === 'watch' || (as !== 'metadata' && as !== 'metadataList')) return;
  const isList = verb === 'list' || verb === 'deletecollection';
  if (isList === (as === 'metadataList')) return;
  const { group, kind, listKind, custom } = resource;
  const goPackage = group === '' || group === 'events.k8s.io' ? 'core' : (group.split('.')[0] as string);
  const type = custom
    ? `unstructured.Unstructured${isList ? 'List' : ''}`
    : `${goPackage}.${isList ? listKind : kind}`;
  throw notAcceptableMessageError(
    isList
      ? `you requested PartialObjectMetadata, but the requested object is a list (*${type})`
      : `you requested PartialObjectMetadataList, but the requested object is not a list (*${type})`,
  );
}

function checkIncludeObject(text: string): IncludeObject {
  if (text === 'None' || text === 'Metadata' || text === 'Object') return text;
  const fault = invalid('includeObject', text, "must be 'Metadata', 'Object', 'None', or empty");
  throw badRequestError(`Unable to convert to Table as requested: ${fieldErrorMessage(fault)}`);
}
