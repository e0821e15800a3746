import type { Stored } from '@kubewright/api';
import type { ReplicaSet } from '@kubewright/api/apps/v1';
import { isNotFound } from '@kubewright/client';
import { byCreation, desiredReplicas } from '../../shared/replica-sets.js';
import { revisionOf } from './annotations.js';
import { hasRevisionHistoryLimit } from './strategy.js';
import type { DeploymentSync } from './types.js';

/** Deletes old ReplicaSets beyond spec.revisionHistoryLimit, lowest revisions first, none that still has pods (cleanupDeployment). */
export async function cleanUpHistory(
  sync: DeploymentSync,
  old: readonly Stored<ReplicaSet>[],
): Promise<void> {
  const { deployment, context } = sync;
  if (!hasRevisionHistoryLimit(deployment)) return;
  const alive = old.filter((replicaSet) => replicaSet.metadata.deletionTimestamp === undefined);
  const excess = alive.length - (deployment.spec?.revisionHistoryLimit ?? 0);
  if (excess <= 0) return;
  alive.sort((a, b) => (revisionOf(a) ?? 0) - (revisionOf(b) ?? 0) || byCreation(a, b));
  for (const replicaSet of alive.slice(0, excess)) {
    const { status, metadata } = replicaSet;
    const busy = (status?.replicas ?? 0) !== 0 || desiredReplicas(replicaSet) !== 0;
    if (busy || (metadata.generation ?? 0) > (status?.observedGeneration ?? 0)) continue;
    try {
      await context.client.delete(replicaSet);
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  }
}
