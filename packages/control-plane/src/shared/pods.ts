import type { Stored } from '@kubewright/api';
import type { Pod, PodCondition } from '@kubewright/api/core/v1';

/** The pod's condition of that type, if it has one. */
export function findPodCondition(pod: Pod, type: string): PodCondition | undefined {
  return pod.status?.conditions?.find((condition) => condition.type === type);
}

/** Whether the Ready condition is True (k8s.io/kubernetes/pkg/api/v1/pod, IsPodReady). */
export function isPodReady(pod: Pod): boolean {
  return findPodCondition(pod, 'Ready')?.status === 'True';
}

/** Whether the pod has run to its end: nothing will change its phase any more. */
export function isPodTerminal(pod: Pod): boolean {
  return pod.status?.phase === 'Succeeded' || pod.status?.phase === 'Failed';
}

/** Whether the pod counts as a replica: neither finished nor being deleted. */
export function isPodActive(pod: Pod): boolean {
  return !isPodTerminal(pod) && pod.metadata?.deletionTimestamp === undefined;
}

/** Whether the pod is being deleted but its containers may still run. */
export function isPodTerminating(pod: Pod): boolean {
  return !isPodTerminal(pod) && pod.metadata?.deletionTimestamp !== undefined;
}

/** Milliseconds since the epoch at which the pod became ready, or undefined while it is not. */
export function podReadySince(pod: Pod): number | undefined {
  const ready = findPodCondition(pod, 'Ready');
  if (ready?.status !== 'True' || ready.lastTransitionTime === undefined) return undefined;
  return Date.parse(ready.lastTransitionTime);
}

/** Whether the pod has been ready for `minReadySeconds` at `nowMs` (podutil.IsPodAvailable). */
export function isPodAvailable(pod: Pod, minReadySeconds: number, nowMs: number): boolean {
  if (!isPodReady(pod)) return false;
  if (minReadySeconds === 0) return true;
  const since = podReadySince(pod);
  return since !== undefined && since + minReadySeconds * 1000 <= nowMs;
}

/** Milliseconds until the next of these ready pods has been ready for `minReadySeconds`; undefined when none is waiting. */
export function nextAvailabilityCheckMs(
  pods: readonly Stored<Pod>[],
  minReadySeconds: number,
  nowMs: number,
): number | undefined {
  let next: number | undefined;
  for (const pod of pods) {
    const since = podReadySince(pod);
    if (since === undefined) continue;
    const wait = since + minReadySeconds * 1000 - nowMs;
    if (wait > 0 && (next === undefined || wait < next)) next = wait;
  }
  return next;
}
