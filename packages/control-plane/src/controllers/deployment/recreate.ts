import type { Stored } from '@kubewright/api';
import type { ReplicaSet } from '@kubewright/api/apps/v1';
import type { Pod } from '@kubewright/api/core/v1';
import type { Result } from '@kubewright/runtime';
import { isPodTerminal } from '../../shared/pods.js';
import { activeReplicaSets, sumStatus } from '../../shared/replica-sets.js';
import { cleanUpHistory } from './history.js';
import { syncRolloutStatus } from './progress.js';
import { syncRevision } from './replica-sets.js';
import { scaleReplicaSet } from './scaling.js';
import { isComplete } from './status.js';
import { deploymentReplicas } from './strategy.js';
import type { DeploymentSync, ReplicaSets } from './types.js';

/** One step of a Recreate rollout: old ReplicaSets to zero, then wait for their pods to end, then the current one up. */
export async function rolloutRecreate(
  sync: DeploymentSync,
  owned: readonly Stored<ReplicaSet>[],
  podsByReplicaSet: ReadonlyMap<string, readonly Pod[]>,
): Promise<Result | undefined> {
  let sets = await syncRevision(sync, owned, { create: false });
  const active = activeReplicaSets(sets.old);
  for (const old of active) await scaleReplicaSet(sync, old, 0);
  if (active.length > 0 || oldPodsRunning(sets, podsByReplicaSet)) return syncRolloutStatus(sync, sets);
  if (sets.current === undefined) sets = await syncRevision(sync, owned, { create: true });
  if (sets.current !== undefined) {
    await scaleReplicaSet(sync, sets.current, deploymentReplicas(sync.deployment));
  }
  if (isComplete(sync.deployment, sync.deployment.status)) await cleanUpHistory(sync, sets.old);
  return syncRolloutStatus(sync, sets);
}

function oldPodsRunning(sets: ReplicaSets, podsByReplicaSet: ReadonlyMap<string, readonly Pod[]>): boolean {
  if (sumStatus(sets.old, 'replicas') > 0) return true;
  for (const [uid, pods] of podsByReplicaSet) {
    if (uid === sets.current?.metadata.uid) continue;
    if (pods.some((pod) => !isPodTerminal(pod))) return true;
  }
  return false;
}
