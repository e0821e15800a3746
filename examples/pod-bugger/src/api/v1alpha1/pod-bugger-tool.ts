import { defineKind } from 'kubewright';
import type { Condition, CustomResource, int32, int64 } from 'kubewright';
import type { SecurityContext } from 'kubewright/core/v1';

// +kubebuilder:subresource:status
// +kubebuilder:printcolumn:name=Image,type=string,JSONPath=.spec.image
// +kubebuilder:printcolumn:name=Installed,type=integer,JSONPath=.status.installed
// +kubebuilder:printcolumn:name=Ready,type=string,JSONPath=.status.conditions[?(@.type=='Ready')].status
// +kubebuilder:printcolumn:name=Age,type=date,JSONPath=.metadata.creationTimestamp
// +kubebuilder:validation:XValidation:rule="self.metadata.name.matches('^[a-z0-9-]{1,56}$')",message="the name becomes part of a container's: at most 56 lower-case letters, digits and hyphens"

/** PodBuggerTool adds a debugging tool to the running pods of its namespace that have certain labels. */
export interface PodBuggerTool extends CustomResource<PodBuggerToolSpec, PodBuggerToolStatus> {}
export const PodBuggerTool = defineKind<PodBuggerTool>({
  group: 'tools.example.com',
  version: 'v1alpha1',
  kind: 'PodBuggerTool',
});

/**
 * PodBuggerToolSpec is what the tool is, and who gets it. Pods that have it already keep it as it is when this changes:
 * Kubernetes neither changes nor removes an ephemeral container.
 */
export interface PodBuggerToolSpec {
  /**
   * Pods that have all of these labels get the tool.
   *
   * @minProperties 1
   * @maxProperties 8
   * +kubebuilder:validation:XValidation:rule="self.all(name, !format.qualifiedName().validate(name).hasValue() && !format.labelValue().validate(self[name]).hasValue())",message="no pod can have such labels"
   */
  labels: Record<string, LabelValue>;
  /**
   * Image of the ephemeral container.
   *
   * @minLength 1
   */
  image: string;
  /** What to run in place of the entrypoint of the image. */
  command?: string[];
  /** Arguments in place of those of the image. */
  args?: string[];
  /** The container of the pods whose processes the tool sees. */
  targetContainerName?: string;
  /** With which rights the tool runs; those of the pod where it says nothing. */
  securityContext?: SecurityContext;
}

/**
 * The value of a label.
 *
 * @maxLength 63
 */
export type LabelValue = string;

/** PodBuggerToolStatus is where the tool is. */
export interface PodBuggerToolStatus {
  /** The generation of the tool that this is about. */
  observedGeneration?: int64;
  /** Number of pods that have the tool. */
  installed?: int32;
  /**
   * The pods that have the tool now, in alphabetical order.
   *
   * +listType=map
   * +listMapKey=name
   */
  pods?: PodWithTool[];
  /**
   * Ready is true when every pod that should have the tool has it.
   *
   * +listType=map
   * +listMapKey=type
   */
  conditions?: Condition[];
}

/** PodWithTool is a pod that has the tool. */
export interface PodWithTool {
  /** Name of the pod. */
  name: string;
  /** The image it got, which stays when the tool gets another. */
  image: string;
}
