import type {
  Container,
  ContainerState,
  ContainerStatus,
  Pod,
  PodSpec,
  PodStatus,
} from '@kubewright/api/core/v1';
import type { TableLayout } from '../behaviour.js';
import { NONE } from '../shared/cells.js';
import { AGE, column, documented, NAME } from '../shared/columns.js';
import { age } from '../shared/duration.js';

const WIDE = { priority: 1 } as const;

/** The words of `kubectl get pods` (printers/internalversion, printPod). */
export const podTable: TableLayout<Pod> = {
  columns: [
    NAME,
    column('Ready', 'string', 'The aggregate readiness state of this pod for accepting traffic.'),
    column('Status', 'string', 'The aggregate status of the containers in this pod.'),
    column(
      'Restarts',
      'string',
      'The number of times the containers in this pod have been restarted and when the last container in this pod has restarted.',
    ),
    AGE,
    documented('IP', 'string', 'core.v1.PodStatus.podIP', WIDE),
    documented('Node', 'string', 'core.v1.PodSpec.nodeName', WIDE),
    documented('Nominated Node', 'string', 'core.v1.PodStatus.nominatedNodeName', WIDE),
    documented('Readiness Gates', 'string', 'core.v1.PodSpec.readinessGates', WIDE),
  ],
  row: (pod, nowMs) => {
    const { ready, total, reason, restarts, lastRestart } = summarize(pod);
    const { spec, status } = pod;
    return [
      pod.metadata?.name,
      `${ready}/${total}`,
      reason,
      restarts !== 0 && lastRestart !== ''
        ? `${restarts} (${age(lastRestart, nowMs)} ago)`
        : String(restarts),
      age(pod.metadata?.creationTimestamp, nowMs),
      status?.podIPs?.[0]?.ip || NONE,
      spec?.nodeName || NONE,
      status?.nominatedNodeName || NONE,
      readinessGates(spec, status),
    ];
  },
};

interface Summary {
  ready: number;
  total: number;
  reason: string;
  restarts: number;
  /** RFC 3339 time, or ''. */
  lastRestart: string;
}

function summarize(pod: Pod): Summary {
  const { status = {}, spec } = pod;
  const initContainers = new Map(spec?.initContainers?.map((container) => [container.name, container]));
  const sidecars = [...initContainers.values()].filter(isRestartable).length;
  const summary: Summary = {
    ready: 0,
    total: (spec?.containers.length ?? 0) + sidecars,
    reason: podReason(status),
    restarts: 0,
    lastRestart: '',
  };
  const sidecarRestarts = { restarts: 0, lastRestart: '' };
  const initializing = addInitContainers(summary, sidecarRestarts, status, initContainers);
  if (!initializing || hasCondition(status, 'Initialized')) {
    Object.assign(summary, sidecarRestarts);
    addContainers(summary, status);
  }
  if (pod.metadata?.deletionTimestamp !== undefined) {
    if (status.reason === 'NodeLost') summary.reason = 'Unknown';
    else if (status.phase !== 'Failed' && status.phase !== 'Succeeded') summary.reason = 'Terminating';
  }
  return summary;
}

function podReason(status: PodStatus): string {
  const gated = status.conditions?.some(
    ({ type, reason }) => type === 'PodScheduled' && reason === 'SchedulingGated',
  );
  if (gated === true) return 'SchedulingGated';
  return status.reason || (status.phase ?? '');
}

const isRestartable = (container: Container | undefined): boolean => container?.restartPolicy === 'Always';

const hasCondition = (status: PodStatus, type: string): boolean =>
  status.conditions?.some((condition) => condition.type === type && condition.status === 'True') ?? false;

type Restarts = Pick<Summary, 'restarts' | 'lastRestart'>;

function addRestarts(sum: Restarts, container: ContainerStatus): void {
  sum.restarts += container.restartCount ?? 0;
  const finished = container.lastState?.terminated?.finishedAt ?? '';
  if (finished > sum.lastRestart) sum.lastRestart = finished;
}

/** Returns whether the pod is still initializing; the reason then tells how far. */
function addInitContainers(
  summary: Summary,
  sidecarRestarts: Restarts,
  status: PodStatus,
  specs: ReadonlyMap<string, Container>,
): boolean {
  for (const [i, container] of (status.initContainerStatuses ?? []).entries()) {
    const sidecar = isRestartable(specs.get(container.name));
    addRestarts(summary, container);
    if (sidecar) addRestarts(sidecarRestarts, container);
    const { terminated, waiting } = container.state ?? {};
    if (terminated?.exitCode === 0) continue;
    if (sidecar && container.started === true) {
      if (container.ready) summary.ready++;
      continue;
    }
    if (terminated !== undefined) summary.reason = `Init:${exitReason(terminated)}`;
    else if (waiting?.reason && waiting.reason !== 'PodInitializing')
      summary.reason = `Init:${waiting.reason}`;
    else summary.reason = `Init:${i}/${specs.size}`;
    return true;
  }
  return false;
}

function exitReason(terminated: NonNullable<ContainerState['terminated']>): string {
  if (terminated.reason) return terminated.reason;
  return terminated.signal ? `Signal:${terminated.signal}` : `ExitCode:${terminated.exitCode}`;
}

function addContainers(summary: Summary, status: PodStatus): void {
  let running = false;
  let errorReason = '';
  for (const container of [...(status.containerStatuses ?? [])].reverse()) {
    addRestarts(summary, container);
    const { waiting, terminated } = container.state ?? {};
    if (waiting?.reason) {
      summary.reason = waiting.reason;
    } else if (terminated !== undefined) {
      summary.reason = exitReason(terminated);
      if (terminated.exitCode !== 0) errorReason = summary.reason;
    } else if (container.ready && container.state?.running !== undefined) {
      running = true;
      summary.ready++;
    }
  }
  if (summary.reason !== 'Completed') return;
  if (running && hasCondition(status, 'Ready')) summary.reason = 'Running';
  else if (errorReason !== '') summary.reason = errorReason;
  else if (running) summary.reason = 'NotReady';
}

function readinessGates(spec: PodSpec | undefined, status: PodStatus | undefined): string {
  const gates = spec?.readinessGates ?? [];
  if (gates.length === 0) return NONE;
  const passed = gates.filter(({ conditionType }) => hasCondition(status ?? {}, conditionType)).length;
  return `${passed}/${gates.length}`;
}
