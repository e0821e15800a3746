import { isoTime, jsonEquals } from '@kubewright/api';
import type { Stored } from '@kubewright/api';
import { ReplicaSet } from '@kubewright/api/apps/v1';
import type { ReplicaSetCondition, ReplicaSetStatus } from '@kubewright/api/apps/v1';
import type { Pod } from '@kubewright/api/core/v1';
import { isConflict } from '@kubewright/client';
import type { ReconcileContext } from '@kubewright/runtime';
import { keyOf } from '../../shared/keys.js';
import { isPodAvailable, isPodReady } from '../../shared/pods.js';
import { desiredReplicas } from '../../shared/replica-sets.js';
import type { WrittenVersions } from '../../shared/written-versions.js';

export interface ReplicaSetObservation {
  active: readonly Stored<Pod>[];
  terminating: number;
  /** What went wrong when pods were created or deleted. */
  failure: Error | undefined;
  nowMs: number;
}

/** What the pods add up to; counters of zero are left out, except those the server always writes (calculateStatus). */
export function calculateStatus(replicaSet: ReplicaSet, seen: ReplicaSetObservation): ReplicaSetStatus {
  const minReadySeconds = replicaSet.spec?.minReadySeconds ?? 0;
  const labels = Object.entries(replicaSet.spec?.template?.metadata?.labels ?? {});
  const fullyLabeled = (pod: Pod) => labels.every(([key, value]) => pod.metadata?.labels?.[key] === value);
  const available = (pod: Pod) => isPodAvailable(pod, minReadySeconds, seen.nowMs);
  const counters = {
    fullyLabeledReplicas: seen.active.filter(fullyLabeled).length,
    readyReplicas: seen.active.filter(isPodReady).length,
    availableReplicas: seen.active.filter(available).length,
    observedGeneration: replicaSet.metadata?.generation ?? 0,
  };
  const conditions = calculateConditions(replicaSet, seen);
  return {
    replicas: seen.active.length,
    terminatingReplicas: seen.terminating,
    ...Object.fromEntries(Object.entries(counters).filter(([, count]) => count !== 0)),
    ...(conditions.length === 0 ? {} : { conditions }),
  };
}

function calculateConditions(replicaSet: ReplicaSet, seen: ReplicaSetObservation): ReplicaSetCondition[] {
  const conditions = replicaSet.status?.conditions ?? [];
  const standing = conditions.some((condition) => condition.type === 'ReplicaFailure');
  if (seen.failure === undefined)
    return conditions.filter((condition) => condition.type !== 'ReplicaFailure');
  if (standing) return conditions;
  const { failure } = seen;
  const reason = seen.active.length < desiredReplicas(replicaSet) ? 'FailedCreate' : 'FailedDelete';
  const lastTransitionTime = isoTime(seen.nowMs);
  return [
    ...conditions,
    { type: 'ReplicaFailure', status: 'True', lastTransitionTime, reason, message: failure.message },
  ];
}

/** Writes the status when it differs; a conflict is tried once more on the object as it stands (updateReplicaSetStatus). */
export async function writeStatus(
  replicaSet: Stored<ReplicaSet>,
  status: ReplicaSetStatus,
  written: WrittenVersions,
  context: ReconcileContext,
): Promise<void> {
  if (jsonEquals(replicaSet.status ?? {}, status)) return;
  const { client, apiReader } = context;
  try {
    written.wrote(await client.status.update({ ...replicaSet, status }));
  } catch (error) {
    if (!isConflict(error)) throw error;
    const fresh = await apiReader.get(ReplicaSet, keyOf(replicaSet));
    if (fresh.metadata.uid !== replicaSet.metadata.uid) throw error;
    written.wrote(await client.status.update({ ...fresh, status }));
  }
}
