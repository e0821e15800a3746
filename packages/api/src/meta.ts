import type { ObjectMeta } from './groups/meta/v1.js';

/**
 * What every Kubernetes object has. A draft, before the server has seen it, may lack any of it; what the server
 * returns is `Stored`.
 */
export interface KubernetesObject {
  apiVersion?: string;
  kind?: string;
  metadata?: ObjectMeta;
}

/** An object of a kind that is known at run time only: all fields beyond the metadata are unknown. */
export interface Unstructured extends KubernetesObject {
  [field: string]: unknown;
}

/** The metadata that the server always fills in. */
export interface StoredMeta {
  name: string;
  uid: string;
  resourceVersion: string;
  creationTimestamp: string;
}

/** An object as the server returns it: its type, and metadata the server always fills in. */
export type Stored<T extends KubernetesObject> = T & {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta & StoredMeta;
};

/** A collection as the server returns it. */
export interface KubernetesList<T extends KubernetesObject> {
  apiVersion: string;
  kind: string;
  metadata: { resourceVersion: string; continue?: string; remainingItemCount?: number };
  items: Array<Stored<T>>;
}

/** The identity of an object within its kind; `namespace` is absent for cluster-scoped objects. */
export interface ObjectKey {
  namespace?: string | undefined;
  name: string;
}

/** A custom resource with its spec and status; extend it for each kind of your own. */
export interface CustomResource<Spec, Status = Record<string, never>> {
  apiVersion?: string;
  kind?: string;
  metadata?: ObjectMeta;
  spec: Spec;
  status?: Status;
}

/** `namespace/name`, or `name` for a cluster-scoped object. */
export function formatKey({ namespace, name }: { namespace?: string | undefined; name: string }): string {
  return namespace === undefined || namespace === '' ? name : `${namespace}/${name}`;
}
