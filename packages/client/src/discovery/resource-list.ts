import { defineKind } from '@kubewright/api';

import type { DiscoveredSubresource, GroupVersion, ServedResource } from './discovered-resource.js';
import type { ApiResourceList } from './documents.js';
import { groupVersionOf } from './group-version-of.js';

/** The resources in the document of one group-version, each with its subresources. */
export function resourcesOfList(list: ApiResourceList, groupVersion: GroupVersion): ServedResource[] {
  const entries = list.resources ?? [];
  const subresources = new Map<string, DiscoveredSubresource[]>();
  for (const entry of entries) {
    const [resource, name] = split(entry.name);
    if (name === undefined) continue;
    const siblings = subresources.get(resource) ?? [];
    subresources.set(resource, siblings);
    const { kind, verbs } = entry;
    siblings.push({ name, ...groupVersionOf(entry, groupVersion), kind, verbs: verbs ?? [] });
  }
  return entries
    .filter(({ name }) => split(name)[1] === undefined)
    .map(({ name, singularName, kind, namespaced, verbs, shortNames, categories }) => ({
      kind: defineKind({ ...groupVersion, kind, plural: name, namespaced }),
      singular: singularName || kind.toLowerCase(),
      verbs: verbs ?? [],
      shortNames: shortNames ?? [],
      categories: categories ?? [],
      subresources: subresources.get(name) ?? [],
    }));
}

/** `deployments/scale` in two. */
function split(name: string): [resource: string, subresource?: string] {
  const slash = name.indexOf('/');
  return slash < 0 ? [name] : [name.slice(0, slash), name.slice(slash + 1)];
}
