import type { Kind } from '@kubewright/api';

import type { Requester } from '../client/requester.js';
import type { ApiResourceList } from '../discovery/documents.js';
import { resourcesOfList } from '../discovery/resource-list.js';
import { groupVersionPath } from '../paths.js';
import { isNotFound } from '../reasons.js';

/** The kinds that the server says it serves in that group-version; none when it does not know the group-version. */
export async function discoverKinds(requester: Requester, group: string, version: string): Promise<Kind[]> {
  const path = groupVersionPath(group, version);
  try {
    const list = await requester.json<ApiResourceList>({ method: 'GET', path });
    return resourcesOfList(list, { group, version }).map(({ kind }) => kind);
  } catch (error) {
    if (isNotFound(error)) return [];
    throw error;
  }
}
