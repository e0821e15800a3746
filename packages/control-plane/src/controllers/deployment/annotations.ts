import type { Deployment, ReplicaSet } from '@kubewright/api/apps/v1';
import { deploymentReplicas, maxSurge } from './strategy.js';

/** The position of a ReplicaSet in the rollout history; on the Deployment, that of its current one. */
export const revisionAnnotation = 'deployment.kubernetes.io/revision';
/** The revisions a ReplicaSet had before it was rolled back to. */
const revisionHistoryAnnotation = 'deployment.kubernetes.io/revision-history';
/** The Deployment's replicas when the ReplicaSet was last scaled: tells scaling from rolling out. */
export const desiredReplicasAnnotation = 'deployment.kubernetes.io/desired-replicas';
/** The Deployment's replicas and surge when the ReplicaSet was last scaled: the base of proportional scaling. */
export const maxReplicasAnnotation = 'deployment.kubernetes.io/max-replicas';

// The revision history is limited to this many characters (deployment/sync.go, maxRevHistoryLengthInChars).
const maxHistoryLength = 2000;

const notCopied: ReadonlySet<string> = new Set([
  'kubectl.kubernetes.io/last-applied-configuration',
  revisionAnnotation,
  revisionHistoryAnnotation,
  desiredReplicasAnnotation,
  maxReplicasAnnotation,
  'deprecated.deployment.rollback.to',
]);

/** The annotations of an object, made when it has none. */
function annotationsOf(object: Deployment | ReplicaSet): Record<string, string> {
  object.metadata ??= {};
  return (object.metadata.annotations ??= {});
}

/** The revision of a ReplicaSet: 0 without the annotation, undefined when it is not a whole number. */
export function revisionOf(replicaSet: ReplicaSet): number | undefined {
  return parseRevision(replicaSet.metadata?.annotations?.[revisionAnnotation]);
}

function parseRevision(text: string | undefined): number | undefined {
  if (text === undefined || text === '') return 0;
  return /^[+-]?\d+$/.test(text) ? Number(text) : undefined;
}

/** The highest revision of these ReplicaSets. */
export function maxRevision(replicaSets: readonly ReplicaSet[]): number {
  return replicaSets.reduce((max, replicaSet) => Math.max(max, revisionOf(replicaSet) ?? 0), 0);
}

/** A count written in an annotation, or undefined when it is missing or no count. */
export function countAnnotation(replicaSet: ReplicaSet, annotation: string): number | undefined {
  const text = replicaSet.metadata?.annotations?.[annotation];
  if (text === undefined || !/^\d+$/.test(text)) return undefined;
  const value = Number(text);
  return value > 2 ** 31 - 1 ? undefined : value;
}

/** Whether the size annotations differ from what `setReplicasAnnotations` would write. */
export function replicasAnnotationsDiffer(deployment: Deployment, replicaSet: ReplicaSet): boolean {
  const { desired, max } = sizes(deployment);
  const annotations = replicaSet.metadata?.annotations;
  return annotations?.[desiredReplicasAnnotation] !== desired || annotations[maxReplicasAnnotation] !== max;
}

/** Notes the Deployment's size on the ReplicaSet; returns whether anything changed. */
export function setReplicasAnnotations(deployment: Deployment, replicaSet: ReplicaSet): boolean {
  if (!replicasAnnotationsDiffer(deployment, replicaSet)) return false;
  const { desired, max } = sizes(deployment);
  const annotations = annotationsOf(replicaSet);
  annotations[desiredReplicasAnnotation] = desired;
  annotations[maxReplicasAnnotation] = max;
  return true;
}

function sizes(deployment: Deployment): { desired: string; max: string } {
  const desired = deploymentReplicas(deployment);
  return { desired: String(desired), max: String(desired + maxSurge(deployment)) };
}

/**
 * Brings the annotations of the current ReplicaSet up to date: the Deployment's own are copied, the revision raised to
 * `revision`, an earlier revision kept in the history (SetNewReplicaSetAnnotations). Returns whether anything changed.
 */
export function setCurrentReplicaSetAnnotations(
  deployment: Deployment,
  replicaSet: ReplicaSet,
  revision: number,
  options: { exists: boolean },
): boolean {
  let changed = copyAnnotations(deployment, replicaSet);
  const annotations = annotationsOf(replicaSet);
  const oldText = annotations[revisionAnnotation];
  const old = parseRevision(oldText);
  if (old === undefined) return false;
  if (old < revision) {
    annotations[revisionAnnotation] = String(revision);
    changed = true;
    if (oldText !== undefined) appendHistory(annotations, oldText);
  }
  if (!options.exists && setReplicasAnnotations(deployment, replicaSet)) changed = true;
  return changed;
}

function copyAnnotations(deployment: Deployment, replicaSet: ReplicaSet): boolean {
  const target = annotationsOf(replicaSet);
  let changed = false;
  for (const [key, value] of Object.entries(deployment.metadata?.annotations ?? {})) {
    if (notCopied.has(key) || target[key] === value) continue;
    target[key] = value;
    changed = true;
  }
  return changed;
}

function appendHistory(annotations: Record<string, string>, revision: string): void {
  const history = (annotations[revisionHistoryAnnotation] ?? '').split(',').filter((entry) => entry !== '');
  history.push(revision);
  while (history.length > 1 && history.join(',').length > maxHistoryLength) history.shift();
  annotations[revisionHistoryAnnotation] = history.join(',');
}

/** Notes the current revision on the Deployment; returns whether it changed. */
export function setDeploymentRevision(deployment: Deployment, revision: string): boolean {
  const annotations = annotationsOf(deployment);
  if (annotations[revisionAnnotation] === revision) return false;
  annotations[revisionAnnotation] = revision;
  return true;
}
