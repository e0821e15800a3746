import { isoTime } from '@kubewright/api';
import type { Stored } from '@kubewright/api';
import type { Container, ContainerState, ContainerStatus, Pod } from '@kubewright/api/core/v1';
import { fnv32a } from '../shared/hash.js';
import type { ResolvedNodeOptions } from './options.js';

/** What a pod's containers do. */
export type ContainerPlan =
  | { readonly state: 'creating' }
  | { readonly state: 'running' }
  /** They ended by themselves, or were stopped, with this code. */
  | { readonly state: 'terminated'; readonly exitCode: number };

/** The states of the containers of a pod under a plan; what did not change keeps its times. */
export function containerStatuses(
  pod: Stored<Pod>,
  plan: ContainerPlan,
  options: ResolvedNodeOptions,
  nowMs: number,
): { init: ContainerStatus[]; regular: ContainerStatus[]; ephemeral: ContainerStatus[] } {
  const { containers = [], initContainers = [], ephemeralContainers = [], restartPolicy } = pod.spec ?? {};
  const { containerStatuses: regular = [], initContainerStatuses: init = [] } = pod.status ?? {};
  const { ephemeralContainerStatuses: ephemeral = [] } = pod.status ?? {};
  const blocked = initContainers.some((container) => options.isUnpullable(container.image ?? ''));
  const one = (
    container: Container,
    before: readonly ContainerStatus[],
    own: ContainerPlan,
  ): ContainerStatus =>
    containerStatus({ pod, container, before: find(before, container), plan: own, options, nowMs });
  const ended: ContainerPlan = { state: 'terminated', exitCode: 0 };
  const initPlan = (container: Container): ContainerPlan =>
    plan.state === 'creating' || container.restartPolicy === 'Always' ? plan : ended;
  const waits: ContainerPlan = { state: 'creating' };
  return {
    init: initContainers.map((container) => one(container, init, initPlan(container))),
    regular: containers.map((container) =>
      one(container, regular, blocked ? waits : retried(plan, restartPolicy)),
    ),
    ephemeral: ephemeralContainers.map((container) => unprobed(one(container, ephemeral, plan))),
  };
}

/** Nobody asks an ephemeral container whether it is ready. */
function unprobed({ started: _started, ...status }: ContainerStatus): ContainerStatus {
  return { ...status, ready: false };
}

/** A container that fails under restartPolicy OnFailure is shown waiting for its next start. */
function retried(
  plan: ContainerPlan,
  restartPolicy: string | undefined,
): ContainerPlan & { crashed?: boolean } {
  if (plan.state !== 'terminated' || plan.exitCode === 0 || restartPolicy !== 'OnFailure') return plan;
  return { ...plan, crashed: true };
}

interface OneContainer {
  readonly pod: Stored<Pod>;
  readonly container: Container;
  readonly before: ContainerStatus | undefined;
  readonly plan: ContainerPlan & { crashed?: boolean };
  readonly options: ResolvedNodeOptions;
  readonly nowMs: number;
}

function containerStatus(one: OneContainer): ContainerStatus {
  const { pod, container, plan, options } = one;
  const image = container.image ?? '';
  const base = {
    name: container.name,
    image,
    imageID: '',
    ready: false,
    restartCount: 0,
    started: false,
    lastState: {},
  };
  if (plan.state !== 'terminated' && options.isUnpullable(image)) {
    const message = `Back-off pulling image "${image}": ErrImagePull: image "${image}" cannot be pulled`;
    return { ...base, state: { waiting: { reason: 'ImagePullBackOff', message } } };
  }
  if (plan.state === 'creating') {
    const initializing = (pod.spec?.initContainers ?? []).length > 0;
    return {
      ...base,
      state: { waiting: { reason: initializing ? 'PodInitializing' : 'ContainerCreating' } },
    };
  }
  const imageID = imageIdOf(image);
  const containerID = `containerd://${digest(`${pod.metadata.uid}/${container.name}/${image}`)}`;
  if (plan.state === 'running') {
    const state = { running: { startedAt: startedAt(one) } };
    return { ...base, ready: true, started: true, imageID, containerID, state };
  }
  const terminated = terminatedState(one, plan.exitCode, containerID);
  if (plan.crashed === true) {
    const message = `back-off 10s restarting failed container=${container.name} pod=${pod.metadata.name}`;
    const waiting = { reason: 'CrashLoopBackOff', message };
    return { ...base, imageID, containerID, restartCount: 1, state: { waiting }, lastState: { terminated } };
  }
  const isInit = (pod.spec?.initContainers ?? []).includes(container);
  return { ...base, ready: isInit && plan.exitCode === 0, imageID, containerID, state: { terminated } };
}

function terminatedState(
  one: OneContainer,
  exitCode: number,
  containerID: string,
): NonNullable<ContainerState['terminated']> {
  const before = one.before?.state?.terminated ?? one.before?.lastState?.terminated;
  return {
    exitCode,
    reason: exitCode === 0 ? 'Completed' : 'Error',
    startedAt: before?.startedAt ?? startedAt(one),
    finishedAt: before?.finishedAt ?? isoTime(one.nowMs),
    containerID,
  };
}

function startedAt({ before, container, nowMs }: OneContainer): string {
  const running = before?.image === container.image ? before?.state?.running?.startedAt : undefined;
  return running ?? isoTime(nowMs);
}

function find(statuses: readonly ContainerStatus[], container: Container): ContainerStatus | undefined {
  return statuses.find((status) => status.name === container.name);
}

/** Plausible and stable; there is no registry to ask. */
function imageIdOf(image: string): string {
  return `${image.replace(/@.*$/, '').replace(/:[^:/]*$/, '')}@sha256:${digest(image)}`;
}

function digest(text: string): string {
  let hex = '';
  for (let hash = fnv32a(text); hex.length < 64; hash = fnv32a(text, hash))
    hex += hash.toString(16).padStart(8, '0');
  return hex;
}
