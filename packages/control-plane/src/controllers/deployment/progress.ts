import type { Stored } from '@kubewright/api';
import type { Deployment, DeploymentStatus } from '@kubewright/api/apps/v1';
import { requeueAfter } from '@kubewright/runtime';
import type { Result } from '@kubewright/runtime';
import {
  deploymentCondition,
  findCondition,
  removeCondition,
  replicaFailure,
  setCondition,
} from './conditions.js';
import { calculateStatus, isComplete, writeStatus } from './status.js';
import { hasProgressDeadline } from './strategy.js';
import { allReplicaSets } from './types.js';
import type { DeploymentSync, ReplicaSets } from './types.js';

/**
 * Writes the status during a rollout, with an estimate of its progress (syncRolloutStatus). When nothing changed and
 * the rollout is not done, asks to be called again when its deadline has passed.
 */
export async function syncRolloutStatus(
  sync: DeploymentSync,
  sets: ReplicaSets,
): Promise<Result | undefined> {
  const { deployment } = sync;
  const status = calculateStatus(sync, sets);
  if (!hasProgressDeadline(deployment)) removeCondition(status, 'Progressing');
  const standing = findCondition(deployment.status, 'Progressing');
  const settled =
    (status.replicas ?? 0) === (status.updatedReplicas ?? 0) && standing?.reason === 'NewReplicaSetAvailable';
  if (hasProgressDeadline(deployment) && !settled) estimateProgress(sync, sets, status);
  const failure = replicaFailure(allReplicaSets(sets), sets.current);
  if (failure === undefined) removeCondition(status, 'ReplicaFailure');
  else setCondition(status, failure);
  if (await writeStatus(sync, status)) return undefined;
  return progressCheck(deployment, status, sync.context.clock.now());
}

function estimateProgress(sync: DeploymentSync, sets: ReplicaSets, status: DeploymentStatus): void {
  const { deployment } = sync;
  const now = sync.context.clock.now();
  const subject =
    sets.current === undefined
      ? `Deployment "${deployment.metadata.name}"`
      : `ReplicaSet "${sets.current.metadata.name}"`;
  if (isComplete(deployment, status)) {
    const message = `${subject} has successfully progressed.`;
    setCondition(status, deploymentCondition('Progressing', 'True', 'NewReplicaSetAvailable', message, now));
    return;
  }
  if (hasProgressed(deployment.status, status)) {
    const message = `${subject} is progressing.`;
    const condition = deploymentCondition('Progressing', 'True', 'ReplicaSetUpdated', message, now);
    const standing = findCondition(deployment.status, 'Progressing');
    if (standing?.status === 'True' && standing.lastTransitionTime !== undefined) {
      condition.lastTransitionTime = standing.lastTransitionTime;
    }
    // Removed first, so that the update time moves with each bit of progress although the reason stays.
    removeCondition(status, 'Progressing');
    setCondition(status, condition);
    return;
  }
  if (hasTimedOut(deployment, status, now)) {
    const message = `${subject} has timed out progressing.`;
    setCondition(
      status,
      deploymentCondition('Progressing', 'False', 'ProgressDeadlineExceeded', message, now),
    );
  }
}

/** More updated, ready or available pods, or fewer old ones, than before (DeploymentProgressing). */
function hasProgressed(before: DeploymentStatus | undefined, after: DeploymentStatus): boolean {
  const old = (status: DeploymentStatus | undefined) =>
    (status?.replicas ?? 0) - (status?.updatedReplicas ?? 0);
  return (
    (after.updatedReplicas ?? 0) > (before?.updatedReplicas ?? 0) ||
    old(after) < old(before) ||
    (after.readyReplicas ?? 0) > (before?.readyReplicas ?? 0) ||
    (after.availableReplicas ?? 0) > (before?.availableReplicas ?? 0)
  );
}

function hasTimedOut(deployment: Deployment, status: DeploymentStatus, nowMs: number): boolean {
  const condition = findCondition(status, 'Progressing');
  if (condition === undefined || condition.reason === 'NewReplicaSetAvailable') return false;
  if (condition.reason === 'ProgressDeadlineExceeded') return true;
  return deadlineMs(deployment, condition.lastUpdateTime) < nowMs;
}

function deadlineMs(deployment: Deployment, from: string | undefined): number {
  const start = from === undefined ? 0 : Date.parse(from);
  return start + (deployment.spec?.progressDeadlineSeconds ?? 0) * 1000;
}

/** When to look again at a rollout that shows no progress (requeueStuckDeployment). */
function progressCheck(
  deployment: Stored<Deployment>,
  status: DeploymentStatus,
  nowMs: number,
): Result | undefined {
  const condition = findCondition(deployment.status, 'Progressing');
  if (!hasProgressDeadline(deployment) || condition === undefined) return undefined;
  if (isComplete(deployment, status) || condition.reason === 'ProgressDeadlineExceeded') return undefined;
  const wait = deadlineMs(deployment, condition.lastUpdateTime) - nowMs;
  // One second more, because times in the status are whole seconds.
  return requeueAfter(Math.max(wait, 0) + 1000);
}
