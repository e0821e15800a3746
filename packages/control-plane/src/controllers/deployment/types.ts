import type { Stored } from '@kubewright/api';
import type { Deployment, ReplicaSet } from '@kubewright/api/apps/v1';
import type { ReconcileContext } from '@kubewright/runtime';
import type { WrittenVersions } from '../../shared/written-versions.js';

/** The ReplicaSets of a Deployment: the one whose template is the Deployment's now, and all others. */
export interface ReplicaSets {
  /** Absent until it is created. */
  current: Stored<ReplicaSet> | undefined;
  old: Stored<ReplicaSet>[];
}

/** One reconcile of one Deployment: the object, which the steps bring forward with each write, and the means. */
export interface DeploymentSync {
  deployment: Stored<Deployment>;
  readonly context: ReconcileContext;
  /** What was written to Deployments and ReplicaSets here. */
  readonly written: WrittenVersions;
}

/** Old and current ReplicaSets in one list. */
export function allReplicaSets(sets: ReplicaSets): Stored<ReplicaSet>[] {
  return sets.current === undefined ? sets.old : [...sets.old, sets.current];
}
