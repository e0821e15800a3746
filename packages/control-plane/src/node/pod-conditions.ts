import { isoTime } from '@kubewright/api';
import type { Stored } from '@kubewright/api';
import type { ContainerStatus, Pod, PodCondition } from '@kubewright/api/core/v1';

type Phase = 'Pending' | 'Running' | 'Succeeded' | 'Failed';

interface Finding {
  readonly status: 'True' | 'False';
  readonly reason?: string;
  readonly message?: string;
}

const well: Finding = { status: 'True' };

/** The conditions that a kubelet keeps, from the states of the containers (pkg/kubelet/status/generate.go). */
export function podConditions(
  pod: Stored<Pod>,
  phase: Phase,
  statuses: { init: readonly ContainerStatus[]; regular: readonly ContainerStatus[] },
  options: { hasSandbox: boolean; nowMs: number },
): PodCondition[] {
  const containersReady = containersReadyFinding(pod, phase, statuses);
  const findings: Record<string, Finding> = {
    PodReadyToStartContainers: options.hasSandbox ? well : { status: 'False' },
    Initialized: initializedFinding(pod, phase, statuses.init),
    Ready: containersReady.status === 'True' ? readinessGatesFinding(pod) : containersReady,
    ContainersReady: containersReady,
    PodScheduled: well,
  };
  return Object.entries(findings).map(([type, finding]) => condition(pod, type, finding, options.nowMs));
}

function condition(pod: Stored<Pod>, type: string, finding: Finding, nowMs: number): PodCondition {
  const before = pod.status?.conditions?.find((existing) => existing.type === type);
  const stays = before?.status === finding.status && before.lastTransitionTime !== undefined;
  const { generation } = pod.metadata;
  return {
    type,
    ...finding,
    lastTransitionTime: stays ? (before.lastTransitionTime ?? isoTime(nowMs)) : isoTime(nowMs),
    ...(generation === undefined ? {} : { observedGeneration: generation }),
  };
}

function initializedFinding(pod: Pod, phase: Phase, init: readonly ContainerStatus[]): Finding {
  if (phase === 'Succeeded') return { status: 'True', reason: 'PodCompleted' };
  const sidecars = new Set(
    (pod.spec?.initContainers ?? [])
      .filter((container) => container.restartPolicy === 'Always')
      .map(({ name }) => name),
  );
  const incomplete = init.filter((status) =>
    sidecars.has(status.name) ? status.started !== true : !status.ready,
  );
  if (incomplete.length === 0 || phase !== 'Pending') return well;
  const message = `containers with incomplete status: ${names(incomplete)}`;
  return { status: 'False', reason: 'ContainersNotInitialized', message };
}

function containersReadyFinding(
  pod: Pod,
  phase: Phase,
  statuses: { init: readonly ContainerStatus[]; regular: readonly ContainerStatus[] },
): Finding {
  if (phase === 'Succeeded') return { status: 'False', reason: 'PodCompleted' };
  if (phase === 'Failed') return { status: 'False', reason: 'PodFailed' };
  const sidecars = statuses.init.filter(({ name }) =>
    (pod.spec?.initContainers ?? []).some((init) => init.name === name && init.restartPolicy === 'Always'),
  );
  const unready = [...sidecars, ...statuses.regular].filter(({ ready }) => !ready);
  if (unready.length === 0) return well;
  return {
    status: 'False',
    reason: 'ContainersNotReady',
    message: `containers with unready status: ${names(unready)}`,
  };
}

function readinessGatesFinding(pod: Pod): Finding {
  const messages: string[] = [];
  for (const { conditionType } of pod.spec?.readinessGates ?? []) {
    const gate = pod.status?.conditions?.find((existing) => existing.type === conditionType);
    if (gate === undefined) {
      messages.push(`corresponding condition of pod readiness gate "${conditionType}" does not exist.`);
    } else if (gate.status !== 'True') {
      messages.push(`the status of pod readiness gate "${conditionType}" is not "True", but ${gate.status}`);
    }
  }
  if (messages.length === 0) return well;
  return { status: 'False', reason: 'ReadinessGatesNotReady', message: messages.join(', ') };
}

function names(statuses: readonly ContainerStatus[]): string {
  return `[${statuses.map(({ name }) => name).join(' ')}]`;
}
