import { defineKind } from 'kubewright';
import type { CustomResource, int32 } from 'kubewright';

// +kubebuilder:subresource:status
// +kubebuilder:subresource:scale:specpath=.spec.size,statuspath=.status.availableReplicas
// +kubebuilder:printcolumn:name=Size,type=integer,JSONPath=.spec.size
// +kubebuilder:printcolumn:name=Available,type=integer,JSONPath=.status.availableReplicas
// +kubebuilder:printcolumn:name=Age,type=date,JSONPath=.metadata.creationTimestamp
// +kubebuilder:validation:XValidation:rule="size(self.metadata.name) <= 63",message="the name becomes a label of the pods: at most 63 characters"

/** PodSet keeps a number of busybox pods running. */
export interface PodSet extends CustomResource<PodSetSpec, PodSetStatus> {}
export const PodSet = defineKind<PodSet>({ group: 'app.example.com', version: 'v1alpha1', kind: 'PodSet' });

/** PodSetSpec is what the PodSet should be. */
export interface PodSetSpec {
  /**
   * Number of pods.
   *
   * @minimum 0
   */
  size: int32;
}

/** PodSetStatus is what became of it. */
export interface PodSetStatus {
  /**
   * Names of the pods, in alphabetical order.
   *
   * +listType=set
   */
  nodes?: string[];
  /** Number of pods that are ready to be used. */
  availableReplicas?: int32;
}
