import type { PolicyRule } from '@kubewright/api/rbac/v1';
import type { RbacMarker } from '../rbac/rbac-marker.js';
import type { SourcePosition } from '../diagnostics/diagnostic.js';

/** A rule that somebody declared, and where it holds. */
export interface DeclaredRule {
  readonly rule: PolicyRule;
  /** The namespace in which it holds; `''` for all, and for what is in none; undefined for whichever namespace the role gets. */
  readonly namespace: string | undefined;
  /** What declared it, for messages: `marker`, or `ClusterRole manager-role`. */
  readonly source: string;
  readonly position?: SourcePosition;
  /** The marker that it comes from. */
  readonly marker?: RbacMarker;
  /** False for rules that are only known to hold, such as those of a role for leader election: nobody asks whether they are used. */
  readonly judged: boolean;
}

/** The smallest thing that a rule allows: one verb, and one resource of one group with at most one name, or one path. */
export interface RulePart {
  readonly of: DeclaredRule;
  readonly verb: string;
  /** `''` where `url` is set. */
  readonly group: string;
  /** With its subresource: `deployments/scale`. `''` where `url` is set. */
  readonly resource: string;
  /** `''` for all. */
  readonly name: string;
  readonly url: string;
  /** The part as a rule. */
  readonly rule: PolicyRule;
}

export function partsOf(declared: DeclaredRule): RulePart[] {
  const { verbs, apiGroups = [], resources = [], resourceNames = [], nonResourceURLs = [] } = declared.rule;
  const names = resourceNames.length === 0 ? [''] : resourceNames;
  const parts: RulePart[] = [];
  for (const group of apiGroups)
    for (const resource of resources)
      for (const verb of verbs)
        for (const name of names) {
          const rule = {
            apiGroups: [group],
            resources: [resource],
            verbs: [verb],
            ...(name !== '' && { resourceNames: [name] }),
          };
          parts.push({ of: declared, verb, group, resource, name, url: '', rule });
        }
  for (const url of nonResourceURLs)
    for (const verb of verbs)
      parts.push({
        of: declared,
        verb,
        group: '',
        resource: '',
        name: '',
        url,
        rule: { nonResourceURLs: [url], verbs: [verb] },
      });
  return parts;
}

/** Whether a part allows more than one kind of call. */
export const isBroad = ({ verb, group, resource, url }: RulePart): boolean =>
  verb === '*' || group === '*' || resource.startsWith('*') || url.endsWith('*');

export function declaredByMarker(marker: RbacMarker): DeclaredRule {
  const { groups, resources, resourceNames, urls, verbs, namespace, position } = marker;
  return {
    rule: {
      verbs: [...verbs],
      apiGroups: [...groups],
      resources: [...resources],
      resourceNames: [...resourceNames],
      nonResourceURLs: [...urls],
    },
    namespace,
    source: 'marker',
    marker,
    judged: true,
    ...(position !== undefined && { position }),
  };
}
