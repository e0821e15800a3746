import { loadBuiltinDescriptions } from '@kubewright/api/schema';
import type { ServerParts } from '../server-parts.js';
import { negotiate, PRODUCES_OBJECTS, PRODUCES_STREAMS } from '../representation/representation.js';
import type { NegotiateOptions } from '../representation/representation.js';
import type { ServedResource } from '../resources/served-resource.js';
import { authenticate } from './authenticate.js';
import { authorize } from './authorize.js';
import { impersonate } from './impersonate.js';
import { checkTimeout, parseRequestInfo } from './request-info.js';
import type { RequestInfo } from './request-info.js';
import { findRoute } from './route.js';
import type { ServerRequest, ServerResponse } from './server-request.js';
import { errorResponse } from './status-response.js';
import { Warnings } from './warnings.js';

/**
 * The stages of a request, in order. Each is a file of its own in this folder and throws StatusError to refuse; what
 * a stage throws is answered as a Status. Never rejects.
 *
 *  1. request info: what the path and the method say
 *  2. authentication: who asks
 *  3. impersonation: as whom
 *  4. authorization: may they
 *  5. routing: which resource and which handler
 *  6. content negotiation: how the answer shall look
 *  7. the handler (../handlers): reads the body within its limits, decodes it, asks admission, calls the registry,
 *     and encodes the answer
 */
export async function handleRequest(server: ServerParts, request: ServerRequest): Promise<ServerResponse> {
  const warnings = new Warnings();
  try {
    const info = parseRequestInfo(request.method, request.path);
    const authenticated = await authenticate(server.authenticators, request, server);
    const user = await impersonate(server.impersonation, authenticated, request, info);
    await authorize(server.authorizer, user, info);
    checkTimeout(info);
    const route = findRoute(server, info);
    if (route.resource === undefined) return await route.handle(request, info);
    const { resource, handle } = route;
    const representation = negotiate(request.headers, info.query, offersOf(resource, info));
    if (resource.deprecationWarning !== undefined) warnings.add(resource.deprecationWarning);
    // The descriptions of columns are read where a table is made; few ask for tables.
    if (representation.as === 'table') await loadBuiltinDescriptions();
    const response = await handle({ server, request, info, user, resource, representation, warnings });
    return withWarnings(response, warnings);
  } catch (error) {
    return withWarnings(await errorResponse(error, request, server.logger), warnings);
  }
}

function offersOf(resource: ServedResource, { verb, subresource }: RequestInfo): NegotiateOptions {
  if (resource.custom) return CUSTOM_OFFERS;
  if (verb === 'create' && isOnlyCreated(resource, subresource)) return QUESTION_OFFERS;
  return verb === 'list' || verb === 'watch' ? STREAM_OFFERS : OBJECT_OFFERS;
}

/** Questions and orders in the form of objects: nobody reads or lists them. */
function isOnlyCreated(resource: ServedResource, subresource: string): boolean {
  const part = resource.subresources.find(({ name }) => name === subresource) ?? resource;
  return part.verbs.length === 1 && part.verbs[0] === 'create';
}

const CUSTOM_OFFERS: NegotiateOptions = { protobuf: false };
const QUESTION_OFFERS: NegotiateOptions = { produces: PRODUCES_OBJECTS, tables: false };
const OBJECT_OFFERS: NegotiateOptions = { produces: PRODUCES_OBJECTS };
const STREAM_OFFERS: NegotiateOptions = { produces: PRODUCES_STREAMS };

function withWarnings(response: ServerResponse, warnings: Warnings): ServerResponse {
  const header = warnings.header();
  return header === undefined ? response : { ...response, headers: { ...response.headers, warning: header } };
}
