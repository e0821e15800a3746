import { defineKind } from '@kubewright/api';
import type { CustomResource, int32 } from '@kubewright/api';

export interface Wrong extends CustomResource<WrongSpec> {}
export const Wrong = defineKind<Wrong>({ group: 'goldens.kubewright.dev', version: 'v1', kind: 'Wrong' });

interface Either {
  a?: string;
  b?: string;
}

/** +kubebuilder:validation:XValidation:rule="self.missing == 1" */
interface WrongSpec {
  /** +kubebuilder:validation:XValidation:rule="self.size() > 1" */
  count: int32;
  either?: Either;
  /** +kubebuilder:validation:XValidation:rule="self.all(x, self.all(y, x == y))" */
  costly?: string[];
}
