import type { KubernetesObject } from './meta.js';

/** The group, version and kind of an object; the core group is `''`. */
export interface GroupVersionKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/** What the API calls the collection of a kind, for example `deployments` in group `apps`. */
export interface GroupVersionResource {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
}

/** An object without what its kind already says: what `Kind` takes to make a draft. */
export type Init<T extends KubernetesObject> = Omit<T, 'apiVersion' | 'kind'>;

/**
 * A kind of object: its names, and the TypeScript type of its objects. Called with the rest of an object it returns
 * a draft with `apiVersion` and `kind` filled in: `ConfigMap({ metadata: { name: 'a' }, data: {} })`.
 */
export interface Kind<T extends KubernetesObject = KubernetesObject> extends GroupVersionKind {
  (init: Init<T>): T & { apiVersion: string; kind: string };
  /** `v1` for the core group, otherwise `group/version`. */
  readonly apiVersion: string;
  /** The resource name in paths, for example `deployments`. */
  readonly plural: string;
  /** Whether objects live in namespaces. */
  readonly namespaced: boolean;
}

export interface KindOptions {
  /** The API group; `''` is the core group. */
  group: string;
  version: string;
  kind: string;
  /** Defaults to the lower-cased kind in its regular English plural (`Ingress` -> `ingresses`, `Policy` -> `policies`). */
  plural?: string;
  /** Defaults to true. */
  namespaced?: boolean;
}

/** Describes a kind, built-in or custom, to everything that works with its objects. Pure; keep the result in a constant. */
export function defineKind<T extends KubernetesObject>(options: KindOptions): Kind<T> {
  const { group, version, kind, plural = pluralize(kind), namespaced = true } = options;
  const apiVersion = formatApiVersion(group, version);
  const make = (init: Init<T>) => ({ apiVersion, kind, ...init });
  Object.defineProperty(make, 'name', { value: kind });
  return Object.assign(make, { group, version, kind, apiVersion, plural, namespaced }) as unknown as Kind<T>;
}

/** `apps/v1`, or `v1` for the core group. */
export function formatApiVersion(group: string, version: string): string {
  return group === '' ? version : `${group}/${version}`;
}

/** The reverse of `formatApiVersion`. Text without a slash is a version of the core group. */
export function parseApiVersion(apiVersion: string): { group: string; version: string } {
  const slash = apiVersion.indexOf('/');
  return slash < 0
    ? { group: '', version: apiVersion }
    : { group: apiVersion.slice(0, slash), version: apiVersion.slice(slash + 1) };
}

/** The plural that kubebuilder and `meta.UnsafeGuessKindToResource` guess for a kind. */
export function pluralize(kind: string): string {
  const lower = kind.toLowerCase();
  if (lower === 'endpoints') return lower;
  if (lower.endsWith('s') || lower.endsWith('x') || lower.endsWith('ch') || lower.endsWith('sh'))
    return `${lower}es`;
  if (lower.endsWith('y') && !/[aeiou]y$/.test(lower)) return `${lower.slice(0, -1)}ies`;
  return `${lower}s`;
}
