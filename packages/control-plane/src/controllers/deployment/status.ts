import { jsonEquals } from '@kubewright/api';
import type { Stored } from '@kubewright/api';
import type { Deployment, DeploymentStatus, ReplicaSet } from '@kubewright/api/apps/v1';
import { sumDesired, sumStatus } from '../../shared/replica-sets.js';
import { deploymentCondition, setCondition } from './conditions.js';
import { deploymentReplicas, maxUnavailable } from './strategy.js';
import { allReplicaSets } from './types.js';
import type { DeploymentSync, ReplicaSets } from './types.js';

/** Writes the status, and the revision annotation, which travels with it; later steps see the stored object. */
export async function updateDeploymentStatus(
  sync: DeploymentSync,
  deployment: Stored<Deployment>,
): Promise<void> {
  sync.deployment = sync.written.wrote(await sync.context.client.status.update(deployment));
}

/** Writes what the ReplicaSets add up to, when it differs from what stands (syncDeploymentStatus). */
export async function syncStatus(sync: DeploymentSync, sets: ReplicaSets): Promise<void> {
  await writeStatus(sync, calculateStatus(sync, sets));
}

/** Writes a status that differs from the one that stands; returns whether it did. */
export async function writeStatus(sync: DeploymentSync, status: DeploymentStatus): Promise<boolean> {
  if (jsonEquals(sync.deployment.status ?? {}, status)) return false;
  await updateDeploymentStatus(sync, { ...sync.deployment, status });
  return true;
}

/** The status that the ReplicaSets add up to; counters of zero are left out, as the server leaves them out. */
export function calculateStatus(sync: DeploymentSync, sets: ReplicaSets): DeploymentStatus {
  const { deployment } = sync;
  const all = allReplicaSets(sets);
  const available = sumStatus(all, 'availableReplicas');
  const counters = {
    observedGeneration: deployment.metadata.generation ?? 0,
    replicas: sumStatus(all, 'replicas'),
    updatedReplicas: sets.current?.status?.replicas ?? 0,
    readyReplicas: sumStatus(all, 'readyReplicas'),
    availableReplicas: available,
    unavailableReplicas: Math.max(0, sumDesired(all) - available),
  };
  const status: DeploymentStatus = Object.fromEntries(Object.entries(counters).filter(([, n]) => n !== 0));
  const terminating = terminatingReplicas(all);
  if (terminating !== undefined) status.terminatingReplicas = terminating;
  const { collisionCount, conditions } = deployment.status ?? {};
  if (collisionCount !== undefined) status.collisionCount = collisionCount;
  if (conditions !== undefined) status.conditions = [...conditions];
  const enough = available >= deploymentReplicas(deployment) - maxUnavailable(deployment);
  setCondition(
    status,
    deploymentCondition(
      'Available',
      enough ? 'True' : 'False',
      enough ? 'MinimumReplicasAvailable' : 'MinimumReplicasUnavailable',
      enough ? 'Deployment has minimum availability.' : 'Deployment does not have minimum availability.',
      sync.context.clock.now(),
    ),
  );
  return status;
}

/** The sum over the ReplicaSets; unknown while one that was synced does not report it. */
function terminatingReplicas(all: readonly ReplicaSet[]): number | undefined {
  let sum = 0;
  for (const { status } of all) {
    if (status?.terminatingReplicas === undefined) {
      if ((status?.observedGeneration ?? 0) === 0) continue;
      return undefined;
    }
    sum += status.terminatingReplicas;
  }
  return sum;
}

/** Whether all desired replicas are updated and available, and none of the old remain (DeploymentComplete). */
export function isComplete(deployment: Deployment, status: DeploymentStatus | undefined): boolean {
  const desired = deploymentReplicas(deployment);
  return (
    (status?.updatedReplicas ?? 0) === desired &&
    (status?.replicas ?? 0) === desired &&
    (status?.availableReplicas ?? 0) === desired &&
    (status?.observedGeneration ?? 0) >= (deployment.metadata?.generation ?? 0)
  );
}
