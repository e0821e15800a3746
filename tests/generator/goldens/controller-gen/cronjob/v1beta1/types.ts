// +groupName=testdata.kubebuilder.io
// +versionName=v1beta1

import type { int32, KubernetesObject } from '@kubewright/api';

/** CronJobSpec defines the desired state of CronJob */
export interface CronJobSpec {
  /**
   * This tests that markers that are allowed on both fields and types are applied to fields
   * @minLength 4
   */
  twoOfAKindPart0: string;
  /**
   * @minimum -2
   * @maximum 2
   * @multipleOf 2
   */
  int32WithValidations: int32;
}

// +kubebuilder:object:root=true
// +kubebuilder:subresource:status
// +kubebuilder:resource:singular=mycronjob
// +kubebuilder:unservedversion

/** CronJob is the Schema for the cronjobs API */
export interface CronJob extends KubernetesObject {
  spec?: CronJobSpec;
}
