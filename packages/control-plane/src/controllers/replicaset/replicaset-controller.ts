import { controllerOf, formatKey, labelSelectorMatcher } from '@kubewright/api';
import type { Stored } from '@kubewright/api';
import { ReplicaSet } from '@kubewright/api/apps/v1';
import { Pod } from '@kubewright/api/core/v1';
import { controllerFor, requeueAfter } from '@kubewright/runtime';
import type { ControllerDefinition, ReconcileContext, Result } from '@kubewright/runtime';
import { claim } from '../../shared/claim.js';
import { findCached } from '../../shared/find-cached.js';
import { isPodActive, isPodTerminating, nextAvailabilityCheckMs } from '../../shared/pods.js';
import { SelectorIndex } from '../../shared/selector-index.js';
import { WrittenVersions } from '../../shared/written-versions.js';
import { Expectations } from './expectations.js';
import { manageReplicas } from './replicas.js';
import { calculateStatus, writeStatus } from './status.js';

/**
 * The ReplicaSet controller of kube-controller-manager: keeps as many pods of a template as asked for
 * (k8s.io/kubernetes/pkg/controller/replicaset).
 */
export function replicaSetController(): ControllerDefinition {
  const selectors = new SelectorIndex();
  const expectations = new Expectations();
  const written = new WrittenVersions();
  return controllerFor(ReplicaSet)
    .named('replicaset-controller')
    .watches(Pod, (pod) => {
      const { namespace, labels, uid } = pod.metadata;
      const owner = controllerOf(pod);
      if (owner === undefined) return selectors.matching(namespace, labels);
      if (owner.kind !== 'ReplicaSet') return [];
      const key = namespace === undefined ? { name: owner.name } : { namespace, name: owner.name };
      expectations.observed(formatKey(key), uid);
      return [key];
    })
    .withOptions({ maxConcurrentReconciles: 5 })
    .reconcileRequest(async (request, context) => {
      const replicaSet = await findCached(ReplicaSet, request, context);
      if (replicaSet === undefined) {
        selectors.delete(request);
        expectations.forget(formatKey(request));
        return undefined;
      }
      if (written.isStale(replicaSet)) return undefined;
      selectors.set(request, replicaSet.spec?.selector);
      return syncReplicaSet(replicaSet, { expectations, written }, context);
    });
}

async function syncReplicaSet(
  replicaSet: Stored<ReplicaSet>,
  memory: { expectations: Expectations; written: WrittenVersions },
  context: ReconcileContext,
): Promise<Result | undefined> {
  const { client, apiReader, clock } = context;
  const { expectations, written } = memory;
  const key = formatKey(context.request);
  const { namespace, uid, deletionTimestamp } = replicaSet.metadata;
  const { items } = await client.list(Pod, namespace === undefined ? {} : { namespace });
  const satisfied = expectations.satisfied(key, items, clock.now());
  const matcher = labelSelectorMatcher(replicaSet.spec?.selector);
  const active = await claim(items.filter(isPodActive), {
    owner: replicaSet,
    ownerKind: ReplicaSet,
    childKind: Pod,
    matcher,
    client,
    apiReader,
  });
  const terminating = items.filter(
    (pod) => isPodTerminating(pod) && controllerOf(pod)?.uid === uid && matcher.matches(pod.metadata.labels),
  );
  let failure: Error | undefined;
  if (satisfied && deletionTimestamp === undefined) {
    const related = () => relatedPods(replicaSet, items, context);
    failure = await manageReplicas({ replicaSet, active, related, expectations, context });
  }
  const nowMs = clock.now();
  const status = calculateStatus(replicaSet, { active, terminating: terminating.length, failure, nowMs });
  await writeStatus(replicaSet, status, written, context);
  if (failure !== undefined) throw failure;
  return nextCheck(replicaSet, active, satisfied ? undefined : expectations.lapseInMs(key, nowMs), nowMs);
}

/** Pods of ReplicaSets that have the same owner: they tell how crowded a node is (getIndirectlyRelatedPods). */
async function relatedPods(
  replicaSet: Stored<ReplicaSet>,
  pods: readonly Stored<Pod>[],
  context: ReconcileContext,
): Promise<Stored<Pod>[]> {
  const owner = controllerOf(replicaSet);
  if (owner === undefined) return [];
  const { namespace } = replicaSet.metadata;
  const { items } = await context.client.list(ReplicaSet, namespace === undefined ? {} : { namespace });
  const siblings = items.filter((item) => controllerOf(item)?.uid === owner.uid);
  const matchers = siblings.map((item) => labelSelectorMatcher(item.spec?.selector));
  return pods.filter((pod) => matchers.some((matcher) => matcher.matches(pod.metadata.labels)));
}

/** When a pod will have been ready long enough, or a lost event is to be assumed. */
function nextCheck(
  replicaSet: ReplicaSet,
  active: readonly Stored<Pod>[],
  lapseMs: number | undefined,
  nowMs: number,
): Result | undefined {
  const minReadySeconds = replicaSet.spec?.minReadySeconds ?? 0;
  const available = minReadySeconds > 0 ? nextAvailabilityCheckMs(active, minReadySeconds, nowMs) : undefined;
  const waits = [available, lapseMs].filter((wait) => wait !== undefined);
  return waits.length === 0 ? undefined : requeueAfter(Math.min(...waits));
}
