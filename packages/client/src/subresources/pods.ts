import type { Stored } from '@kubewright/api';
import type { EphemeralContainer, Pod, ResourceRequirements } from '@kubewright/api/core/v1';

import type { Client } from '../client/client.js';
import type { CreateOptions, DeleteOptions, PatchOptions } from '../client/options.js';
import { deleteBody } from '../client/query.js';
import { strategicMergePatch } from '../patch.js';
import type { KindName } from '../paths.js';
import { keyOfTarget, metadataOfKey } from './target.js';
import type { ObjectOrKey } from './target.js';

type SubresourceAccess = Pick<Client, 'subresource' | 'defaultNamespace' | 'dryRun'>;

const POD: KindName = {
  group: '',
  version: 'v1',
  kind: 'Pod',
  apiVersion: 'v1',
  plural: 'pods',
  namespaced: true,
};

/**
 * Deletes a pod as a drain does: only if its PodDisruptionBudgets allow it. Throws an ApiError for which
 * `isTooManyRequests` holds when they do not at the moment: try again later.
 */
export async function evictPod(
  client: SubresourceAccess,
  pod: ObjectOrKey,
  options: DeleteOptions = {},
): Promise<void> {
  const { signal, timeoutMs } = options;
  const dryRun = options.dryRun === true || client.dryRun;
  const key = keyOfTarget(pod);
  const { apiVersion: _version, kind: _kind, ...deleteOptions } = deleteBody(options, dryRun);
  const eviction = {
    apiVersion: 'policy/v1',
    kind: 'Eviction',
    metadata: metadataOfKey(key, client.defaultNamespace),
    deleteOptions,
  };
  await client.subresource('eviction').create(POD, key, eviction, { signal, timeoutMs, dryRun });
}

/** Assigns a pod that has no node to one, as a scheduler does. Throws a conflict when it has one. */
export async function bindPod(
  client: SubresourceAccess,
  pod: ObjectOrKey,
  nodeName: string,
  options: CreateOptions = {},
): Promise<void> {
  const key = keyOfTarget(pod);
  const binding = {
    apiVersion: 'v1',
    kind: 'Binding',
    metadata: metadataOfKey(key, client.defaultNamespace),
    target: { apiVersion: 'v1', kind: 'Node', name: nodeName },
  };
  await client.subresource('binding').create(POD, key, binding, options);
}

/** Adds containers to a running pod, as `kubectl debug` does; they can neither be changed nor taken away again. */
export function addEphemeralContainers(
  client: SubresourceAccess,
  pod: ObjectOrKey,
  containers: readonly EphemeralContainer[],
  options: PatchOptions = {},
): Promise<Stored<Pod>> {
  const patch = strategicMergePatch({ spec: { ephemeralContainers: containers } });
  return client.subresource('ephemeralcontainers').patch<Stored<Pod>>(POD, keyOfTarget(pod), patch, options);
}

/** Changes the resources of containers, by name, of a pod that goes on running. */
export function resizePod(
  client: SubresourceAccess,
  pod: ObjectOrKey,
  resources: Readonly<Record<string, ResourceRequirements>>,
  options: PatchOptions = {},
): Promise<Stored<Pod>> {
  const containers = Object.entries(resources).map(([name, wanted]) => ({ name, resources: wanted }));
  const patch = strategicMergePatch({ spec: { containers } });
  return client.subresource('resize').patch<Stored<Pod>>(POD, keyOfTarget(pod), patch, options);
}
