import { systemClock } from '@kubewright/api';
import type { Transport } from '@kubewright/api';

import type { AbortOptions } from '../client/options.js';
import { DEFAULT_USER_AGENT, Requester } from '../client/requester.js';
import { groupVersionPath } from '../paths.js';
import { isNotFound } from '../reasons.js';
import { AGGREGATED_ACCEPT, resourcesOfGroups } from './aggregated.js';
import type { DiscoveredResource, GroupVersion, ServedResource } from './discovered-resource.js';
import type { ApiGroupDiscoveryList, ApiGroupList, ApiResourceList, ApiVersions } from './documents.js';
import { GroupDiscoveryError } from './group-discovery-error.js';
import { resourcesOfList } from './resource-list.js';

/** What a server serves, as far as it can tell. */
export interface Discovery {
  /** The core group first; the versions of a group in the server's order of preference. */
  readonly resources: readonly DiscoveredResource[];
  /** The group-versions whose resources are not known at the moment; they are not gone. */
  readonly failures: readonly GroupDiscoveryError[];
}

type Root = ApiGroupDiscoveryList | ApiVersions | ApiGroupList;

interface Found {
  readonly resources: readonly ServedResource[];
  readonly failures: readonly GroupDiscoveryError[];
}

/**
 * All resources that the server serves, in every version. Two requests where it has aggregated discovery (Kubernetes
 * 1.30 and newer), otherwise one more for each group-version. A group-version that cannot be read is among the
 * `failures` and hides no other, as in client-go's `ServerGroupsAndResources`.
 *
 * @throws ApiError or TransportError when not even the groups can be read, and the signal's reason when aborted.
 */
export async function discoverResources(
  transport: Transport,
  { signal }: AbortOptions = {},
): Promise<Discovery> {
  const requester = new Requester({ transport, userAgent: DEFAULT_USER_AGENT, clock: systemClock });
  return discoverWith(requester, signal);
}

/** `discoverResources` by the requests of a client. */
export async function discoverWith(requester: Requester, signal?: AbortSignal): Promise<Discovery> {
  const getRoot = (path: string) =>
    requester.json<Root>({ method: 'GET', path, accept: AGGREGATED_ACCEPT, signal });
  const roots = await Promise.all([
    // An API server that is asked past its aggregator has no core group.
    getRoot('/api').catch((error: unknown): Root => {
      if (isNotFound(error)) return { kind: 'APIVersions' };
      throw error;
    }),
    getRoot('/apis'),
  ]);
  const found = await Promise.all(roots.map((root) => readRoot(root, requester, signal)));
  return {
    resources: markPreferred(found.flatMap(({ resources }) => resources)),
    failures: found.flatMap(({ failures }) => failures),
  };
}

async function readRoot(root: Root, requester: Requester, signal: AbortSignal | undefined): Promise<Found> {
  if (root.kind === 'APIGroupDiscoveryList') return resourcesOfGroups(root);
  const found = await Promise.all(
    groupVersionsOf(root).map((groupVersion) => readGroupVersion(groupVersion, requester, signal)),
  );
  return {
    resources: found.flatMap(({ resources }) => resources),
    failures: found.flatMap(({ failures }) => failures),
  };
}

async function readGroupVersion(
  groupVersion: GroupVersion,
  requester: Requester,
  signal: AbortSignal | undefined,
): Promise<Found> {
  const path = groupVersionPath(groupVersion.group, groupVersion.version);
  try {
    const list = await requester.json<ApiResourceList>({ method: 'GET', path, signal });
    return { resources: resourcesOfList(list, groupVersion), failures: [] };
  } catch (cause) {
    signal?.throwIfAborted();
    return { resources: [], failures: [new GroupDiscoveryError('Unavailable', groupVersion, { cause })] };
  }
}

/** Of each group the preferred version first. */
function groupVersionsOf(root: ApiVersions | ApiGroupList): GroupVersion[] {
  if (root.kind === 'APIVersions') return (root.versions ?? []).map((version) => ({ group: '', version }));
  return (root.groups ?? []).flatMap(({ name: group, versions, preferredVersion }) => {
    const rank = ({ version }: GroupVersion) => (version === preferredVersion?.version ? 0 : 1);
    return (versions ?? []).map(({ version }) => ({ group, version })).sort((a, b) => rank(a) - rank(b));
  });
}

/** The first version of a resource is the preferred one: that is how they are ordered. */
function markPreferred(resources: readonly ServedResource[]): DiscoveredResource[] {
  const seen = new Set<string>();
  return resources.map((resource) => {
    const id = `${resource.kind.group}/${resource.kind.plural}`;
    const preferred = !seen.has(id);
    seen.add(id);
    return { ...resource, preferred };
  });
}
