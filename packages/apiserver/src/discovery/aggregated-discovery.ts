import type { ServedResource, ServedSubresource } from '../resources/served-resource.js';
import { parseAccept } from '../representation/media-types.js';
import type { ServedGroup } from './group-versions.js';

/** The version of aggregated discovery that a client accepts (KEP-3352); undefined when it wants the old documents. */
export function aggregatedVersion(accept: string): 'v2' | 'v2beta1' | undefined {
  for (const { type, params } of parseAccept(accept)) {
    if (type !== 'application/json') continue;
    if (params.get('as') === undefined) return undefined;
    const version = params.get('v');
    const fits = params.get('g') === 'apidiscovery.k8s.io' && params.get('as') === 'APIGroupDiscoveryList';
    if (fits && (version === 'v2' || version === 'v2beta1')) return version;
  }
  return undefined;
}

export const aggregatedContentType = (version: string): string =>
  `application/json;g=apidiscovery.k8s.io;v=${version};as=APIGroupDiscoveryList`;

/** Everything that is served, in one document (apidiscovery.k8s.io APIGroupDiscoveryList). */
export function groupDiscoveryList(groups: readonly ServedGroup[], version: string): object {
  return {
    kind: 'APIGroupDiscoveryList',
    apiVersion: `apidiscovery.k8s.io/${version}`,
    metadata: {},
    items: groups.map(({ group, versions }) => ({
      metadata: group === '' ? {} : { name: group },
      versions: versions.map((one) => ({
        version: one.version,
        resources: one.resources.map(resourceDiscovery),
        freshness: 'Current',
      })),
    })),
  };
}

function resourceDiscovery(resource: ServedResource): object {
  const { plural, kind, namespaced, singular, verbs, shortNames, categories, subresources, custom } =
    resource;
  // Built-in types stand without their group and version, custom ones with them.
  const own = custom ? { group: resource.group, version: resource.version } : { group: '', version: '' };
  return {
    resource: plural,
    responseKind: { ...own, kind },
    scope: namespaced ? 'Namespaced' : 'Cluster',
    singularResource: singular,
    verbs,
    ...(shortNames.length === 0 ? {} : { shortNames }),
    ...(categories.length === 0 ? {} : { categories }),
    ...(subresources.length === 0
      ? {}
      : { subresources: subresources.map((sub) => subresourceDiscovery(sub, resource, own)) }),
  };
}

function subresourceDiscovery(
  { name, group, version, kind, verbs }: ServedSubresource,
  resource: ServedResource,
  own: { group: string; version: string },
): object {
  const same = group === resource.group && version === resource.version;
  return { subresource: name, responseKind: same ? { ...own, kind } : { group, version, kind }, verbs };
}
