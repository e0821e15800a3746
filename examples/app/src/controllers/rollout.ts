import { findStatusCondition } from 'kubewright';
import type { Deployment } from 'kubewright/apps/v1';
import type { Pod } from 'kubewright/core/v1';
import { CONFIG_HASH_ANNOTATION } from '../resources/deployment.js';

/** How far the pods of an App are, with a reason in one word and a sentence. */
export interface Rollout {
  readonly state: 'absent' | 'progressing' | 'complete' | 'failed';
  readonly reason: string;
  readonly message: string;
}

/** What kubelets say of containers that do not start, and shall not by themselves. */
const STUCK: Readonly<Record<string, string>> = {
  ErrImagePull: 'cannot pull the image',
  ImagePullBackOff: 'cannot pull the image',
  ErrImageNeverPull: 'may not pull the image',
  InvalidImageName: 'cannot read the name of the image',
  CreateContainerConfigError: 'cannot be configured',
  CreateContainerError: 'cannot be created',
  RunContainerError: 'cannot be started',
  CrashLoopBackOff: 'crashes again and again',
};

/** Kubelets tell the two in turn; a status that followed would be written every few seconds. */
const SAME: Readonly<Record<string, string>> = { ErrImagePull: 'ImagePullBackOff' };

/**
 * Reads a Deployment and its pods. What a Deployment only says after `progressDeadlineSeconds` (ten minutes), its newest
 * pods say at once.
 */
export function rolloutOf(deployment: Deployment | undefined, pods: readonly Pod[]): Rollout {
  if (deployment === undefined)
    return { state: 'absent', reason: 'NoDeployment', message: 'there are no pods yet' };
  const { metadata, spec, status = {} } = deployment;
  const wanted = spec?.replicas ?? 1;
  const { observedGeneration = 0, replicas = 0, updatedReplicas = 0, availableReplicas = 0 } = status;
  const isSeen = observedGeneration >= (metadata?.generation ?? 0);
  if (isSeen && updatedReplicas >= wanted && replicas === updatedReplicas && availableReplicas >= wanted)
    return {
      state: 'complete',
      reason: 'RolloutComplete',
      message: `${wanted} of ${wanted} pods are available`,
    };

  const stuck = pods
    .filter((pod) => isOf(pod, deployment))
    .map(stuckReason)
    .find((found) => found !== undefined);
  if (stuck !== undefined) return { state: 'failed', ...stuck };
  const conditions = isSeen ? status.conditions : undefined;
  const failure = findStatusCondition(conditions, 'ReplicaFailure');
  if (failure?.status === 'True')
    return {
      state: 'failed',
      reason: failure.reason ?? 'ReplicaFailure',
      message: failure.message ?? 'pods cannot be created',
    };
  const progress = findStatusCondition(conditions, 'Progressing');
  if (progress?.reason === 'ProgressDeadlineExceeded')
    return {
      state: 'failed',
      reason: progress.reason,
      message: progress.message ?? 'the rollout takes too long',
    };

  const counts = `${updatedReplicas} of ${wanted} pods are of the present spec, ${availableReplicas} are available`;
  const unscheduled = pods.find((pod) => conditionOf(pod, 'PodScheduled')?.reason === 'Unschedulable');
  if (unscheduled !== undefined) {
    const why = conditionOf(unscheduled, 'PodScheduled')?.message ?? '';
    return {
      state: 'progressing',
      reason: 'Unschedulable',
      message: `${counts}; no node takes the others: ${why}`,
    };
  }
  return { state: 'progressing', reason: 'RolloutInProgress', message: counts };
}

const conditionOf = ({ status }: Pod, type: string) => findStatusCondition(status?.conditions, type);

/** Whether a pod is of the Deployment's present template, as far as an App changes it. */
function isOf({ metadata, spec }: Pod, { spec: wanted }: Deployment): boolean {
  const template = wanted?.template;
  return (
    metadata?.deletionTimestamp === undefined &&
    metadata?.annotations?.[CONFIG_HASH_ANNOTATION] ===
      template?.metadata?.annotations?.[CONFIG_HASH_ANNOTATION] &&
    spec?.containers[0]?.image === template?.spec?.containers[0]?.image
  );
}

/** Why the container of a pod does not run; worded so that it stays the same while nothing changes. */
function stuckReason({ spec, status }: Pod): { reason: string; message: string } | undefined {
  const [container] = status?.containerStatuses ?? [];
  if (container === undefined || container.ready) return undefined;
  const { state, lastState, restartCount } = container;
  // Between two crashes a container runs for a moment.
  const isBetween = restartCount > 1 && lastState?.terminated !== undefined;
  const said = state?.waiting?.reason ?? (isBetween ? 'CrashLoopBackOff' : '');
  const what = STUCK[said];
  if (what === undefined) return undefined;
  const reason = SAME[said] ?? said;
  const image = spec?.containers[0]?.image ?? '';
  const exit = lastState?.terminated ?? state?.terminated;
  const detail = exit === undefined ? '' : `, exit code ${exit.exitCode}`;
  return { reason, message: `a container of ${image} ${what}${detail}: see the events and logs of the pods` };
}
