import type { Deployment, ReplicaSet } from '@kubewright/api/apps/v1';
import { scaleIntOrPercent } from '../../shared/int-or-percent.js';
import { desiredReplicas, sumDesired } from '../../shared/replica-sets.js';

const maxInt32 = 2 ** 31 - 1;

/** The number of pods the Deployment asks for; the server defaults it to 1. */
export function deploymentReplicas(deployment: Deployment): number {
  return deployment.spec?.replicas ?? 1;
}

export function isRollingUpdate(deployment: Deployment): boolean {
  return deployment.spec?.strategy?.type === 'RollingUpdate';
}

/** maxSurge and maxUnavailable as numbers of pods; both may not be zero, or nothing could ever move (ResolveFenceposts). */
function resolveFenceposts(deployment: Deployment): { surge: number; unavailable: number } {
  const desired = deploymentReplicas(deployment);
  const parameters = deployment.spec?.strategy?.rollingUpdate;
  const surge = scaleIntOrPercent(parameters?.maxSurge, desired, 'up');
  const unavailable = scaleIntOrPercent(parameters?.maxUnavailable, desired, 'down');
  return { surge, unavailable: surge === 0 && unavailable === 0 ? 1 : unavailable };
}

/** How many pods may be missing during a rolling update. */
export function maxUnavailable(deployment: Deployment): number {
  const desired = deploymentReplicas(deployment);
  if (!isRollingUpdate(deployment) || desired === 0) return 0;
  return Math.min(resolveFenceposts(deployment).unavailable, desired);
}

/** How many pods may exist above the desired number during a rolling update. */
export function maxSurge(deployment: Deployment): number {
  return isRollingUpdate(deployment) ? resolveFenceposts(deployment).surge : 0;
}

/** How many pods the current ReplicaSet should have now, given all others (NewRSNewReplicas). */
export function replicasForCurrent(
  deployment: Deployment,
  all: readonly ReplicaSet[],
  current: ReplicaSet,
): number {
  const desired = deploymentReplicas(deployment);
  if (!isRollingUpdate(deployment)) return desired;
  const surge = scaleIntOrPercent(deployment.spec?.strategy?.rollingUpdate?.maxSurge, desired, 'up');
  const room = desired + surge - sumDesired(all);
  const now = desiredReplicas(current);
  return room <= 0 ? now : now + Math.min(room, desired - now);
}

/** Whether lack of progress is to be reported; the largest int32 stands for no deadline. */
export function hasProgressDeadline(deployment: Deployment): boolean {
  const seconds = deployment.spec?.progressDeadlineSeconds;
  return seconds !== undefined && seconds !== maxInt32;
}

/** Whether old ReplicaSets are to be cleaned up; the largest int32 stands for keeping all. */
export function hasRevisionHistoryLimit(deployment: Deployment): boolean {
  const limit = deployment.spec?.revisionHistoryLimit;
  return limit !== undefined && limit !== maxInt32;
}
