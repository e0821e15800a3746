import { isoTime } from '@kubewright/api';
import type { Stored } from '@kubewright/api';
import type { ContainerStatus, Pod, PodStatus } from '@kubewright/api/core/v1';
import { containerStatuses } from './container-status.js';
import type { ContainerPlan } from './container-status.js';
import type { ResolvedNodeOptions } from './options.js';
import { podConditions } from './pod-conditions.js';

/** The part of a pod's status that a kubelet writes, under a plan for its containers. */
export function kubeletStatus(
  pod: Stored<Pod>,
  plan: ContainerPlan,
  options: ResolvedNodeOptions,
  at: { podIP: string; nowMs: number },
): PodStatus {
  const { podIP, nowMs } = at;
  const { init, regular, ephemeral } = containerStatuses(pod, plan, options, nowMs);
  const phase = phaseOf(regular);
  const hasSandbox = plan.state !== 'creating';
  const ip = pod.spec?.hostNetwork === true ? options.hostIP : podIP;
  const { generation } = pod.metadata;
  return {
    phase,
    conditions: podConditions(pod, phase, { init, regular }, { hasSandbox, nowMs }),
    hostIP: options.hostIP,
    hostIPs: [{ ip: options.hostIP }],
    ...(hasSandbox ? { podIP: ip, podIPs: [{ ip }] } : {}),
    startTime: pod.status?.startTime ?? isoTime(nowMs),
    ...(init.length === 0 ? {} : { initContainerStatuses: init }),
    containerStatuses: regular,
    ...(ephemeral.length === 0 ? {} : { ephemeralContainerStatuses: ephemeral }),
    ...(generation === undefined ? {} : { observedGeneration: generation }),
  };
}

/** kubelet's getPhase, for containers that all follow one plan. */
function phaseOf(regular: readonly ContainerStatus[]): 'Pending' | 'Running' | 'Succeeded' | 'Failed' {
  const ended = regular.flatMap(({ state }) => state?.terminated ?? []);
  if (regular.length > 0 && ended.length === regular.length) {
    return ended.every(({ exitCode }) => exitCode === 0) ? 'Succeeded' : 'Failed';
  }
  const unstarted = regular.some(
    ({ state }) => state?.waiting !== undefined && state.waiting.reason !== 'CrashLoopBackOff',
  );
  return unstarted ? 'Pending' : 'Running';
}
