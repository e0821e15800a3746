import { defineKind } from '@kubewright/api';
import type { Condition, CustomResource, Duration, int32, int64, LabelSelector, Time } from '@kubewright/api';
import type { PodTemplateSpec, SecretKeySelector } from '@kubewright/api/core/v1';

/**
 * Backup is the Schema for the backups API.
 * +kubebuilder:subresource:status
 * +kubebuilder:resource:shortName=bk,categories=all
 * +kubebuilder:printcolumn:name="Phase",type=string,JSONPath=`.status.phase`
 * +kubebuilder:printcolumn:name="Age",type=date,JSONPath=`.metadata.creationTimestamp`
 */
export interface Backup extends CustomResource<BackupSpec, BackupStatus> {}
export const Backup = defineKind<Backup>({ group: 'bench.example.com', version: 'v1', kind: 'Backup' });

/**
 * BackupSpec defines the desired state of Backup.
 * +kubebuilder:validation:XValidation:rule="!has(self.schedule) || !has(self.startAt)",message="schedule and startAt exclude each other"
 */
export interface BackupSpec {
  /**
   * The schedule in Cron format.
   * +kubebuilder:validation:MinLength=9
   */
  schedule?: string;
  /** When to start, once. */
  startAt?: Time;
  /**
   * How many runs to keep.
   * +kubebuilder:validation:Minimum=1
   * +kubebuilder:validation:Maximum=100
   * +kubebuilder:default=3
   */
  keep?: int32;
  /** The size at which a run is split, in bytes. */
  splitAt?: int64;
  /** How long a run may take. */
  timeout?: Duration;
  /** What to do with a run that is still going when the next is due. */
  concurrencyPolicy?: ConcurrencyPolicy;
  /** What is backed up. */
  selector: LabelSelector;
  /**
   * Where runs go.
   * +listType=map
   * +listMapKey=name
   * +kubebuilder:validation:MinItems=1
   */
  targets: Target[];
  /** The pod of a run. */
  template: PodTemplateSpec;
  /** Pods before and after a run, by name. */
  hooks?: Record<string, PodTemplateSpec>;
}

/** ConcurrencyPolicy describes how runs that overlap are handled. */
export type ConcurrencyPolicy = 'Allow' | 'Forbid' | 'Replace';

/** Target is a place for runs. */
export interface Target {
  /** Name of the target. */
  name: string;
  /**
   * The address of the bucket.
   * +kubebuilder:validation:Pattern=`^s3://[a-z0-9.-]+(/.*)?$`
   */
  url: string;
  /** The key to sign in with. */
  credentials: SecretKeySelector;
  /** Further options of the target. */
  options?: Record<string, string>;
}

/** BackupStatus defines the observed state of Backup. */
export interface BackupStatus {
  /** A word for where the backup is. */
  phase?: string;
  /** When the last run began. */
  lastRun?: Time;
  /**
   * The conditions of the backup.
   * +listType=map
   * +listMapKey=type
   */
  conditions?: Condition[];
  /** How often each target was written. */
  written?: Record<string, int32>;
}
