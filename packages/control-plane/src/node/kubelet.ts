import { jsonEquals } from '@kubewright/api';
import type { Stored } from '@kubewright/api';
import { Pod } from '@kubewright/api/core/v1';
import type { ContainerStatus, PodStatus } from '@kubewright/api/core/v1';
import { isConflict, isNotFound, strategicMergePatch } from '@kubewright/client';
import { controllerFor, requeueAfter } from '@kubewright/runtime';
import type { ControllerDefinition, ReconcileContext, Result } from '@kubewright/runtime';
import { findCached } from '../shared/find-cached.js';
import { keyOf } from '../shared/keys.js';
import { isPodTerminal } from '../shared/pods.js';
import type { ContainerPlan } from './container-status.js';
import type { ResolvedNodeOptions } from './options.js';
import { PodAddresses } from './pod-addresses.js';
import { kubeletStatus } from './pod-status.js';

interface Kubelet {
  readonly options: ResolvedNodeOptions;
  readonly addresses: PodAddresses;
  /** When each pod was first seen here, or first seen being deleted, in milliseconds since the epoch. */
  readonly startedAt: Map<string, number>;
  readonly stoppingAt: Map<string, number>;
}

/**
 * Stands in for the kubelet of the one node: the pods bound to it run, or end, or cannot pull their images, as the
 * options say; deleted pods stop and go. No container runs anywhere. Probes always succeed.
 */
export function kubeletStandIn(options: ResolvedNodeOptions): ControllerDefinition {
  const kubelet: Kubelet = {
    options,
    addresses: new PodAddresses(options.podCIDR),
    startedAt: new Map(),
    stoppingAt: new Map(),
  };
  const uids = new Map<string, string>();
  return controllerFor(Pod)
    .named('kubelet')
    .withOptions({ maxConcurrentReconciles: 5 })
    .reconcileRequest(async (request, context) => {
      const key = `${request.namespace ?? ''}/${request.name}`;
      const pod = await findCached(Pod, request, context);
      const before = uids.get(key);
      if (before !== undefined && before !== pod?.metadata.uid) forget(before, kubelet);
      if (pod?.spec?.nodeName !== options.nodeName) {
        uids.delete(key);
        return undefined;
      }
      uids.set(key, pod.metadata.uid);
      return syncPod(pod, kubelet, context);
    });
}

function forget(uid: string, kubelet: Kubelet): void {
  kubelet.addresses.release(uid);
  kubelet.startedAt.delete(uid);
  kubelet.stoppingAt.delete(uid);
}

async function syncPod(
  pod: Stored<Pod>,
  kubelet: Kubelet,
  context: ReconcileContext,
): Promise<Result | undefined> {
  if (pod.metadata.deletionTimestamp !== undefined) return stopPod(pod, kubelet, context);
  if (isPodTerminal(pod)) return undefined;
  const { options } = kubelet;
  const exitCode = pod.spec?.restartPolicy === 'Always' ? undefined : options.exitCode(pod);
  const wait = remaining(kubelet.startedAt, pod, options.podStartDelayMs, context.clock.now());
  const running: ContainerPlan =
    exitCode === undefined ? { state: 'running' } : { state: 'terminated', exitCode };
  await writeStatus(pod, wait > 0 ? { state: 'creating' } : running, kubelet, context);
  return wait > 0 ? requeueAfter(wait) : undefined;
}

/** Stops the containers, says so, and takes the pod out of the store, unless finalizers hold it there. */
async function stopPod(
  pod: Stored<Pod>,
  kubelet: Kubelet,
  context: ReconcileContext,
): Promise<Result | undefined> {
  const { metadata } = pod;
  const graceMs = (metadata.deletionGracePeriodSeconds ?? 0) * 1000;
  const delayMs = Math.min(kubelet.options.podStopDelayMs, graceMs);
  const wait = remaining(kubelet.stoppingAt, pod, delayMs, context.clock.now());
  if (wait > 0) return requeueAfter(wait);
  if (!isPodTerminal(pod)) {
    for (const { name, state } of pod.status?.containerStatuses ?? []) {
      if (state?.running === undefined) continue;
      context.events.event(pod, { reason: 'Killing', message: `Stopping container ${name}` });
    }
    await writeStatus(pod, { state: 'terminated', exitCode: 0 }, kubelet, context);
  }
  // Grace period zero says that this was done before: only finalizers keep the pod now.
  if (metadata.deletionGracePeriodSeconds === 0) return undefined;
  try {
    await context.client.delete(Pod, keyOf(pod), {
      gracePeriodSeconds: 0,
      preconditions: { uid: metadata.uid },
    });
  } catch (error) {
    if (!isNotFound(error) && !isConflict(error)) throw error;
  }
  return undefined;
}

