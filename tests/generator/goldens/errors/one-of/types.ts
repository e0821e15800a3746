import { defineKind } from '@kubewright/api';
import type { CustomResource } from '@kubewright/api';

export interface Wrong extends CustomResource<WrongSpec> {}
export const Wrong = defineKind<Wrong>({ group: 'goldens.kubewright.dev', version: 'v1', kind: 'Wrong' });

/** +kubebuilder:validation:AtMostOneOf=a;c */
interface WrongSpec {
  a: string;
  b?: string;
}
