import { defineKind } from '@kubewright/api';
import type { KubernetesObject } from '@kubewright/api';

/** +k8s:enum */
type EnumType = 'Value2' | 'Value1';

/** Enum is a test CRD that contains an enum. */
export interface Enum extends KubernetesObject {
  spec?: EnumSpec;
}
export const Enum = defineKind<Enum>({ group: 'testdata.kubebuilder.io', version: 'v1', kind: 'Enum' });

/** EnumSpec defines the desired state of Enum */
interface EnumSpec {
  field?: EnumType;
}
