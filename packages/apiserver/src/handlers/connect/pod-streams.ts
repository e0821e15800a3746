import { badRequestError } from '../../errors/status-error.js';
import type { ResourceCall, ResourceHandler } from '../resource-call.js';
import { containerOf, kubeletOf, podOf } from './pod-target.js';
import type { PodObject } from './pod-target.js';

// What exec, attach and portforward answer to a request that is no upgrade, and to all others as long as nothing here
// speaks their protocols (registry/core/pod/rest/subresources.go).

/** `kubectl exec` and `kubectl attach`. */
export const containerStreamHandler: ResourceHandler = async (call) => {
  const pod = podOf(call);
  containerOf(pod, call.info.query.get('container') ?? '');
  return upgrade(call, pod);
};

/** `kubectl port-forward`. */
export const portForwardHandler: ResourceHandler = async (call) => {
  for (const port of call.info.query.getAll('ports').flatMap((list) => list.split(','))) {
    if (/^\d+$/.test(port)) continue;
    throw badRequestError(
      `cannot convert to []int32: strconv.ParseUint: parsing ${JSON.stringify(port)}: invalid syntax`,
    );
  }
  return upgrade(call, podOf(call));
};

function upgrade(call: ResourceCall, { metadata, spec }: PodObject): never {
  const nodeName = spec?.nodeName ?? '';
  if (nodeName === '') {
    throw badRequestError(`pod ${metadata.name ?? ''} does not have a host assigned`);
  }
  kubeletOf(call, nodeName);
  throw badRequestError('Upgrade request required');
}
