import { deepClone, formatKey, ownerReference } from '@kubewright/api';
import type { Stored } from '@kubewright/api';
import type { ReplicaSet } from '@kubewright/api/apps/v1';
import { Pod } from '@kubewright/api/core/v1';
import { isNotFound } from '@kubewright/client';
import type { ReconcileContext } from '@kubewright/runtime';
import { keyOf } from '../../shared/keys.js';
import { desiredReplicas } from '../../shared/replica-sets.js';
import { hasStatusCause, namespaceTerminatingCause } from '../../shared/status-cause.js';
import { toError } from '../../shared/to-error.js';
import { rankForDeletion } from './deletion-ranking.js';
import type { Expectations } from './expectations.js';
import { slowStart } from './slow-start.js';

// At most this many pods are created or deleted in one reconcile (replica_set.go, BurstReplicas).
const burstReplicas = 500;

export interface ManageReplicasOptions {
  replicaSet: Stored<ReplicaSet>;
  /** Pods that count as replicas now. */
  active: readonly Stored<Pod>[];
  /** Pods of all ReplicaSets of the same owner; asked for only when some of the pods are to be deleted. */
  related: () => Promise<readonly Stored<Pod>[]>;
  expectations: Expectations;
  context: ReconcileContext;
}

/**
 * Creates or deletes pods until there are as many as the ReplicaSet asks for. Returns the first error, after having
 * tried the rest, because the status must be written in any case (manageReplicas).
 */
export async function manageReplicas(options: ManageReplicasOptions): Promise<Error | undefined> {
  const difference = options.active.length - desiredReplicas(options.replicaSet);
  if (difference < 0) return createPods(Math.min(-difference, burstReplicas), options);
  if (difference > 0) return deletePods(Math.min(difference, burstReplicas), options);
  return undefined;
}

async function createPods(count: number, options: ManageReplicasOptions): Promise<Error | undefined> {
  const { replicaSet, expectations, context } = options;
  const key = formatKey(keyOf(replicaSet));
  const { error } = await slowStart(count, async () => {
    try {
      const pod = await expectations.creating(key, context.clock.now(), () =>
        context.client.create(draftPod(replicaSet)),
      );
      context.events.event(replicaSet, {
        reason: 'SuccessfulCreate',
        message: `Created pod: ${pod.metadata.name}`,
      });
    } catch (cause) {
      // All creations fail there, and no one is helped by knowing.
      if (hasStatusCause(cause, namespaceTerminatingCause)) return;
      context.events.event(replicaSet, {
        type: 'Warning',
        reason: 'FailedCreate',
        message: `Error creating: ${toError(cause).message}`,
      });
      throw cause;
    }
  });
  return error;
}

async function deletePods(count: number, options: ManageReplicasOptions): Promise<Error | undefined> {
  const { replicaSet, active, related, expectations, context } = options;
  const key = formatKey(keyOf(replicaSet));
  const now = context.clock.now();
  const ranked = count < active.length ? rankForDeletion(active, await related(), now) : active;
  const results = await Promise.allSettled(
    ranked.slice(0, count).map(async (pod) => {
      expectations.deleted(key, pod.metadata.uid, now);
      try {
        await context.client.delete(pod);
      } catch (cause) {
        expectations.notDeleted(key, pod.metadata.uid);
        if (isNotFound(cause)) return;
        context.events.event(replicaSet, {
          type: 'Warning',
          reason: 'FailedDelete',
          message: `Error deleting: ${toError(cause).message}`,
        });
        throw new Error(`unable to delete pods: ${toError(cause).message}`, { cause });
      }
      context.events.event(replicaSet, {
        reason: 'SuccessfulDelete',
        message: `Deleted pod: ${pod.metadata.name}`,
      });
    }),
  );
  const failed = results.find((result) => result.status === 'rejected');
  return failed === undefined ? undefined : toError(failed.reason);
}

/** A pod of the template, named after and owned by the ReplicaSet (GetPodFromTemplate). */
function draftPod(replicaSet: Stored<ReplicaSet>): Pod {
  const { name, namespace } = replicaSet.metadata;
  const { metadata, spec } = deepClone(replicaSet.spec?.template ?? {});
  return Pod({
    metadata: {
      generateName: `${name}-`,
      ...(namespace === undefined ? {} : { namespace }),
      ...(metadata?.labels === undefined ? {} : { labels: metadata.labels }),
      ...(metadata?.annotations === undefined ? {} : { annotations: metadata.annotations }),
      ...(metadata?.finalizers === undefined ? {} : { finalizers: metadata.finalizers }),
      ownerReferences: [ownerReference(replicaSet, { controller: true, blockOwnerDeletion: true })],
    },
    ...(spec === undefined ? {} : { spec }),
  });
}
