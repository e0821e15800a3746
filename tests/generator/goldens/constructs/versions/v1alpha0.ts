import { defineKind } from '@kubewright/api';
import type { CustomResource } from '@kubewright/api';

/** +kubebuilder:unservedversion */
export interface Shop extends CustomResource<{ count?: number }> {}
export const Shop = defineKind<Shop>({
  group: 'goldens.kubewright.dev',
  version: 'v1alpha0',
  kind: 'Shop',
  namespaced: false,
});
