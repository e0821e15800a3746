import { defineKind } from '@kubewright/api';
import type { int32, KubernetesObject } from '@kubewright/api';
import type { CronJobSpec } from '../cronjob/v1beta1/types.js';

/** Job is the Schema for the jobs API */
export interface Job extends KubernetesObject {
  spec: JobSpec;
}
export const Job = defineKind<Job>({ group: 'testdata.kubebuilder.io', version: 'v1beta1', kind: 'Job' });

/** JobSpec is the spec for the jobs API. */
export interface JobSpec {
  /**
   * FriendlyName is the friendly name for the job.
   *
   * +kubebuilder:validation:MinLength=5
   */
  friendlyName: string;
  /**
   * Count is the number of times a job may be executed.
   *
   * +kubebuilder:validation:Minimum=0
   * +kubebuilder:validation:Maximum=10
   */
  count: int32;
  /** CronJob is the spec for the related CrongJob. */
  crongJob: CronJobSpec;
}
