import { controllerOf, deepClone, ownerReference } from '@kubewright/api';
import type { Stored } from '@kubewright/api';
import { ReplicaSet } from '@kubewright/api/apps/v1';
import type { Deployment } from '@kubewright/api/apps/v1';
import { isAlreadyExists } from '@kubewright/client';
import { byCreation, desiredReplicas } from '../../shared/replica-sets.js';
import { hasStatusCause, namespaceTerminatingCause } from '../../shared/status-cause.js';
import { toError } from '../../shared/to-error.js';
import {
  maxRevision,
  revisionAnnotation,
  setCurrentReplicaSetAnnotations,
  setDeploymentRevision,
} from './annotations.js';
import { deploymentCondition, findCondition, setCondition } from './conditions.js';
import { equalIgnoringHash, podTemplateHash, podTemplateHashLabel } from './pod-template.js';
import { updateDeploymentStatus } from './status.js';
import { hasProgressDeadline, replicasForCurrent } from './strategy.js';
import type { DeploymentSync, ReplicaSets } from './types.js';

// The longest name of a ReplicaSet (DNS1123SubdomainMaxLength).
const maxNameLength = 253;

/** Which of the Deployment's ReplicaSets is the current one: the oldest with its template. */
export function splitReplicaSets(deployment: Deployment, owned: readonly Stored<ReplicaSet>[]): ReplicaSets {
  const sorted = [...owned].sort(byCreation);
  const current = sorted.find((replicaSet) =>
    equalIgnoringHash(replicaSet.spec?.template, deployment.spec?.template),
  );
  return { current, old: sorted.filter((replicaSet) => replicaSet !== current) };
}

/**
 * Splits the ReplicaSets and brings the revision of the current one, and the Deployment's note of it, up to date.
 * With `create` a missing current ReplicaSet is made (getAllReplicaSetsAndSyncRevision).
 */
export async function syncRevision(
  sync: DeploymentSync,
  owned: readonly Stored<ReplicaSet>[],
  options: { create: boolean },
): Promise<ReplicaSets> {
  const { current, old } = splitReplicaSets(sync.deployment, owned);
  const revision = maxRevision(old) + 1;
  if (current !== undefined) return { current: await syncCurrent(sync, current, revision), old };
  if (!options.create) return { current, old };
  return { current: await createCurrent(sync, old, revision), old };
}

async function syncCurrent(
  sync: DeploymentSync,
  current: Stored<ReplicaSet>,
  revision: number,
): Promise<Stored<ReplicaSet>> {
  const { client, clock } = sync.context;
  const { deployment } = sync;
  const copy = deepClone(current);
  const annotated = setCurrentReplicaSetAnnotations(deployment, copy, revision, { exists: true });
  const minReadySeconds = deployment.spec?.minReadySeconds ?? 0;
  if (annotated || (copy.spec?.minReadySeconds ?? 0) !== minReadySeconds) {
    if (copy.spec !== undefined) copy.spec.minReadySeconds = minReadySeconds;
    return sync.written.wrote(await client.update(copy));
  }
  let changed = setDeploymentRevision(deployment, copy.metadata.annotations?.[revisionAnnotation] ?? '');
  if (hasProgressDeadline(deployment) && findCondition(deployment.status, 'Progressing') === undefined) {
    const message = `Found new replica set "${copy.metadata.name}"`;
    setCondition(
      (deployment.status ??= {}),
      deploymentCondition('Progressing', 'True', 'FoundNewReplicaSet', message, clock.now()),
    );
    changed = true;
  }
  if (changed) await updateDeploymentStatus(sync, deployment);
  return copy;
}

