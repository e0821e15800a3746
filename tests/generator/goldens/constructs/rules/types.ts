import { defineKind } from '@kubewright/api';
import type { CustomResource, int32 } from '@kubewright/api';

export interface Range extends CustomResource<RangeSpec> {}
export const Range = defineKind<Range>({
  group: 'goldens.kubewright.dev',
  version: 'v1',
  kind: 'Range',
});

/**
 * +kubebuilder:validation:XValidation:rule="self.min <= self.max",message="min must not be above max",fieldPath=".min",reason="FieldValueInvalid"
 */
interface RangeSpec {
  min: int32;
  /** +kubebuilder:validation:XValidation:rule="self < 100",messageExpression="self < 200 ? 'max is 100 or more' : 'max is far above 100'" */
  max: int32;
  /** +k8s:immutable */
  name?: string;
  /** +kubebuilder:validation:XValidation:rule="oldSelf.orValue(0) <= self",message="must not shrink",optionalOldSelf=true */
  size?: int32;
  choice?: Choice;
}

/**
 * +kubebuilder:validation:ExactlyOneOf=one;another
 * +kubebuilder:validation:AtMostOneOf=x;y
 */
interface Choice {
  one?: string;
  another?: string;
  x?: string;
  y?: string;
}
