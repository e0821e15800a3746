import { StatusError } from '../errors/status-error.js';
import type { RequestInfo } from '../pipeline/request-info.js';
import type { ServedResource } from '../resources/served-resource.js';
import { bindingHandler, legacyBindingHandler } from './binding.js';
import { admitted, portForwardOptions, proxyOptions, streamOptions } from './connect/admit-connect.js';
import { podLogHandler } from './connect/pod-log.js';
import { containerStreamHandler, portForwardHandler } from './connect/pod-streams.js';
import { nodeProxyHandler, podProxyHandler, serviceProxyHandler } from './connect/proxy.js';
import { createHandler } from './create.js';
import { deleteHandler } from './delete.js';
import { deleteCollectionHandler } from './delete-collection.js';
import { evictionHandler } from './eviction.js';
import { getHandler } from './get.js';
import { listHandler } from './list.js';
import { finalizePart, objectPart, statusPart, subresourcePart } from './object-part.js';
import { patchHandler } from './patch.js';
import type { ResourceHandler } from './resource-call.js';
import { localSubjectAccessReview, selfSubjectAccessReview, subjectAccessReview } from './access-reviews.js';
import { selfSubjectReview, selfSubjectRulesReview, tokenReview } from './reviews.js';
import { getScaleHandler, scalePart } from './scale.js';
import { tokenRequestHandler } from './token-request.js';
import { updateHandler } from './update.js';
import { watchHandler } from './watch.js';

type Handlers = Readonly<Record<string, ResourceHandler>>;

const OBJECT: Handlers = {
  get: getHandler,
  list: listHandler,
  watch: watchHandler,
  create: createHandler,
  update: updateHandler(objectPart),
  patch: patchHandler(objectPart),
  delete: deleteHandler,
  deletecollection: deleteCollectionHandler,
};

/** Kinds that are asked or told, and never stored. */
const UNSTORED: Readonly<Record<string, ResourceHandler>> = {
  SelfSubjectReview: selfSubjectReview,
  SelfSubjectAccessReview: selfSubjectAccessReview,
  SelfSubjectRulesReview: selfSubjectRulesReview,
  SubjectAccessReview: subjectAccessReview,
  LocalSubjectAccessReview: localSubjectAccessReview,
  TokenReview: tokenReview,
  Binding: legacyBindingHandler,
};

function everyVerb(handler: ResourceHandler): Handlers {
  return { get: handler, create: handler, update: handler, patch: handler, delete: handler };
}

function part(subresource: string): Handlers {
  const about = subresourcePart(subresource);
  return { get: getHandler, update: updateHandler(about), patch: patchHandler(about) };
}

const streamHandler = admitted(streamOptions, containerStreamHandler);
const forwardHandler = admitted(portForwardOptions, portForwardHandler);

const SUBRESOURCES: Readonly<Record<string, Handlers>> = {
  status: { get: getHandler, update: updateHandler(statusPart), patch: patchHandler(statusPart) },
  scale: { get: getScaleHandler, update: updateHandler(scalePart), patch: patchHandler(scalePart) },
  'pods/binding': { create: bindingHandler },
  'pods/log': { get: podLogHandler },
  'pods/exec': { get: streamHandler, create: streamHandler },
  'pods/attach': { get: streamHandler, create: streamHandler },
  'pods/portforward': { get: forwardHandler, create: forwardHandler },
  'pods/proxy': everyVerb(admitted(proxyOptions, podProxyHandler)),
  'nodes/proxy': everyVerb(admitted(proxyOptions, nodeProxyHandler)),
  'services/proxy': everyVerb(admitted(proxyOptions, serviceProxyHandler)),
  'serviceaccounts/token': { create: tokenRequestHandler },
  'pods/eviction': { create: evictionHandler },
  'namespaces/finalize': { update: updateHandler(finalizePart) },
  'pods/ephemeralcontainers': part('ephemeralcontainers'),
  'pods/resize': part('resize'),
  'certificatesigningrequests/approval': {
    get: getHandler,
    update: updateHandler(statusPart),
    patch: patchHandler(statusPart),
  },
};

/** What answers a verb of a resource or of its subresource; undefined when nothing does. */
export function handlerFor(resource: ServedResource, info: RequestInfo): ResourceHandler | undefined {
  const { verb, subresource, name, namespace } = info;
  if (subresource !== '') {
    const served = resource.subresources.find((known) => known.name === subresource);
    if (served?.verbs.includes(verb) !== true) return undefined;
    const handlers = SUBRESOURCES[`${resource.plural}/${subresource}`] ?? SUBRESOURCES[subresource];
    return handlers?.[verb];
  }
  if (!isServed(resource, verb)) return undefined;
  // Objects are created in a collection, and changed by name; a collection over all namespaces is only for reading.
  if (verb === 'create' && name !== '') return undefined;
  if ((verb === 'create' || verb === 'deletecollection') && resource.namespaced && namespace === '')
    return undefined;
  if ((verb === 'update' || verb === 'patch') && name === '') return undefined;
  const isStored = resource.custom || resource.verbs.includes('get');
  return isStored ? OBJECT[verb] : UNSTORED[resource.kind];
}

/**
 * Custom resources whose definition is being deleted show fewer verbs than they have: only create is refused, because
 * finalizers must still be removed (apiextensions-apiserver `pkg/apiserver/customresource_handler.go`).
 */
function isServed({ verbs, custom, group, plural }: ServedResource, verb: string): boolean {
  if (verbs.includes(verb)) return true;
  if (!custom || OBJECT[verb] === undefined) return false;
  if (verb !== 'create') return true;
  throw new StatusError({
    code: 405,
    reason: 'MethodNotAllowed',
    message: 'create not allowed while custom resource definition is terminating',
    details: { group, kind: plural },
  });
}
