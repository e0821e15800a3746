import { isoTime } from '@kubewright/api';
import type { NamespaceCondition } from '@kubewright/api/core/v1';
import type { Remaining } from './content.js';

// What each condition says when all is well (namespace/deletion/status_condition_utils.go).
const wellConditions = {
  NamespaceDeletionDiscoveryFailure: ['ResourcesDiscovered', 'All resources successfully discovered'],
  NamespaceDeletionGroupVersionParsingFailure: [
    'ParsedGroupVersions',
    'All legacy kube types successfully parsed',
  ],
  NamespaceDeletionContentFailure: [
    'ContentDeleted',
    'All content successfully deleted, may be waiting on finalization',
  ],
  NamespaceContentRemaining: ['ContentRemoved', 'All content successfully removed'],
  NamespaceFinalizersRemaining: ['ContentHasNoFinalizers', 'All content-preserving finalizers finished'],
} as const;

type NamespaceConditionType = keyof typeof wellConditions;

export interface NamespaceFindings {
  discoveryErrors: readonly Error[];
  deletionErrors: readonly Error[];
  /** Absent while pods are left and nothing else was looked at. */
  remaining?: readonly Remaining[];
}

/** The conditions after one round of deletion, or undefined when none changed. */
export function updateConditions(
  standing: readonly NamespaceCondition[],
  findings: NamespaceFindings,
  nowMs: number,
): NamespaceCondition[] | undefined {
  const problems = problemsOf(findings);
  const conditions = standing.map((condition) => ({ ...condition }));
  let changed = false;
  for (const type of Object.keys(wellConditions) as NamespaceConditionType[]) {
    const problem = problems[type];
    const [reason, message] = problem ?? wellConditions[type];
    const status = problem === undefined ? 'False' : 'True';
    const existing = conditions.find((condition) => condition.type === type);
    if (existing?.status === status && existing.reason === reason && existing.message === message) continue;
    changed = true;
    if (existing === undefined) {
      conditions.push({ type, status, lastTransitionTime: isoTime(nowMs), reason, message });
      continue;
    }
    if (existing.status !== status) existing.lastTransitionTime = isoTime(nowMs);
    Object.assign(existing, { status, reason, message });
  }
  return changed ? conditions : undefined;
}

function problemsOf(
  findings: NamespaceFindings,
): Partial<Record<NamespaceConditionType, readonly [string, string]>> {
  const { discoveryErrors, deletionErrors, remaining = [] } = findings;
  const problems: Partial<Record<NamespaceConditionType, readonly [string, string]>> = {};
  if (discoveryErrors.length > 0) {
    const count = String(discoveryErrors.length);
    const message = `Discovery failed for some groups, ${count} failing: ${messages(discoveryErrors)}`;
    problems.NamespaceDeletionDiscoveryFailure = ['DiscoveryFailed', message];
  }
  if (deletionErrors.length > 0) {
    const count = String(deletionErrors.length);
    const message = `Failed to delete all resource types, ${count} remaining: ${messages(deletionErrors)}`;
    problems.NamespaceDeletionContentFailure = ['ContentDeletionFailed', message];
  }
  if (remaining.length > 0) {
    const list = remaining.map(
      ({ kind, count }) => `${kind.plural}.${kind.group} has ${String(count)} resource instances`,
    );
    const message = `Some resources are remaining: ${list.sort().join(', ')}`;
    problems.NamespaceContentRemaining = ['SomeResourcesRemain', message];
  }
  const finalizers = new Map<string, number>();
  for (const rest of remaining) {
    for (const [name, count] of rest.finalizers) finalizers.set(name, (finalizers.get(name) ?? 0) + count);
  }
  if (finalizers.size > 0) {
    const list = [...finalizers].map(([name, count]) => `${name} in ${String(count)} resource instances`);
    const message = `Some content in the namespace has finalizers remaining: ${list.sort().join(', ')}`;
    problems.NamespaceFinalizersRemaining = ['SomeFinalizersRemain', message];
  }
  return problems;
}

function messages(errors: readonly Error[]): string {
  return errors
    .map(({ message }) => message)
    .sort()
    .join(', ');
}
