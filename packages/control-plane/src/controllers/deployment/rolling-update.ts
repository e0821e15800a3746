import type { Stored } from '@kubewright/api';
import type { Deployment, ReplicaSet } from '@kubewright/api/apps/v1';
import type { Result } from '@kubewright/runtime';
import {
  activeReplicaSets,
  byCreation,
  desiredReplicas,
  sumDesired,
  sumStatus,
} from '../../shared/replica-sets.js';
import { cleanUpHistory } from './history.js';
import { syncRolloutStatus } from './progress.js';
import { syncRevision } from './replica-sets.js';
import { scaleReplicaSet } from './scaling.js';
import { isComplete } from './status.js';
import { deploymentReplicas, maxUnavailable, replicasForCurrent } from './strategy.js';
import { allReplicaSets } from './types.js';
import type { DeploymentSync, ReplicaSets } from './types.js';

/** One step of a rolling update: the current ReplicaSet up if there is room, else the old ones down if enough pods are available. */
export async function rolloutRolling(
  sync: DeploymentSync,
  owned: readonly Stored<ReplicaSet>[],
): Promise<Result | undefined> {
  const sets = await syncRevision(sync, owned, { create: true });
  const { current } = sets;
  if (current !== undefined) {
    if (await scaleCurrent(sync, sets, current)) return syncRolloutStatus(sync, sets);
    if (await scaleOld(sync, sets, current)) return syncRolloutStatus(sync, sets);
  }
  if (isComplete(sync.deployment, sync.deployment.status)) await cleanUpHistory(sync, sets.old);
  return syncRolloutStatus(sync, sets);
}

async function scaleCurrent(
  sync: DeploymentSync,
  sets: ReplicaSets,
  current: Stored<ReplicaSet>,
): Promise<boolean> {
  const { deployment } = sync;
  const size = desiredReplicas(current);
  const wanted = deploymentReplicas(deployment);
  if (size === wanted) return false;
  const next = size > wanted ? wanted : replicasForCurrent(deployment, allReplicaSets(sets), current);
  if (next === size) return false;
  await scaleReplicaSet(sync, current, next);
  return true;
}

async function scaleOld(
  sync: DeploymentSync,
  sets: ReplicaSets,
  current: Stored<ReplicaSet>,
): Promise<boolean> {
  const { deployment } = sync;
  const old = activeReplicaSets(sets.old);
  if (sumDesired(old) === 0) return false;
  const minAvailable = deploymentReplicas(deployment) - maxUnavailable(deployment);
  const currentUnavailable = desiredReplicas(current) - (current.status?.availableReplicas ?? 0);
  const maxScaledDown = sumDesired(allReplicaSets(sets)) - minAvailable - currentUnavailable;
  if (maxScaledDown <= 0) return false;
  const targets = scaleDownTargets(deployment, old, current, maxScaledDown);
  for (const { replicaSet, steps } of targets) {
    let updated = replicaSet;
    for (const replicas of steps) updated = await scaleReplicaSet(sync, updated, replicas);
  }
  return targets.length > 0;
}

/**
 * How far each old ReplicaSet goes down. First those pods that are not available anyway, at most `maxScaledDown` of
 * them, because they would block the rollout; then available ones, as far as enough stay available
 * (cleanupUnhealthyReplicas, scaleDownOldReplicaSetsForRollingUpdate). Each kind is a step of its own, as there.
 */
export function scaleDownTargets(
  deployment: Deployment,
  old: readonly Stored<ReplicaSet>[],
  current: ReplicaSet,
  maxScaledDown: number,
): Array<{ replicaSet: Stored<ReplicaSet>; steps: number[] }> {
  const plans = [...old].sort(byCreation).map((replicaSet) => ({
    replicaSet,
    size: desiredReplicas(replicaSet),
    steps: [] as number[],
  }));
  let unhealthy = maxScaledDown;
  for (const plan of plans) {
    const count = Math.min(unhealthy, plan.size - (plan.replicaSet.status?.availableReplicas ?? 0));
    if (plan.size === 0 || count <= 0) continue;
    plan.size -= count;
    unhealthy -= count;
    plan.steps.push(plan.size);
  }
  const minAvailable = deploymentReplicas(deployment) - maxUnavailable(deployment);
  let spare = sumStatus([...old, current], 'availableReplicas') - minAvailable;
  for (const plan of plans) {
    const count = Math.min(plan.size, spare);
    if (count <= 0) continue;
    plan.size -= count;
    spare -= count;
    plan.steps.push(plan.size);
  }
  return plans
    .filter((plan) => plan.steps.length > 0)
    .map(({ replicaSet, steps }) => ({ replicaSet, steps }));
}
