import type { RuleWithOperations } from '@kubewright/api/admissionregistration/v1';
import type { ServedResource } from '../../resources/served-resource.js';
import type { AdmissionAttributes } from '../admission.js';

/** Whether a rule is about a request, if it were one for `resource` (apiserver `plugin/webhook/predicates/rules`). */
export function ruleMatches(
  rule: RuleWithOperations,
  { operation, subresource, namespace }: AdmissionAttributes,
  { group, version, plural }: ServedResource,
): boolean {
  return (
    scopeMatches(rule.scope, group === '' && plural === 'namespaces', namespace) &&
    matchesAny(rule.operations, operation) &&
    matchesAny(rule.apiGroups, group) &&
    matchesAny(rule.apiVersions, version) &&
    resourceMatches(rule.resources ?? [], plural, subresource)
  );
}

function matchesAny(items: readonly string[] | undefined, requested: string): boolean {
  return items !== undefined && (items.includes('*') || items.includes(requested));
}

// Namespaces are not in a namespace, although their requests name one.
function scopeMatches(scope: string | undefined, isNamespace: boolean, namespace: string): boolean {
  if (scope === undefined || scope === '*') return true;
  const isClusterScoped = isNamespace || namespace === '';
  return scope === 'Cluster' ? isClusterScoped : scope === 'Namespaced' && !isClusterScoped;
}

function resourceMatches(items: readonly string[], plural: string, subresource: string): boolean {
  return items.some((item) => {
    const slash = item.indexOf('/');
    const resource = slash < 0 ? item : item.slice(0, slash);
    const part = slash < 0 ? '' : item.slice(slash + 1);
    return (resource === '*' || resource === plural) && (part === '*' || part === subresource);
  });
}
