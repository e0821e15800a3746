import { defineKind } from '@kubewright/api';
import type { CustomResource, RawExtension } from '@kubewright/api';

export interface Open extends CustomResource<OpenSpec> {}
export const Open = defineKind<Open>({
  group: 'goldens.kubewright.dev',
  version: 'v1',
  kind: 'Open',
});

interface OpenSpec {
  anything?: unknown;
  object?: object;
  /**
   * +kubebuilder:validation:EmbeddedResource
   * +kubebuilder:pruning:PreserveUnknownFields
   */
  resource?: RawExtension;
  extension?: RawExtension;
  /** +kubebuilder:pruning:PreserveUnknownFields */
  partly?: { known: string };
  pruned?: { known: string };
  tree?: Node;
}

interface Node {
  name: string;
  /**
   * +kubebuilder:validation:Schemaless
   * +kubebuilder:pruning:PreserveUnknownFields
   */
  children?: Node[];
}
