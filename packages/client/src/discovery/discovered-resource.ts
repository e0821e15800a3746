import type { Kind } from '@kubewright/api';

/** A resource that a server serves, in one version of its group. */
export interface DiscoveredResource {
  /** Group, version, kind and plural, and whether it is namespaced. Made anew by each discovery. */
  readonly kind: Kind;
  /** `deployment`. */
  readonly singular: string;
  /** Whether, of the versions that serve this resource, it is the one the server prefers. */
  readonly preferred: boolean;
  /** Of `create`, `delete`, `deletecollection`, `get`, `list`, `patch`, `update` and `watch` those it has. */
  readonly verbs: readonly string[];
  /** `deploy`. */
  readonly shortNames: readonly string[];
  /** Sets of resources it belongs to, for example `all`. */
  readonly categories: readonly string[];
  readonly subresources: readonly DiscoveredSubresource[];
}

export interface DiscoveredSubresource {
  /** `scale`. */
  readonly name: string;
  /** The group of the kind of its bodies, which may be another one: `autoscaling`. */
  readonly group: string;
  /** `v1`. */
  readonly version: string;
  /** `Scale`. */
  readonly kind: string;
  readonly verbs: readonly string[];
}

export interface GroupVersion {
  readonly group: string;
  readonly version: string;
}

/** A resource before it is known which version is preferred. */
export type ServedResource = Omit<DiscoveredResource, 'preferred'>;
