import { defineKind } from '@kubewright/api';
import type { CustomResource } from '@kubewright/api';

export interface Wrong extends CustomResource<WrongSpec> {}
export const Wrong = defineKind<Wrong>({ group: 'goldens.kubewright.dev', version: 'v1', kind: 'Wrong' });

interface WrongSpec {
  /** +listType=set */
  set: Array<{ a: string }>;
  /**
   * +listType=map
   * +listMapKey=missing
   */
  map: Array<{ a: string }>;
  /** +kubebuilder:validation:UniqueItems=true */
  unique: string[];
  /** +kubebuilder:validation:Pattern=[ */
  pattern: string;
}
