import type { ResourceCall } from '../handlers/resource-call.js';
import { fieldErrorMessage, invalid } from '../errors/field-error.js';
import { badRequestError, notAcceptableMessageError } from '../errors/status-error.js';
import type { ApiObject, TableLayout } from '../kinds/behaviour.js';
import type { ServerResponse } from '../pipeline/server-request.js';
import type { ResourceStore } from '../registry/resource-store.js';
import type { ServedResource } from '../resources/served-resource.js';
import { defaultTable } from './default-table.js';
import { metadataPresenter } from './metadata-presenter.js';
import { objectPresenter } from './object-presenter.js';
import type { Presenter } from './presenter.js';
import { respond } from './respond.js';
import { objectTable, tablePresenter } from './table-presenter.js';
import type { IncludeObject, TableOptions } from './table-presenter.js';

/** The presenter for what the request accepts. */
export function presenterFor(call: ResourceCall, store: ResourceStore): Presenter {
  const { as, metaVersion } = call.representation;
  checkListness(call);
  if (as === 'metadata' || as === 'metadataList') return metadataPresenter(store, metaVersion);
  if (as === 'object') return objectPresenter(store);
  return tablePresenter(store, tableOptions(call));
}

export interface ComputedOptions {
  /** The name of its type in errors: `autoscaling.Scale`. Defaults to that of the resource's kind. */
  readonly goType?: string;
  /** Defaults to its name and age. */
  readonly table?: TableLayout<ApiObject>;
}

/** A response of an object that is computed and not stored: it, or what the request accepts of it. */
export function respondComputed(
  call: ResourceCall,
  status: number,
  object: ApiObject,
  { goType, table = defaultTable }: ComputedOptions = {},
): Promise<ServerResponse> {
  const { as, metaVersion } = call.representation;
  checkListness(call, goType);
  switch (as) {
    case 'object':
      return respond(call, status, object);
    case 'table':
      return respond(call, status, objectTable(object, table, tableOptions(call)));
    default: {
      const { metadata } = object;
      const apiVersion = `meta.k8s.io/${metaVersion}`;
      return respond(call, status, { kind: 'PartialObjectMetadata', apiVersion, metadata });
    }
  }
}

function tableOptions({ representation, info, server }: ResourceCall): TableOptions {
  const include = info.query.get('includeObject') ?? 'Metadata';
  return {
    metaVersion: representation.metaVersion,
    includeObject: checkIncludeObject(include === '' ? 'Metadata' : include),
    clock: server.clock,
  };
}

/** Metadata must be asked for as what it is of: one object, or a list (apiserver `endpoints/handlers/response.go`). */
function checkListness(
  { representation: { as }, info: { verb }, resource }: ResourceCall,
  goType?: string,
): void {
  if (verb === 'watch' || (as !== 'metadata' && as !== 'metadataList')) return;
  const isList = verb === 'list' || verb === 'deletecollection';
  if (isList === (as === 'metadataList')) return;
  const type = goType ?? goTypeOf(resource, isList);
  throw notAcceptableMessageError(
    isList
      ? `you requested PartialObjectMetadata, but the requested object is a list (*${type})`
      : `you requested PartialObjectMetadataList, but the requested object is not a list (*${type})`,
  );
}

function goTypeOf({ group, kind, listKind, custom }: ServedResource, isList: boolean): string {
  if (custom) return `unstructured.Unstructured${isList ? 'List' : ''}`;
  const goPackage = group === '' || group === 'events.k8s.io' ? 'core' : (group.split('.')[0] as string);
  return `${goPackage}.${isList ? listKind : kind}`;
}

function checkIncludeObject(text: string): IncludeObject {
  if (text === 'None' || text === 'Metadata' || text === 'Object') return text;
  const fault = invalid('includeObject', text, "must be 'Metadata', 'Object', 'None', or empty");
  throw badRequestError(`Unable to convert to Table as requested: ${fieldErrorMessage(fault)}`);
}
