import type { Stored } from '@kubewright/api';
import type { Pod } from '@kubewright/api/core/v1';
import { isPodActive, isPodReady, podReadySince } from '../../shared/pods.js';

const deletionCostAnnotation = 'controller.kubernetes.io/pod-deletion-cost';

/**
 * The pods in the order in which a ReplicaSet gives them up: unassigned before assigned, pending before unknown before
 * running, not ready before ready, lower deletion cost first, on crowded nodes first, shorter ready first, more
 * restarts first, younger first; times compare on a logarithmic scale (controller_utils.go, ActivePodsWithRanks).
 *
 * @param related pods of all ReplicaSets of the same owner, which count towards how crowded a node is
 */
export function rankForDeletion(
  pods: readonly Stored<Pod>[],
  related: readonly Stored<Pod>[],
  nowMs: number,
): Stored<Pod>[] {
  const crowd = new Map<string, number>();
  for (const pod of related) {
    if (isPodActive(pod)) crowd.set(nodeOf(pod), (crowd.get(nodeOf(pod)) ?? 0) + 1);
  }
  return [...pods].sort(
    (a, b) =>
      Number(nodeOf(a) !== '') - Number(nodeOf(b) !== '') ||
      phaseRank(a) - phaseRank(b) ||
      Number(isPodReady(a)) - Number(isPodReady(b)) ||
      deletionCost(a) - deletionCost(b) ||
      (crowd.get(nodeOf(b)) ?? 0) - (crowd.get(nodeOf(a)) ?? 0) ||
      compareAge(a, b, podReadySince, nowMs) ||
      restarts(b) - restarts(a) ||
      compareAge(a, b, createdAt, nowMs),
  );
}

function nodeOf(pod: Pod): string {
  return pod.spec?.nodeName ?? '';
}

function phaseRank(pod: Pod): number {
  switch (pod.status?.phase) {
    case 'Running':
      return 2;
    case 'Unknown':
      return 1;
    default:
      return 0;
  }
}

function deletionCost(pod: Pod): number {
  const text = pod.metadata?.annotations?.[deletionCostAnnotation] ?? '';
  return /^(0|-?[1-9]\d*)$/.test(text) ? Number(text) : 0;
}

function restarts(pod: Pod): number {
  return Math.max(0, ...(pod.status?.containerStatuses ?? []).map((status) => status.restartCount));
}

function createdAt(pod: Pod): number | undefined {
  const created = pod.metadata?.creationTimestamp;
  return created === undefined ? undefined : Date.parse(created);
}

/** Younger first by powers of two; within a power the uid decides, so that the choice is arbitrary but stable. */
function compareAge(
  a: Stored<Pod>,
  b: Stored<Pod>,
  timeOf: (pod: Pod) => number | undefined,
  nowMs: number,
): number {
  const aTime = timeOf(a);
  const bTime = timeOf(b);
  if (aTime === bTime) return 0;
  if (aTime === undefined) return -1;
  if (bTime === undefined) return 1;
  const difference = logarithmicRank(nowMs - aTime) - logarithmicRank(nowMs - bTime);
  if (difference !== 0) return difference;
  return a.metadata.uid < b.metadata.uid ? -1 : 1;
}

function logarithmicRank(ageMs: number): number {
  // Go measures ages in nanoseconds.
  return ageMs > 0 ? Math.trunc(Math.log2(ageMs * 1e6)) : -1;
}
