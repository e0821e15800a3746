import { defineKind } from '@kubewright/api';

import type { DiscoveredSubresource, GroupVersion, ServedResource } from './discovered-resource.js';
import type { ApiGroupDiscoveryList, ApiResourceDiscovery, ApiSubresourceDiscovery } from './documents.js';
import { GroupDiscoveryError } from './group-discovery-error.js';
import { groupVersionOf } from './group-version-of.js';

/** Asks for all groups in one document; a server that has none answers the older one. */
export const AGGREGATED_ACCEPT =
  'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json';

/** The resources of all groups. A stale group-version is a failure, as in client-go (discovery/aggregated_discovery.go). */
export function resourcesOfGroups(document: ApiGroupDiscoveryList): {
  resources: ServedResource[];
  failures: GroupDiscoveryError[];
} {
  const resources: ServedResource[] = [];
  const failures: GroupDiscoveryError[] = [];
  for (const { metadata, versions } of document.items ?? []) {
    for (const { version, freshness, resources: entries } of versions ?? []) {
      const groupVersion = { group: metadata?.name ?? '', version };
      if (freshness === 'Stale') failures.push(new GroupDiscoveryError('Stale', groupVersion));
      else for (const entry of entries ?? []) resources.push(...served(entry, groupVersion));
    }
  }
  return { resources, failures };
}

/** Nothing for an entry without a kind, which only carries subresources. */
function served(entry: ApiResourceDiscovery, groupVersion: GroupVersion): ServedResource[] {
  const { resource, responseKind, scope, singularResource } = entry;
  const kind = responseKind?.kind ?? '';
  if (kind === '') return [];
  return [
    {
      kind: defineKind({ ...groupVersion, kind, plural: resource, namespaced: scope === 'Namespaced' }),
      singular: singularResource || kind.toLowerCase(),
      verbs: entry.verbs ?? [],
      shortNames: entry.shortNames ?? [],
      categories: entry.categories ?? [],
      subresources: (entry.subresources ?? []).flatMap((subresource) =>
        servedSubresource(subresource, groupVersion),
      ),
    },
  ];
}

function servedSubresource(
  { subresource: name, responseKind, verbs }: ApiSubresourceDiscovery,
  groupVersion: GroupVersion,
): DiscoveredSubresource[] {
  const kind = responseKind?.kind ?? '';
  if (kind === '') return [];
  return [{ name, ...groupVersionOf(responseKind, groupVersion), kind, verbs: verbs ?? [] }];
}
