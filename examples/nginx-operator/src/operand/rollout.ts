import type { Stored } from 'kubewright';
import type { Deployment } from 'kubewright/apps/v1';

/** How far a Deployment is with what its spec says. */
export interface Rollout {
  /** `stuck`: the Deployment's own deadline has passed without progress. */
  readonly state: 'complete' | 'progressing' | 'stuck';
  readonly message: string;
}

/** As `kubectl rollout status` tells it. */
export function rolloutOf({ metadata, spec, status = {} }: Stored<Deployment>): Rollout {
  const wanted = spec?.replicas ?? 1;
  const { replicas = 0, updatedReplicas = 0, availableReplicas = 0 } = status;
  const stuck = status.conditions?.find(
    ({ type, reason }) => type === 'Progressing' && reason === 'ProgressDeadlineExceeded',
  );
  const isSeen = (status.observedGeneration ?? 0) >= (metadata.generation ?? 0);
  if (isSeen && stuck !== undefined) return { state: 'stuck', message: stuck.message ?? '' };
  const complete =
    isSeen && updatedReplicas >= wanted && replicas <= updatedReplicas && availableReplicas >= wanted;
  const message = `${availableReplicas} of ${wanted} pods are available, ${updatedReplicas} are up to date`;
  return { state: complete ? 'complete' : 'progressing', message };
}
