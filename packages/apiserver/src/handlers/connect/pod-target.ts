import type { Node, Pod } from '@kubewright/api/core/v1';
import { badRequestError, notFoundError } from '../../errors/status-error.js';
import type { ApiObject } from '../../kinds/behaviour.js';
import { kubeletAddress, nodeNotFound } from '../../nodes/kubelet-address.js';
import type { KubeletAddress } from '../../nodes/kubelet-address.js';
import { aboutResource } from '../../registry/about.js';
import { objectReader } from '../../registry/object-reader.js';
import type { ResourceCall } from '../resource-call.js';

export type PodObject = ApiObject & Pod;

/** The pod a request names. Throws StatusError 404. */
export function podOf({ server, info, resource }: ResourceCall): PodObject {
  const pod = objectReader(server).get('', 'pods', info.namespace, info.name);
  if (pod === undefined) throw notFoundError(aboutResource(resource), info.name);
  return pod as PodObject;
}

/** The container that is meant: the one named, or the only one (registry/core/pod/strategy.go, validateContainer). */
export function containerOf({ metadata, spec }: PodObject, name: string): string {
  const podName = metadata.name ?? '';
  const containers = spec?.containers ?? [];
  const all = [...(spec?.initContainers ?? []), ...containers, ...(spec?.ephemeralContainers ?? [])].map(
    (container) => container.name,
  );
  if (name !== '') {
    if (all.includes(name)) return name;
    throw badRequestError(`container ${name} is not valid for pod ${podName}`);
  }
  const [only, ...more] = containers;
  if (only !== undefined && more.length === 0) return only.name;
  const choice = only === undefined ? '' : `, choose one of: [${all.join(' ')}]`;
  throw badRequestError(`a container name must be specified for pod ${podName}${choice}`);
}

/** The kubelet that has the pod. Throws StatusError when its node is unknown, or does not say where it is. */
export function kubeletOf({ server }: ResourceCall, nodeName: string): KubeletAddress {
  const node = objectReader(server).get('', 'nodes', undefined, nodeName);
  // The real server says it of pods.
  if (node === undefined) throw nodeNotFound('pods', nodeName);
  return kubeletAddress(node as ApiObject & Node);
}