async function createCurrent(
  sync: DeploymentSync,
  old: readonly Stored<ReplicaSet>[],
  revision: number,
): Promise<Stored<ReplicaSet>> {
  const { client, clock, events } = sync.context;
  const { deployment } = sync;
  const draft = draftReplicaSet(deployment, old, revision);
  const replicas = desiredReplicas(draft);
  let created: Stored<ReplicaSet>;
  let existed = false;
  try {
    created = await client.create(draft);
  } catch (error) {
    if (isAlreadyExists(error)) {
      created = await existingReplicaSet(sync, draft, error);
      existed = true;
    } else {
      if (!hasStatusCause(error, namespaceTerminatingCause)) await reportCreateError(sync, draft, error);
      throw error;
    }
  }
  if (!existed && replicas > 0) {
    events.event(deployment, {
      reason: 'ScalingReplicaSet',
      message: `Scaled up replica set ${created.metadata.name} from 0 to ${String(replicas)}`,
    });
  }
  let changed = setDeploymentRevision(deployment, String(revision));
  if (!existed && hasProgressDeadline(deployment)) {
    const message = `Created new replica set "${created.metadata.name}"`;
    setCondition(
      (deployment.status ??= {}),
      deploymentCondition('Progressing', 'True', 'NewReplicaSetCreated', message, clock.now()),
    );
    changed = true;
  }
  if (changed) await updateDeploymentStatus(sync, deployment);
  return created;
}

/** A stale cache or a collision of hashes: the ReplicaSet of that name may be ours, else the next try gets another hash. */
async function existingReplicaSet(
  sync: DeploymentSync,
  draft: ReplicaSet,
  conflict: unknown,
): Promise<Stored<ReplicaSet>> {
  const { deployment } = sync;
  const { namespace, name } = {
    namespace: deployment.metadata.namespace ?? '',
    name: draft.metadata?.name ?? '',
  };
  const existing = await sync.context.apiReader.get(ReplicaSet, { namespace, name });
  const owned = controllerOf(existing)?.uid === deployment.metadata.uid;
  if (owned && equalIgnoringHash(deployment.spec?.template, existing.spec?.template)) return existing;
  const status = (deployment.status ??= {});
  status.collisionCount = (status.collisionCount ?? 0) + 1;
  await updateDeploymentStatus(sync, deployment);
  throw conflict;
}

async function reportCreateError(sync: DeploymentSync, draft: ReplicaSet, error: unknown): Promise<void> {
  const { clock, events, log } = sync.context;
  const { deployment } = sync;
  const reason = 'ReplicaSetCreateError';
  const message = `Failed to create new replica set "${draft.metadata?.name ?? ''}": ${toError(error).message}`;
  events.event(deployment, { type: 'Warning', reason, message });
  if (!hasProgressDeadline(deployment)) return;
  setCondition(
    (deployment.status ??= {}),
    deploymentCondition('Progressing', 'False', reason, message, clock.now()),
  );
  try {
    await updateDeploymentStatus(sync, deployment);
  } catch (statusError) {
    log.warn('cannot report that a replica set could not be created', { error: statusError });
  }
}

function draftReplicaSet(
  deployment: Stored<Deployment>,
  old: readonly Stored<ReplicaSet>[],
  revision: number,
): ReplicaSet {
  const { metadata, spec, status } = deployment;
  const template = deepClone(spec?.template ?? {});
  const hash = podTemplateHash(template, status?.collisionCount);
  const labels = { ...template.metadata?.labels, [podTemplateHashLabel]: hash };
  template.metadata = { ...template.metadata, labels };
  const selector = deepClone(spec?.selector ?? {});
  selector.matchLabels = { ...selector.matchLabels, [podTemplateHashLabel]: hash };
  const draft = ReplicaSet({
    metadata: {
      name: `${metadata.name.slice(0, maxNameLength - 1 - hash.length)}-${hash}`,
      ...(metadata.namespace === undefined ? {} : { namespace: metadata.namespace }),
      labels: { ...labels },
      ownerReferences: [ownerReference(deployment, { controller: true, blockOwnerDeletion: true })],
    },
    spec: { replicas: 0, selector, template },
  });
  const minReadySeconds = spec?.minReadySeconds ?? 0;
  if (draft.spec !== undefined) {
    if (minReadySeconds > 0) draft.spec.minReadySeconds = minReadySeconds;
    draft.spec.replicas = replicasForCurrent(deployment, [...old, draft], draft);
  }
  setCurrentReplicaSetAnnotations(deployment, draft, revision, { exists: false });
  return draft;
}
