import { defineKind } from '@kubewright/api';
import type { Condition, CustomResource, int32 } from '@kubewright/api';
import type { EnvVar, ResourceRequirements, Toleration } from '@kubewright/api/core/v1';
import type { Target } from './backup.js';

/**
 * Restore is the Schema for the restores API.
 * +kubebuilder:subresource:status
 * +kubebuilder:resource:scope=Cluster
 */
export interface Restore extends CustomResource<RestoreSpec, RestoreStatus> {}
export const Restore = defineKind<Restore>({ group: 'bench.example.com', version: 'v1', kind: 'Restore' });

/** RestoreSpec defines the desired state of Restore. */
export interface RestoreSpec {
  /**
   * The backup to restore.
   * +kubebuilder:validation:MinLength=1
   */
  backup: string;
  /** Where it lies. */
  source: Target;
  /** How many pods read at once. */
  parallelism?: int32;
  /** Variables of the pods. */
  env?: EnvVar[];
  /** What the pods may use. */
  resources?: ResourceRequirements;
  /** What the pods tolerate. */
  tolerations?: Toleration[];
}

/** RestoreStatus defines the observed state of Restore. */
export interface RestoreStatus {
  /** How much is done, in percent. */
  percent?: int32;
  /** The conditions of the restore. */
  conditions?: Condition[];
}

// +kubebuilder:rbac:groups=bench.example.com,resources=backups;restores,verbs=get;list;watch
// +kubebuilder:rbac:groups=bench.example.com,resources=backups/status;restores/status,verbs=get;update;patch
// +kubebuilder:rbac:groups=batch,resources=jobs,verbs=get;list;watch;create;update;patch;delete
