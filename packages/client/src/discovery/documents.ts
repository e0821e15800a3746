/** What servers answer to discovery, as far as it matters here. Go writes an empty list as null or not at all. */
type List<T> = readonly T[] | null;

export interface ResponseKind {
  group?: string;
  version?: string;
  kind?: string;
}

/** All groups, versions and resources at once (k8s.io/api/apidiscovery/v2/types.go). */
export interface ApiGroupDiscoveryList {
  kind: 'APIGroupDiscoveryList';
  items?: List<{ metadata?: { name?: string }; versions?: List<ApiVersionDiscovery> }>;
}

export interface ApiVersionDiscovery {
  version: string;
  resources?: List<ApiResourceDiscovery>;
  /** `Stale`: the server of this group-version does not answer; the resources are what was known last. */
  freshness?: 'Current' | 'Stale';
}

export interface ApiResourceDiscovery {
  resource: string;
  responseKind?: ResponseKind | null;
  scope: 'Cluster' | 'Namespaced';
  singularResource?: string;
  verbs?: List<string>;
  shortNames?: List<string>;
  categories?: List<string>;
  subresources?: List<ApiSubresourceDiscovery>;
}

export interface ApiSubresourceDiscovery {
  subresource: string;
  responseKind?: ResponseKind | null;
  verbs?: List<string>;
}

/** The versions of the core group: the older answer of `/api`. */
export interface ApiVersions {
  kind: 'APIVersions';
  versions?: List<string>;
}

/** All groups with their versions: the older answer of `/apis`. */
export interface ApiGroupList {
  kind: 'APIGroupList';
  groups?: List<{
    name: string;
    versions?: List<{ version: string }>;
    preferredVersion?: { version: string };
  }>;
}

/** The resources of one group-version; a subresource is an entry of its own, named `deployments/scale`. */
export interface ApiResourceList {
  resources?: List<ApiResource>;
}

interface ApiResource extends ResponseKind {
  name: string;
  kind: string;
  namespaced: boolean;
  singularName?: string;
  verbs?: List<string>;
  shortNames?: List<string>;
  categories?: List<string>;
}
