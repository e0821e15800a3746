import { controllerOf, formatKey, labelSelectorMatcher } from '@kubewright/api';
import type { ObjectKey, Stored } from '@kubewright/api';
import { Deployment, ReplicaSet } from '@kubewright/api/apps/v1';
import { Pod } from '@kubewright/api/core/v1';
import { controllerFor } from '@kubewright/runtime';
import type { ControllerDefinition, ReconcileContext, Result } from '@kubewright/runtime';
import { claim } from '../../shared/claim.js';
import { findCached } from '../../shared/find-cached.js';
import { SelectorIndex } from '../../shared/selector-index.js';
import { WrittenVersions } from '../../shared/written-versions.js';
import { deploymentCondition, findCondition, setCondition } from './conditions.js';
import { cleanUpHistory } from './history.js';
import { rolloutRecreate } from './recreate.js';
import { splitReplicaSets, syncRevision } from './replica-sets.js';
import { rolloutRolling } from './rolling-update.js';
import { isScalingEvent, scale } from './scaling.js';
import { syncStatus, updateDeploymentStatus } from './status.js';
import { hasProgressDeadline } from './strategy.js';
import type { DeploymentSync } from './types.js';

/**
 * The Deployment controller of kube-controller-manager: one ReplicaSet per pod template, rolled out by
 * spec.strategy (k8s.io/kubernetes/pkg/controller/deployment).
 */
export function deploymentController(): ControllerDefinition {
  const selectors = new SelectorIndex();
  // Pods of ReplicaSets of Recreate Deployments: their end is what such a rollout waits for.
  const recreating = new Map<string, ObjectKey>();
  const written = new WrittenVersions();
  return controllerFor(Deployment)
    .named('deployment-controller')
    .owns(ReplicaSet)
    .watches(ReplicaSet, (replicaSet) =>
      controllerOf(replicaSet) === undefined
        ? selectors.matching(replicaSet.metadata.namespace, replicaSet.metadata.labels)
        : [],
    )
    .watches(Pod, (pod) => {
      const key = recreating.get(controllerOf(pod)?.uid ?? '');
      return key === undefined ? [] : [key];
    })
    .withOptions({ maxConcurrentReconciles: 5 })
    .reconcileRequest(async (request, context) => {
      const deployment = await findCached(Deployment, request, context);
      if (deployment === undefined) {
        selectors.delete(request);
        forget(recreating, request);
        return undefined;
      }
      if (written.isStale(deployment)) return undefined;
      selectors.set(request, deployment.spec?.selector);
      const owned = await ownedReplicaSets(deployment, context);
      if (owned.some((replicaSet) => written.isStale(replicaSet))) return undefined;
      if (deployment.spec?.strategy?.type === 'Recreate') {
        for (const { metadata } of owned) recreating.set(metadata.uid, request);
      } else {
        forget(recreating, request);
      }
      return syncDeployment({ deployment, context, written }, owned);
    });
}

function forget(recreating: Map<string, ObjectKey>, request: ObjectKey): void {
  for (const [uid, key] of recreating) if (formatKey(key) === formatKey(request)) recreating.delete(uid);
}

async function ownedReplicaSets(
  deployment: Stored<Deployment>,
  context: ReconcileContext,
): Promise<Stored<ReplicaSet>[]> {
  if (selectsAll(deployment)) return [];
  const { client, apiReader } = context;
  const { items } = await client.list(ReplicaSet, inNamespaceOf(deployment));
  const matcher = labelSelectorMatcher(deployment.spec?.selector);
  return claim(items, {
    owner: deployment,
    ownerKind: Deployment,
    childKind: ReplicaSet,
    matcher,
    client,
    apiReader,
  });
}

async function syncDeployment(
  sync: DeploymentSync,
  owned: readonly Stored<ReplicaSet>[],
): Promise<Result | undefined> {
  const { metadata, spec } = sync.deployment;
  if (selectsAll(sync.deployment)) return reportSelectingAll(sync);
  if (metadata.deletionTimestamp !== undefined) {
    await syncStatus(sync, await syncRevision(sync, owned, { create: false }));
    return undefined;
  }
  await notePausing(sync);
  if (spec?.paused === true) {
    await syncScale(sync, owned);
    return undefined;
  }
  if (isScalingEvent(sync.deployment, splitReplicaSets(sync.deployment, owned))) {
    await syncScale(sync, owned);
    return undefined;
  }
  if (spec?.strategy?.type !== 'Recreate') return rolloutRolling(sync, owned);
  return rolloutRecreate(sync, owned, await podsByReplicaSet(sync, owned));
}

/** Scales without rolling out: on a change of spec.replicas, or while paused. */
async function syncScale(sync: DeploymentSync, owned: readonly Stored<ReplicaSet>[]): Promise<void> {
  const sets = await syncRevision(sync, owned, { create: false });
  await scale(sync, sets);
  if (sync.deployment.spec?.paused === true) await cleanUpHistory(sync, sets.old);
  await syncStatus(sync, sets);
}

/** Marks pausing and resuming in the Progressing condition, so that the time between does not count as lack of progress. */
async function notePausing(sync: DeploymentSync): Promise<void> {
  const { deployment } = sync;
  if (!hasProgressDeadline(deployment)) return;
  const condition = findCondition(deployment.status, 'Progressing');
  if (condition?.reason === 'ProgressDeadlineExceeded') return;
  const paused = deployment.spec?.paused === true;
  if (paused === (condition?.reason === 'DeploymentPaused')) return;
  setCondition(
    (deployment.status ??= {}),
    deploymentCondition(
      'Progressing',
      'Unknown',
      paused ? 'DeploymentPaused' : 'DeploymentResumed',
      paused ? 'Deployment is paused' : 'Deployment is resumed',
      sync.context.clock.now(),
    ),
  );
  await updateDeploymentStatus(sync, deployment);
}

function selectsAll(deployment: Deployment): boolean {
  const { matchLabels = {}, matchExpressions = [] } = deployment.spec?.selector ?? {};
  return Object.keys(matchLabels).length === 0 && matchExpressions.length === 0;
}

async function reportSelectingAll(sync: DeploymentSync): Promise<undefined> {
  const { deployment, context } = sync;
  const message = 'This deployment is selecting all pods. A non-empty selector is required.';
  context.events.event(deployment, { type: 'Warning', reason: 'SelectingAll', message });
  const generation = deployment.metadata.generation ?? 0;
  if ((deployment.status?.observedGeneration ?? 0) < generation) {
    const status = { ...deployment.status, observedGeneration: generation };
    await updateDeploymentStatus(sync, { ...deployment, status });
  }
  return undefined;
}

async function podsByReplicaSet(
  sync: DeploymentSync,
  owned: readonly Stored<ReplicaSet>[],
): Promise<Map<string, Stored<Pod>[]>> {
  const { items } = await sync.context.client.list(Pod, inNamespaceOf(sync.deployment));
  const groups = new Map<string, Stored<Pod>[]>(owned.map(({ metadata }) => [metadata.uid, []]));
  for (const pod of items) groups.get(controllerOf(pod)?.uid ?? '')?.push(pod);
  return groups;
}

function inNamespaceOf(deployment: Stored<Deployment>): { namespace?: string } {
  const { namespace } = deployment.metadata;
  return namespace === undefined ? {} : { namespace };
}
