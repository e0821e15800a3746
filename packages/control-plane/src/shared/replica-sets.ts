import type { Stored } from '@kubewright/api';
import type { ReplicaSet } from '@kubewright/api/apps/v1';

/** The number of pods the ReplicaSet asks for; the server defaults it to 1. */
export function desiredReplicas(replicaSet: ReplicaSet): number {
  return replicaSet.spec?.replicas ?? 1;
}

/** Oldest first, names break ties. */
export function byCreation(a: Stored<ReplicaSet>, b: Stored<ReplicaSet>): number {
  const aTime = Date.parse(a.metadata.creationTimestamp);
  const bTime = Date.parse(b.metadata.creationTimestamp);
  if (aTime !== bTime) return aTime - bTime;
  return a.metadata.name < b.metadata.name ? -1 : a.metadata.name > b.metadata.name ? 1 : 0;
}

/** Largest first; among equals the older first. */
export function bySizeOlder(a: Stored<ReplicaSet>, b: Stored<ReplicaSet>): number {
  return desiredReplicas(b) - desiredReplicas(a) || byCreation(a, b);
}

/** Largest first; among equals the newer first. */
export function bySizeNewer(a: Stored<ReplicaSet>, b: Stored<ReplicaSet>): number {
  return desiredReplicas(b) - desiredReplicas(a) || byCreation(b, a);
}

/** Those that have, or ought to have, pods. */
export function activeReplicaSets(replicaSets: readonly Stored<ReplicaSet>[]): Stored<ReplicaSet>[] {
  return replicaSets.filter((replicaSet) => desiredReplicas(replicaSet) > 0);
}

/** The sum of what the ReplicaSets ask for. */
export function sumDesired(replicaSets: readonly ReplicaSet[]): number {
  return replicaSets.reduce((sum, replicaSet) => sum + desiredReplicas(replicaSet), 0);
}

/** The sum of one counter of the status; an absent counter is 0. */
export function sumStatus(
  replicaSets: readonly ReplicaSet[],
  counter: 'replicas' | 'readyReplicas' | 'availableReplicas',
): number {
  return replicaSets.reduce((sum, replicaSet) => sum + (replicaSet.status?.[counter] ?? 0), 0);
}
