import { defineKind } from '@kubewright/api';
import type { CustomResource, int32 } from '@kubewright/api';

/**
 * A shop, as it was.
 * @deprecated goldens.kubewright.dev/v1alpha1 Shop is old; use v1
 */
export interface Shop extends CustomResource<{ replicas?: int32 }> {}
export const Shop = defineKind<Shop>({
  group: 'goldens.kubewright.dev',
  version: 'v1alpha1',
  kind: 'Shop',
  namespaced: false,
});
