import { formatApiVersion } from '@kubewright/api';

import type { Requester } from '../client/requester.js';
import type { KindName } from '../paths.js';
import { groupVersionPath } from '../paths.js';
import { isNotFound } from '../reasons.js';

/** `APIResourceList` of meta/v1, as far as it matters here. */
interface ResourceList {
  resources?: Array<{ name: string; kind: string; namespaced: boolean; group?: string; version?: string }>;
}

/** The kinds that the server says it serves in that group-version; none when it does not know the group-version. */
export async function discoverKinds(
  requester: Requester,
  group: string,
  version: string,
  signal: AbortSignal | undefined,
): Promise<KindName[]> {
  let list: ResourceList;
  try {
    list = await requester.json<ResourceList>({
      method: 'GET',
      path: groupVersionPath(group, version),
      signal,
    });
  } catch (error) {
    if (isNotFound(error)) return [];
    throw error;
  }
  return (list.resources ?? [])
    .filter(({ name }) => !name.includes('/'))
    .map(({ name, kind, namespaced }) => ({
      group,
      version,
      kind,
      apiVersion: formatApiVersion(group, version),
      plural: name,
      namespaced,
    }));
}
