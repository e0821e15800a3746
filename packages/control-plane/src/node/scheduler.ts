import { formatKey, isoTime, jsonEquals } from '@kubewright/api';
import type { ObjectKey, Stored } from '@kubewright/api';
import { Binding, Node, Pod } from '@kubewright/api/core/v1';
import type { PodCondition } from '@kubewright/api/core/v1';
import { isConflict, isNotFound, strategicMergePatch } from '@kubewright/client';
import { controllerFor } from '@kubewright/runtime';
import type { ControllerDefinition, ReconcileContext } from '@kubewright/runtime';
import { findCached } from '../shared/find-cached.js';
import { keyOf } from '../shared/keys.js';
import { findPodCondition, isPodTerminal } from '../shared/pods.js';
import type { ResolvedNodeOptions } from './options.js';

const defaultScheduler = 'default-scheduler';

/**
 * Stands in for the scheduler: binds every pod that waits for `default-scheduler` to the one node, once that is ready
 * and not cordoned. Pods with scheduling gates, of another scheduler, or with a node already are left alone. Resources,
 * selectors and taints are not looked at.
 */
export function schedulerStandIn(options: ResolvedNodeOptions): ControllerDefinition {
  const waiting = new Map<string, ObjectKey>();
  return controllerFor(Pod)
    .named(defaultScheduler)
    .watches(Node, () => [...waiting.values()])
    .withOptions({ maxConcurrentReconciles: 5 })
    .reconcileRequest(async (request, context) => {
      const pod = await findCached(Pod, request, context);
      waiting.delete(formatKey(request));
      if (pod === undefined || !wantsNode(pod)) return;
      const node = await findCached(Node, { name: options.nodeName }, context);
      const obstacle = obstacleOn(node);
      if (obstacle === undefined) {
        await bind(pod, options.nodeName, context);
        return;
      }
      waiting.set(formatKey(request), request);
      await reportUnschedulable(pod, obstacle, context);
    });
}

function wantsNode(pod: Stored<Pod>): boolean {
  const { nodeName = '', schedulerName = defaultScheduler, schedulingGates = [] } = pod.spec ?? {};
  return (
    nodeName === '' &&
    schedulerName === defaultScheduler &&
    schedulingGates.length === 0 &&
    pod.metadata.deletionTimestamp === undefined &&
    !isPodTerminal(pod)
  );
}

function obstacleOn(node: Stored<Node> | undefined): string | undefined {
  if (node === undefined) return 'no nodes available to schedule pods';
  if (node.spec?.unschedulable === true) return '0/1 nodes are available: 1 node(s) were unschedulable.';
  const ready = node.status?.conditions?.find(({ type }) => type === 'Ready');
  return ready?.status === 'True' ? undefined : '0/1 nodes are available: 1 node(s) were not ready.';
}

async function bind(pod: Stored<Pod>, nodeName: string, context: ReconcileContext): Promise<void> {
  const key = keyOf(pod);
  const binding = Binding({
    metadata: { ...key, uid: pod.metadata.uid },
    target: { kind: 'Node', name: nodeName },
  });
  try {
    await context.client.subresource('binding').create(Pod, key, binding);
  } catch (error) {
    // Deleted or bound meanwhile: the cache will tell.
    if (isNotFound(error) || isConflict(error)) return;
    throw error;
  }
  const message = `Successfully assigned ${formatKey(key)} to ${nodeName}`;
  context.events.event(pod, { reason: 'Scheduled', message, action: 'Binding' });
}

async function reportUnschedulable(
  pod: Stored<Pod>,
  message: string,
  context: ReconcileContext,
): Promise<void> {
  const before = findPodCondition(pod, 'PodScheduled');
  const condition: PodCondition = {
    type: 'PodScheduled',
    status: 'False',
    reason: 'Unschedulable',
    message,
    lastTransitionTime:
      before?.status === 'False' && before.lastTransitionTime !== undefined
        ? before.lastTransitionTime
        : isoTime(context.clock.now()),
    ...(pod.metadata.generation === undefined ? {} : { observedGeneration: pod.metadata.generation }),
  };
  if (before?.message === message && jsonEquals(before.reason, condition.reason)) return;
  const { uid } = pod.metadata;
  const patch = strategicMergePatch({ metadata: { uid }, status: { conditions: [condition] } });
  try {
    await context.client.status.patch(Pod, keyOf(pod), patch);
  } catch (error) {
    if (!isNotFound(error) && !isConflict(error)) throw error;
    return;
  }
  context.events.event(pod, { type: 'Warning', reason: 'FailedScheduling', message, action: 'Scheduling' });
}
