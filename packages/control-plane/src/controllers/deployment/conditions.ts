import { isoTime } from '@kubewright/api';
import type { DeploymentCondition, DeploymentStatus, ReplicaSet } from '@kubewright/api/apps/v1';

/** The reasons of the Progressing and Available conditions (deployment/util/deployment_util.go). */
export type DeploymentReason =
  | 'ReplicaSetUpdated'
  | 'ReplicaSetCreateError'
  | 'NewReplicaSetCreated'
  | 'FoundNewReplicaSet'
  | 'NewReplicaSetAvailable'
  | 'ProgressDeadlineExceeded'
  | 'DeploymentPaused'
  | 'DeploymentResumed'
  | 'MinimumReplicasAvailable'
  | 'MinimumReplicasUnavailable';

/** A condition that begins now. */
export function deploymentCondition(
  type: 'Available' | 'Progressing',
  status: 'True' | 'False' | 'Unknown',
  reason: DeploymentReason,
  message: string,
  nowMs: number,
): DeploymentCondition {
  const now = isoTime(nowMs);
  return { type, status, lastUpdateTime: now, lastTransitionTime: now, reason, message };
}

export function findCondition(
  status: DeploymentStatus | undefined,
  type: string,
): DeploymentCondition | undefined {
  return status?.conditions?.find((condition) => condition.type === type);
}

/** Sets the condition, unless one of the same status and reason stands; the transition time stays while the status does. */
export function setCondition(status: DeploymentStatus, condition: DeploymentCondition): void {
  const existing = findCondition(status, condition.type);
  if (existing?.status === condition.status && existing.reason === condition.reason) return;
  const next = { ...condition };
  if (existing?.status === condition.status && existing.lastTransitionTime !== undefined) {
    next.lastTransitionTime = existing.lastTransitionTime;
  }
  status.conditions = [...others(status, condition.type), next];
}

export function removeCondition(status: DeploymentStatus, type: string): void {
  const rest = others(status, type);
  if (rest.length === 0) delete status.conditions;
  else status.conditions = rest;
}

function others(status: DeploymentStatus, type: string): DeploymentCondition[] {
  return (status.conditions ?? []).filter((condition) => condition.type !== type);
}

/** The first ReplicaFailure of the ReplicaSets, the current one's first, as a condition of the Deployment. */
export function replicaFailure(
  all: readonly ReplicaSet[],
  current: ReplicaSet | undefined,
): DeploymentCondition | undefined {
  for (const replicaSet of current === undefined ? all : [current, ...all]) {
    const failure = replicaSet.status?.conditions?.find((condition) => condition.type === 'ReplicaFailure');
    if (failure === undefined) continue;
    const { lastTransitionTime } = failure;
    return {
      ...failure,
      ...(lastTransitionTime === undefined ? {} : { lastUpdateTime: lastTransitionTime }),
    };
  }
  return undefined;
}
