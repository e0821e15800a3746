import { defineKind } from '@kubewright/api';
import type { CustomResource } from '@kubewright/api';

/** +kubebuilder:subresource:statuss */
export interface Thing extends CustomResource<ThingSpec> {}
export const Thing = defineKind<Thing>({ group: 'example.com', version: 'v1', kind: 'Thing' });

export interface ThingSpec {
  /** Size.  +kubebuilder:validation:Minimun=0 */
  size: number; // +optional
}

// +kubebuilder:rback:groups=apps
function reconcile(): void {
  /* +kubebuilder:validation:Minimum=0 */
}
export { reconcile };

export interface More {
  // +kubebuilder:validation:MinLength=9

  // Closest.

  far: string;
}