/** Milliseconds left of a delay that began when the pod was first seen here. */
function remaining(since: Map<string, number>, pod: Stored<Pod>, delayMs: number, nowMs: number): number {
  if (delayMs === 0) return 0;
  const { uid } = pod.metadata;
  let start = since.get(uid);
  if (start === undefined) since.set(uid, (start = nowMs));
  return start + delayMs - nowMs;
}

async function writeStatus(
  pod: Stored<Pod>,
  plan: ContainerPlan,
  kubelet: Kubelet,
  context: ReconcileContext,
): Promise<void> {
  const { client, clock } = context;
  const { uid } = pod.metadata;
  const known = pod.status?.podIP;
  if (known !== undefined && pod.spec?.hostNetwork !== true) kubelet.addresses.reserve(uid, known);
  const podIP = known ?? kubelet.addresses.assign(uid);
  const status = kubeletStatus(pod, plan, kubelet.options, { podIP, nowMs: clock.now() });
  if (isWritten(pod.status, status)) return;
  recordEvents(pod, status, context);
  try {
    await client.status.patch(Pod, keyOf(pod), strategicMergePatch({ metadata: { uid }, status }));
  } catch (error) {
    // Another pod of that name, or none: the cache will tell.
    if (!isNotFound(error) && !isConflict(error)) throw error;
  }
}

/** Whether the stored status says all that this one says; it may say more. */
function isWritten(stored: PodStatus | undefined, status: PodStatus): boolean {
  const known: Record<string, unknown> = { ...stored };
  return Object.entries(status).every(([field, value]) => {
    if (field !== 'conditions') return jsonEquals(withoutNulls(known[field]), value);
    return (status.conditions ?? []).every((condition) =>
      (stored?.conditions ?? []).some((existing) => jsonEquals(withoutNulls(existing), condition)),
    );
  });
}

/** The server may write absent times as null. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, field]) => (field === null ? [] : [[key, withoutNulls(field)]])),
  );
}

function containersOf(status: PodStatus | undefined): ContainerStatus[] {
  return [...(status?.containerStatuses ?? []), ...(status?.ephemeralContainerStatuses ?? [])];
}

/** The events of containers that changed their state. */
function recordEvents(pod: Stored<Pod>, status: PodStatus, context: ReconcileContext): void {
  const { events } = context;
  const known = containersOf(pod.status);
  for (const { name, image, state } of containersOf(status)) {
    const before = known.find((container) => container.name === name);
    if (state?.waiting?.reason === 'ImagePullBackOff' && !isBackingOff(before, image)) {
      events.event(pod, { reason: 'BackOff', message: `Back-off pulling image "${image}"` });
      events.event(pod, { type: 'Warning', reason: 'Failed', message: 'Error: ImagePullBackOff' });
    }
    const starts = state?.running !== undefined || state?.terminated !== undefined;
    const ran = before?.image === image && (before.state?.running ?? before.state?.terminated) !== undefined;
    if (!starts || ran || pod.metadata.deletionTimestamp !== undefined) continue;
    const message = `Container image "${image}" already present on machine and can be accessed by the pod`;
    events.event(pod, { reason: 'Pulled', message });
    events.event(pod, { reason: 'Created', message: 'Container created' });
    events.event(pod, { reason: 'Started', message: 'Container started' });
  }
}

function isBackingOff(before: ContainerStatus | undefined, image: string): boolean {
  return before?.image === image && before.state?.waiting?.reason === 'ImagePullBackOff';
}
