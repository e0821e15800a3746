import type { PolicyRule } from '@kubewright/api/rbac/v1';
import { clusterRoleBindingTexts, clusterRoleTexts } from './generated/bootstrap-policy.js';

/** As the generated lists have a rule. */
export type BootstrapRule = readonly [
  verbs: string[],
  groupsOrUrls: string[],
  resources?: string[],
  resourceNames?: string[],
];

export function bootstrapRule([verbs, groupsOrUrls, resources, resourceNames]: BootstrapRule): PolicyRule {
  if (resources === undefined) return { verbs, nonResourceURLs: groupsOrUrls };
  return {
    verbs,
    apiGroups: groupsOrUrls,
    resources,
    ...(resourceNames === undefined ? {} : { resourceNames }),
  };
}

/** The rules of a ClusterRole that every cluster begins with (`view`, `system:discovery`); undefined for others. */
export function bootstrapClusterRoleRules(name: string): PolicyRule[] | undefined {
  for (const text of clusterRoleTexts) {
    // The generated list holds nothing else.
    const [, roleName, rules] = JSON.parse(text) as readonly [string, string, readonly BootstrapRule[]];
    if (roleName === name) return rules.map(bootstrapRule);
  }
  return undefined;
}

/** What every service account of a new cluster may do without any role of its own: discovery, health, reviews of itself. */
export function rulesOfServiceAccounts(): PolicyRule[] {
  const groups = ['system:authenticated', 'system:serviceaccounts'];
  return clusterRoleBindingTexts.flatMap((text) => {
    const [, , , roleName, subjects] = JSON.parse(text) as readonly [
      string,
      string,
      string,
      string,
      ReadonlyArray<readonly [kind: string, name: string]>,
    ];
    const isTheirs = subjects.some(([kind, name]) => kind === 'Group' && groups.includes(name));
    return isTheirs ? (bootstrapClusterRoleRules(roleName) ?? []) : [];
  });
}
