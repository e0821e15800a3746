import { defineKind } from '@kubewright/api';
import type { CustomResource, int32 } from '@kubewright/api';

export interface Default extends CustomResource<DefaultSpec> {}
export const Default = defineKind<Default>({
  group: 'goldens.kubewright.dev',
  version: 'v1',
  kind: 'Default',
});

interface DefaultSpec {
  /** +kubebuilder:default=3 */
  number?: int32;
  /** +default="a b" */
  text?: string;
  /** +kubebuilder:default={80,443} */
  list?: int32[];
  /** +kubebuilder:default={} */
  nested?: Nested;
  /** +kubebuilder:default={a: {deep: "no"}} */
  map?: Record<string, Nested>;
}

interface Nested {
  /** +kubebuilder:default=yes */
  deep?: string;
}
