import { defineKind } from '@kubewright/api';
import type { KubernetesObject } from '@kubewright/api';

/**
 * CronJob is the Schema for the cronjobs API
 * +kubebuilder:subresource:status
 * +kubebuilder:resource:singular=mycronjob
 * +kubebuilder:deprecatedversion:warning="use v1 instead, this version causes your data center to catch fire when used on Tuesdays"
 */
export interface CronJob extends KubernetesObject {}
export const CronJob = defineKind<CronJob>({
  group: 'testdata.kubebuilder.io',
  version: 'v1beta2',
  kind: 'CronJob',
});
