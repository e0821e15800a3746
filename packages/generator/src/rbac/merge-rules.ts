import type { RbacMarker } from './rbac-marker.js';

/** The lists of a rule, each sorted and without doubles. */
export interface RuleLists {
  readonly groups: readonly string[];
  readonly resources: readonly string[];
  readonly resourceNames: readonly string[];
  readonly urls: readonly string[];
  readonly verbs: readonly string[];
}

/**
 * Makes as few rules of the markers of one role as controller-gen does, in its order: verbs of the same resource are
 * joined, then resources, groups and URLs of rules that are else the same (controller-tools `pkg/rbac/parser.go`,
 * NormalizeRules). Where that leaves two rules that differ in nothing but their verbs, controller-gen keeps one of them at
 * random; here their verbs are joined.
 */
export function mergeRules(markers: readonly Omit<RbacMarker, 'namespace' | 'roleName'>[]): RuleLists[] {
  const single = markers.flatMap(({ resources, ...rest }) =>
    resources.length === 0
      ? [normalized({ ...rest, resources: [] })]
      : resources.map((resource) => normalized({ ...rest, resources: [resource] })),
  );
  const steps = ['verbs', 'resources', 'groups', 'urls'] as const;
  const merged = steps.reduce((rules, list) => {
    const joined = join(rules, list);
    return list === 'verbs' ? joined : join(joined, 'verbs');
  }, single);
  return merged
    .map((rule) => (rule.verbs.includes('*') ? { ...rule, verbs: ['*'] } : rule))
    .map((rule) => ({ rule, key: sortKey(rule) }))
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    .map(({ rule }) => rule);
}

/** Rules that differ in nothing but this list become one. */
function join(rules: readonly RuleLists[], list: keyof RuleLists): RuleLists[] {
  const byRest = new Map<string, RuleLists>();
  for (const rule of rules) {
    const key = JSON.stringify({ ...rule, [list]: [] });
    const same = byRest.get(key);
    byRest.set(key, same === undefined ? rule : { ...same, [list]: sorted([...same[list], ...rule[list]]) });
  }
  return [...byRest.values()];
}

function normalized({ groups, resources, resourceNames, urls, verbs }: RuleLists): RuleLists {
  return {
    groups: sorted(groups),
    resources: sorted(resources),
    resourceNames: sorted(resourceNames),
    urls: sorted(urls),
    verbs: sorted(verbs),
  };
}

const sorted = (list: readonly string[]): string[] => [...new Set(list)].sort();

/** As controller-gen's ruleKey prints. */
function sortKey({ groups, resources, resourceNames, urls }: RuleLists): string {
  return [groups, resources, resourceNames, urls].map((list) => list.join('&')).join(' + ');
}
