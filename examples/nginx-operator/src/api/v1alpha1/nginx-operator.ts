import { defineKind } from 'kubewright';
import type { CustomResource, int32 } from 'kubewright';
import type { NginxOperatorStatus } from '../v1/nginx-operator.js';

// +kubebuilder:subresource:status
// +kubebuilder:printcolumn:name=Port,type=integer,JSONPath=.spec.port
// +kubebuilder:printcolumn:name=Replicas,type=integer,JSONPath=.status.readyReplicas
// +kubebuilder:printcolumn:name=Age,type=date,JSONPath=.metadata.creationTimestamp

/** NginxOperator as it first was: an nginx has one port. */
export interface NginxOperator extends CustomResource<NginxOperatorSpec, NginxOperatorStatus> {}
export const NginxOperator = defineKind<NginxOperator>({
  group: 'operator.example.com',
  version: 'v1alpha1',
  kind: 'NginxOperator',
});

/** NginxOperatorSpec is what may be different from the manifests. */
export interface NginxOperatorSpec {
  /**
   * Port on which nginx listens. Without it that of the manifests stays.
   *
   * @minimum 1
   * @maximum 65535
   */
  port?: int32;
  /**
   * Number of pods. Without it that of the manifests stays.
   *
   * @minimum 0
   */
  replicas?: int32;
  /** Any text: when it changes, all pods are replaced one after the other. */
  forceRedeploy?: string;
}
