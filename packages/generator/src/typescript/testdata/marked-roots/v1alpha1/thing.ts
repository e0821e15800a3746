import type { KubernetesObject, ObjectMeta } from '@kubewright/api';

// +kubebuilder:object:root=true
// +kubebuilder:subresource:status

/** Thing is marked. */
export interface Thing extends KubernetesObject {
  spec?: ThingSpec;
}

// +kubebuilder:object:root=true

/** Not a kind of its own. */
export interface ThingList {
  apiVersion?: string;
  kind?: string;
  metadata?: ObjectMeta;
  items: Thing[];
}

// +kubebuilder:object:root=false

export interface ThingSpec {
  name: string;
}

/** +kubebuilder:object:root=true */
export class Other {
  apiVersion?: string;
  kind?: string;
  metadata?: ObjectMeta;
  spec!: ThingSpec;
}
