import { defineKind } from '@kubewright/api';
import type { CustomResource, int32 } from '@kubewright/api';

/**
 * A shop.
 * +kubebuilder:resource:shortName=sh;shp,categories=all,scope=Cluster
 * +kubebuilder:storageversion
 * +kubebuilder:subresource:status
 * +kubebuilder:subresource:scale:specpath=.spec.replicas,statuspath=.status.replicas,selectorpath=.status.selector
 * +kubebuilder:printcolumn:name=Replicas,type=integer,format=int32,JSONPath=.spec.replicas,description="how many"
 * +kubebuilder:selectablefield:JSONPath=.spec.owner
 * +kubebuilder:metadata:labels="team=shops",annotations="example.com/since=2026"
 */
export interface Shop extends CustomResource<ShopSpec, ShopStatus> {}
export const Shop = defineKind<Shop>({
  group: 'goldens.kubewright.dev',
  version: 'v1',
  kind: 'Shop',
  namespaced: false,
});

interface ShopSpec {
  replicas?: int32;
  owner?: string;
}

interface ShopStatus {
  replicas?: int32;
  selector?: string;
}
