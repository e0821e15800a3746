import { deepClone } from '@kubewright/api';
import type { Stored } from '@kubewright/api';
import type { Deployment, ReplicaSet } from '@kubewright/api/apps/v1';
import {
  activeReplicaSets,
  byCreation,
  bySizeNewer,
  bySizeOlder,
  desiredReplicas,
  sumDesired,
} from '../../shared/replica-sets.js';
import {
  countAnnotation,
  desiredReplicasAnnotation,
  maxReplicasAnnotation,
  replicasAnnotationsDiffer,
  setReplicasAnnotations,
} from './annotations.js';
import { deploymentReplicas, isRollingUpdate, maxSurge } from './strategy.js';
import { allReplicaSets } from './types.js';
import type { DeploymentSync, ReplicaSets } from './types.js';

/** Whether the Deployment was scaled since its ReplicaSets were (isScalingEvent). */
export function isScalingEvent(deployment: Deployment, sets: ReplicaSets): boolean {
  return activeReplicaSets(allReplicaSets(sets)).some((replicaSet) => {
    const desired = countAnnotation(replicaSet, desiredReplicasAnnotation);
    return desired !== undefined && desired !== deploymentReplicas(deployment);
  });
}

/**
 * Scales one ReplicaSet and notes the Deployment's size on it, with an event. Returns the stored ReplicaSet, or the
 * same one when nothing was to be done. With `force` the notes are brought up to date although the size stays.
 */
export async function scaleReplicaSet(
  sync: DeploymentSync,
  replicaSet: Stored<ReplicaSet>,
  replicas: number,
  options: { force?: boolean } = {},
): Promise<Stored<ReplicaSet>> {
  const before = desiredReplicas(replicaSet);
  if (options.force !== true && before === replicas) return replicaSet;
  const { deployment } = sync;
  if (before === replicas && !replicasAnnotationsDiffer(deployment, replicaSet)) return replicaSet;
  const copy = deepClone(replicaSet);
  if (copy.spec !== undefined) copy.spec.replicas = replicas;
  setReplicasAnnotations(deployment, copy);
  const updated = sync.written.wrote(await sync.context.client.update(copy));
  if (before !== replicas) {
    const direction = before < replicas ? 'up' : 'down';
    const message = `Scaled ${direction} replica set ${copy.metadata.name} from ${String(before)} to ${String(replicas)}`;
    sync.context.events.event(deployment, { reason: 'ScalingReplicaSet', message });
  }
  return updated;
}

/**
 * Brings the ReplicaSets to the Deployment's size without hastening a rollout: a single active one, or the newest, gets
 * all; several share the difference in proportion to their sizes (scale).
 */
export async function scale(sync: DeploymentSync, sets: ReplicaSets): Promise<void> {
  const { deployment } = sync;
  const single = activeOrLatest(sets);
  if (single !== undefined) {
    await scaleReplicaSet(sync, single, deploymentReplicas(deployment));
    return;
  }
  if (isSaturated(deployment, sets.current)) {
    for (const old of activeReplicaSets(sets.old)) await scaleReplicaSet(sync, old, 0);
    return;
  }
  if (!isRollingUpdate(deployment)) return;
  const active = activeReplicaSets(allReplicaSets(sets));
  for (const { replicaSet, replicas } of proportionalSizes(deployment, active)) {
    await scaleReplicaSet(sync, replicaSet, replicas, { force: true });
  }
}

function activeOrLatest(sets: ReplicaSets): Stored<ReplicaSet> | undefined {
  const active = activeReplicaSets(allReplicaSets(sets));
  if (active.length > 1) return undefined;
  return active[0] ?? sets.current ?? [...sets.old].sort(byCreation).at(-1);
}

/** Whether the Deployment and its current ReplicaSet agree that it holds all replicas, and all are available (IsSaturated). */
function isSaturated(deployment: Deployment, current: ReplicaSet | undefined): boolean {
  if (current === undefined) return false;
  const replicas = deploymentReplicas(deployment);
  return (
    desiredReplicas(current) === replicas &&
    countAnnotation(current, desiredReplicasAnnotation) === replicas &&
    (current.status?.availableReplicas ?? 0) === replicas
  );
}

/** The sizes that active ReplicaSets get when a rollout is scaled halfway; what rounding leaves goes to the largest. */
export function proportionalSizes(
  deployment: Deployment,
  active: readonly Stored<ReplicaSet>[],
): Array<{ replicaSet: Stored<ReplicaSet>; replicas: number }> {
  const replicas = deploymentReplicas(deployment);
  const allowed = replicas > 0 ? replicas + maxSurge(deployment) : 0;
  const toAdd = allowed - sumDesired(active);
  const sorted = [...active].sort(toAdd < 0 ? bySizeOlder : bySizeNewer);
  let added = 0;
  const sizes = sorted.map((replicaSet) => {
    const share = toAdd === 0 ? 0 : proportion(deployment, replicaSet, toAdd, added);
    added += share;
    return { replicaSet, replicas: desiredReplicas(replicaSet) + share };
  });
  const largest = sizes[0];
  if (largest !== undefined) largest.replicas = Math.max(0, largest.replicas + toAdd - added);
  return sizes;
}

function proportion(deployment: Deployment, replicaSet: ReplicaSet, toAdd: number, added: number): number {
  if (desiredReplicas(replicaSet) === 0 || toAdd === added) return 0;
  const fraction = replicaSetFraction(deployment, replicaSet);
  return toAdd > 0 ? Math.min(fraction, toAdd - added) : Math.max(fraction, toAdd - added);
}

function replicaSetFraction(deployment: Deployment, replicaSet: ReplicaSet): number {
  const size = desiredReplicas(replicaSet);
  const replicas = deploymentReplicas(deployment);
  if (replicas === 0) return -size;
  // Without the note of the earlier size, the Deployment's present number of pods must do.
  const noted = countAnnotation(replicaSet, maxReplicasAnnotation) ?? 0;
  const before = noted > 0 ? noted : (deployment.status?.replicas ?? 0);
  if (before === 0) return 0;
  return Math.round((size * (replicas + maxSurge(deployment))) / before) - size;
}
