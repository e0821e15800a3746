import { defineKind } from '@kubewright/api';
import type { CustomResource, int32 } from '@kubewright/api';

export interface Wrong extends CustomResource<WrongSpec> {}
export const Wrong = defineKind<Wrong>({ group: 'goldens.kubewright.dev', version: 'v1', kind: 'Wrong' });

interface WrongSpec {
  /** +kubebuilder:default=many */
  count?: int32;
  /** +kubebuilder:default={a: b} */
  list?: string[];
  /** +kubebuilder:default={name: a, other: b} */
  object?: { name: string };
  /** +kubebuilder:example=red */
  color?: 'blue' | 'green';
}
