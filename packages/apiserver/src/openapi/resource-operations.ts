import type { ServedResource, ServedSubresource } from '../resources/served-resource.js';
import { schemaRef } from './document.js';
import type { Parameter } from './document.js';
import { metaSchema } from './operations.js';
import type { OperationInit, PendingOperation } from './operations.js';
import { actionParameters } from './parameters.js';

/** What the operations of one resource have in common. */
export interface ResourcePaths {
  readonly resource: ServedResource;
  /** `/apis/apps/v1/namespaces/{namespace}/deployments`. */
  readonly collection: string;
  readonly scopeParameters: readonly Parameter[];
  /** `Namespaced` or nothing. */
  readonly scope: string;
  operation(init: ResourceOperation): PendingOperation;
}

export type ResourceOperation = Pick<
  OperationInit,
  'method' | 'description' | 'response' | 'body' | 'codes' | 'produces' | 'action'
> & {
  readonly verb: string;
  readonly subject: string;
  readonly parameters?: readonly Parameter[];
  readonly kind?: ServedSubresource;
};

export function replaceOperation(
  paths: ResourcePaths,
  subject: string,
  description: string,
  name: string,
  common: readonly Parameter[],
  kind?: ServedSubresource,
): PendingOperation {
  return paths.operation({
    method: 'put',
    verb: 'replace',
    subject,
    description,
    action: 'put',
    parameters: [...actionParameters.put, ...common],
    body: name,
    response: schemaRef(name),
    codes: [200, 201],
    ...(kind === undefined ? {} : { kind }),
  });
}

export function patchOperation(
  paths: ResourcePaths,
  subject: string,
  description: string,
  name: string,
  common: readonly Parameter[],
  kind?: ServedSubresource,
): PendingOperation {
  return paths.operation({
    method: 'patch',
    verb: 'patch',
    subject,
    description,
    action: 'patch',
    parameters: [...actionParameters.patch, ...common],
    body: metaSchema('Patch'),
    response: schemaRef(name),
    codes: paths.resource.custom ? [200] : [200, 201],
    ...(kind === undefined ? {} : { kind }),
  });
}
