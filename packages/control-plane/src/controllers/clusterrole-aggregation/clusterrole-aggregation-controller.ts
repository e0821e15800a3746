import { jsonEquals, labelSelectorMatcher } from '@kubewright/api';
import { ClusterRole } from '@kubewright/api/rbac/v1';
import type { PolicyRule } from '@kubewright/api/rbac/v1';
import { applyPatch } from '@kubewright/client';
import { controllerFor } from '@kubewright/runtime';
import type { ControllerDefinition } from '@kubewright/runtime';
import { findCached } from '../../shared/find-cached.js';

const fieldManager = 'clusterrole-aggregation-controller';

/**
 * Keeps the rules of aggregated ClusterRoles the sum of those that their selectors match
 * (k8s.io/kubernetes/pkg/controller/clusterroleaggregation).
 */
export function clusterRoleAggregationController(): ControllerDefinition {
  const aggregated = new Set<string>();
  return controllerFor(ClusterRole)
    .named(fieldManager)
    .watches(ClusterRole, () => [...aggregated].map((name) => ({ name })))
    .reconcileRequest(async (request, context) => {
      const role = await findCached(ClusterRole, request, context);
      if (role?.aggregationRule === undefined) {
        aggregated.delete(request.name);
        return;
      }
      aggregated.add(request.name);
      const { items } = await context.client.list(ClusterRole);
      const rules = aggregatedRules(role, items);
      if (jsonEquals(rules, role.rules ?? [])) return;
      await context.client.patch(
        ClusterRole,
        request.name,
        applyPatch(ClusterRole({ metadata: { name: request.name }, rules })),
        { fieldManager, force: true },
      );
    });
}

/** The rules of the roles that a role selects, by the selectors and then by name; each once, and none of its own. */
export function aggregatedRules(role: ClusterRole, roles: readonly ClusterRole[]): PolicyRule[] {
  const byName = [...roles].sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
  const rules: PolicyRule[] = [];
  for (const selector of role.aggregationRule?.clusterRoleSelectors ?? []) {
    const matcher = labelSelectorMatcher(selector);
    for (const part of byName) {
      if (nameOf(part) === nameOf(role) || !matcher.matches(part.metadata?.labels)) continue;
      for (const rule of part.rules ?? [])
        if (!rules.some((known) => jsonEquals(known, rule))) rules.push(rule);
    }
  }
  return rules;
}

const nameOf = ({ metadata }: ClusterRole): string => metadata?.name ?? '';
