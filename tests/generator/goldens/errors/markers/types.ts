import { defineKind } from '@kubewright/api';
import type { CustomResource, int32 } from '@kubewright/api';

export interface Wrong extends CustomResource<WrongSpec> {}
export const Wrong = defineKind<Wrong>({ group: 'goldens.kubewright.dev', version: 'v1', kind: 'Wrong' });

interface WrongSpec {
  /** +kubebuilder:validation:Minimum=1 */
  text: string;
  /** +kubebuilder:validation:MinLength=1 */
  count: int32;
  /** +kubebuilder:validation:Maximum=1.5 */
  whole: int32;
  /** +listMapKey=name */
  list: Array<{ name: string }>;
  /** +kubebuilder:validation:items:MaxLength=1 */
  none: string;
  /** +kubebuilder:validation:Enum=a;b */
  number: int32;
}
