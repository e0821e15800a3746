import type { Warnings } from '../pipeline/warnings.js';
import type { RequestInfo } from '../pipeline/request-info.js';
import type { ServerRequest, ServerResponse, UserInfo } from '../pipeline/server-request.js';
import type { Representation } from '../representation/representation.js';
import type { ServedResource } from '../resources/served-resource.js';
import type { ServerParts } from '../server-parts.js';

/** A request for a resource that is authenticated, authorized and routed. */
export interface ResourceCall {
  readonly server: ServerParts;
  readonly request: ServerRequest;
  readonly info: RequestInfo;
  readonly user: UserInfo;
  /** The resource in the version of the path. */
  readonly resource: ServedResource;
  readonly representation: Representation;
  readonly warnings: Warnings;
  /** When webhooks must have answered; set when the first is asked. */
  deadlineMs?: number;
}

/** Answers one verb of a resource or subresource. */
export type ResourceHandler = (call: ResourceCall) => Promise<ServerResponse>;
