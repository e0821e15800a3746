import { defineKind } from 'kubewright';
import type { Condition, CustomResource, int32 } from 'kubewright';

// +kubebuilder:subresource:status
// +kubebuilder:storageversion
// +kubebuilder:printcolumn:name=Replicas,type=integer,JSONPath=.status.readyReplicas
// +kubebuilder:printcolumn:name=Available,type=string,JSONPath=.status.conditions[?(@.type=="OperandAvailable")].status
// +kubebuilder:printcolumn:name=Degraded,type=string,JSONPath=.status.conditions[?(@.type=="OperatorDegraded")].reason,priority=1
// +kubebuilder:printcolumn:name=Age,type=date,JSONPath=.metadata.creationTimestamp

/** NginxOperator keeps an nginx running, as the manifests that come with the operator describe it. */
export interface NginxOperator extends CustomResource<NginxOperatorSpec, NginxOperatorStatus> {}
export const NginxOperator = defineKind<NginxOperator>({
  group: 'operator.example.com',
  version: 'v1',
  kind: 'NginxOperator',
});

/** NginxOperatorSpec is what may be different from the manifests. */
export interface NginxOperatorSpec {
  /**
   * Ports on which nginx listens, and its Service with it. Without them those of the manifests stay.
   *
   * @minItems 1
   * @maxItems 16
   *
   * +listType=map
   * +listMapKey=name
   * +kubebuilder:validation:XValidation:rule="self.all(a, self.exists_one(b, a.port == b.port))",message="each port may be there once"
   */
  ports?: NginxPort[];
  /**
   * Number of pods. Without it that of the manifests stays.
   *
   * @minimum 0
   */
  replicas?: int32;
  /** Any text: when it changes, all pods are replaced one after the other. */
  forceRedeploy?: string;
}

/** NginxPort is one port on which nginx listens. */
export interface NginxPort {
  /**
   * A name by which others refer to the port.
   *
   * @minLength 1
   * @maxLength 15
   * @pattern ^[a-z0-9]([-a-z0-9]*[a-z0-9])?$
   */
  name: string;
  /**
   * @minimum 1
   * @maximum 65535
   */
  port: int32;
}

/** NginxOperatorStatus is what the operator has seen. */
export interface NginxOperatorStatus {
  /** Pods that are ready. */
  readyReplicas?: int32;
  /**
   * OperatorDegraded: whether the operator fails to do what the spec asks for. OperandAvailable: whether all pods are as
   * the spec asks, and available.
   *
   * +listType=map
   * +listMapKey=type
   */
  conditions?: Condition[];
}
